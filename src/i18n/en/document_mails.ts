/** The mails of a request for vehicle documents. */
export const document_mails = {
  open: 'Open your request',
  facts: {
    number: 'Request',
    vehicle: 'Number plate',
    documents: 'Documents',
    total: 'Total',
    reason: 'Details',
    refunded: 'Refunded',
    appointment: 'Appointment',
    courier: 'Courier',
    tracking: 'Tracking number',
    place: 'Place',
    hours: 'Opening hours',
  },
  topics: {
    waiting: {
      subject: 'We’re checking the fees for {{plate}}',
      title: 'We’ve got your request',
      intro:
        'At least one of the fees for your vehicle isn’t in our list yet. We’ll look it up and email your quote within two working days. There’s nothing to pay until then.',
    },
    quoted: {
      subject: 'Your quote for {{plate}}',
      title: 'Your quote is ready',
      intro: 'Your quote is valid until {{until}}. It lists every fee with its source and the date we checked it.',
    },
    quote_expired: {
      subject: 'Your quote for {{plate}} has expired',
      title: 'Your quote has expired',
      intro: 'You can ask for a new quote at any time. Everything you entered has been saved.',
    },
  },
}
