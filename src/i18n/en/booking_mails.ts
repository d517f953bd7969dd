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
  extended: {
    subject: 'Booking {{code}} is longer now',
    title: 'Your stay is extended',
    intro: 'The space is yours until the new departure. The difference was paid from your wallet.',
  },
  extend_failed: {
    subject: 'Booking {{code}} could not be extended',
    title: 'We could not extend your stay',
    intro: 'There was no space left, or not enough money in your wallet. Please leave by the departure below.',
  },
  overstayed: {
    subject: 'Booking {{code}}: you stayed longer',
    title: 'You stayed longer than booked',
    intro: 'The ordinary price of the longer stay was charged to your wallet. There is no fine.',
    note: 'What your wallet could not pay is owed: it is paid first with your next booking, or at once on the booking’s page.',
  },
  moved: {
    subject: 'Your new space: booking {{code}}',
    title: 'We found you another space',
    intro: 'Sorry that you could not park. This space is paid; what it costs more is on us.',
  },
  facts: {
    code: 'Booking code',
    park: 'Car park',
    from: 'Arrival',
    to: 'Departure',
    plate: 'Plate',
    paid: 'Paid',
    due: 'Still owed',
    refunded: 'Back in your wallet',
  },
  open: 'Open the booking',
} as const
