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
    paid: {
      subject: 'Paid: vehicle documents for {{plate}}',
      title: 'Thank you, we’ve received your payment',
      intro:
        'We’re checking your documents now. If anything is missing, we’ll email you. Until your documents are with the agency, you can cancel and get everything back.',
    },
    still_asked: {
      subject: 'We’re still waiting for you: {{plate}}',
      title: 'Your request is waiting for you',
      intro: 'We can’t continue until you send what we asked for. You’ll find it below.',
    },
    asked: {
      subject: 'We need something from you: {{plate}}',
      title: 'We need something from you',
      intro: 'Open your request and add what we ask for below, so that we can continue.',
    },
    with_agency: {
      subject: 'With the agency: {{plate}}',
      title: 'Your documents are with the agency',
      intro: 'We’ll email you as soon as they’re issued. From now on, the request can’t be cancelled.',
    },
    cancelled: {
      subject: 'Cancelled and refunded: {{plate}}',
      title: 'Your request has been cancelled',
      intro: 'We’ve refunded {{amount}} to your wallet: everything you paid, including our service.',
    },
    refunded: {
      subject: 'Refund for {{plate}}',
      title: 'We’ve refunded {{amount}}',
      intro:
        'The money is in your wallet. It’s what the agency and the insurer gave back, and the delivery. Our service isn’t refunded once the documents have been with the agency.',
    },
    delivered: {
      subject: 'Delivered: documents for {{plate}}',
      title: 'Your documents have been handed over',
      intro: 'Thank you. We’ll remind you before they expire.',
    },
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
    inspection_booked: {
      subject: 'Your inspection of {{plate}} is booked',
      title: 'Your inspection is booked',
      intro: 'Bring the vehicle and its current documents to the inspection centre.',
    },
    quote_expired: {
      subject: 'Your quote for {{plate}} has expired',
      title: 'Your quote has expired',
      intro: 'You can ask for a new quote at any time. Everything you entered has been saved.',
    },
  },
}
