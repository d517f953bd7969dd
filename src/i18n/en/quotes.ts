/** What the lines of a price are called where the fee itself has no name. */
export const quotes = {
  lines: {
    parking: 'Parking',
    discount: 'Promo code',
    goodwill: 'Paid by us',
    fee: 'Fee',
    tax: 'Tax',
  },
} as const
