/** The mails of a booking. */
export const booking_mails = {
  booked: {
    subject: 'Your parking is booked: {{code}}',
    title: 'Your space is yours',
    intro: 'It is paid and waits for you. At the gate, show your pass or say the booking code.',
    note: 'Plans changed? You can cancel on the same page; it tells you first what comes back to your wallet.',
  },
  cancelled: {
    subject: 'Booking {{code}} is cancelled',
    title: 'Your booking is cancelled',
    intro: 'The space is free again. What comes back is in your wallet already.',
  },
  facts: {
    code: 'Booking code',
    park: 'Car park',
    from: 'Arrival',
    to: 'Departure',
    plate: 'Plate',
    paid: 'Paid',
    refunded: 'Back in your wallet',
  },
  open: 'Open the booking',
} as const
