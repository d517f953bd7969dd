/** What the lines of a price are called where the fee itself has no name. */
export const quotes = {
  lines: {
    parking: 'Parking',
    fee: 'Fee',
    tax: 'Tax',
  },
} as const
