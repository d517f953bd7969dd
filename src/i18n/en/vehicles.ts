/** Saved vehicles: on the profile and in mails. */
export const vehicles = {
  papers: {
    licence: 'Vehicle licence',
    registration: 'Registration',
    insurance: 'Insurance',
    inspection: 'Road worthiness',
    permit: 'Permit',
    ownership: 'Proof of ownership',
    other: 'Other paper',
  },
} as const
