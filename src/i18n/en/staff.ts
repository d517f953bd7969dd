/** The pages of staff. */
export const staff = {
  pages: 'Staff',
  desk: 'Desk',
} as const
