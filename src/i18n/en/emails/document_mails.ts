/** The mails of a request for vehicle documents. */
export const document_mails = {
  open: 'Open your request',
  refused: '{{document}}: {{reason}}',
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
    phone: 'Phone',
    hours: 'Opening hours',
  },
  topics: {
    paid: {
      subject: 'Paid: vehicle documents for {{plate}}',
      title: 'Thank you, we’ve received your payment',
      intro:
        'We’re checking your documents now. If anything is missing, we’ll email you. Until your documents are with the agency, you can cancel for a full refund.',
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
      intro: 'We’ve refunded {{amount}} to your wallet: everything you paid, including our service fee.',
    },
    refunded: {
      subject: 'Refund for {{plate}}',
      title: 'We’ve refunded {{amount}}',
      intro:
        'The money is in your wallet. It’s what the agency and the insurer returned, plus any delivery charge. Our service fee isn’t refunded once the documents have been with the agency.',
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
    incomplete: {
      subject: 'Please check your request: {{plate}}',
      title: 'Your request needs a change',
      intro:
        'While we were looking up the fees, one of your current documents expired or no longer covers the first day of your new licence. Open your request, correct what it shows, and ask for the quote again.',
    },
    quoted: {
      subject: 'Your quote for {{plate}}',
      title: 'Your quote is ready',
      intro: 'Your quote is valid until {{until}}. It lists every fee with its source and the date we checked it.',
    },
    inspection_passed: {
      subject: 'Inspection passed: {{plate}}',
      title: 'Your vehicle passed its inspection',
      intro: 'We’re handing your request to the agency.',
    },
    inspection_failed: {
      subject: 'Inspection failed: {{plate}}',
      title: 'Your vehicle didn’t pass its inspection',
      intro:
        'Have the defects below repaired, then open your request and book another appointment. You can also cancel for a full refund.',
    },
    issued: {
      subject: 'Issued: documents for {{plate}}',
      title: 'Your documents have been issued',
      intro: 'We’ll email you once they’re on their way or ready for pickup.',
    },
    partly_issued: {
      subject: 'Partly issued: documents for {{plate}}',
      title: 'Some of your documents have been issued',
      intro:
        'You’ll find below what wasn’t issued, and why. We’ll refund whatever the agency or the insurer returns for it, and email you once the issued documents are on their way or ready for pickup.',
    },
    part_refunded: {
      subject: 'Refund for {{plate}}',
      title: 'We’ve refunded {{amount}}',
      intro:
        'The money is in your wallet. It’s what the agency or the insurer returned for what wasn’t issued. Our service fee isn’t refunded once the documents have been with the agency.',
    },
    rejected: {
      subject: 'Rejected: documents for {{plate}}',
      title: 'The agency has rejected your request',
      intro:
        'You’ll find the agency’s reason below. We’ll refund whatever the agency and the insurer return, plus any delivery charge.',
    },
    dispatched: {
      subject: 'On their way: documents for {{plate}}',
      title: 'Your documents are on their way',
      intro: 'The courier will hand them over to you.',
    },
    ready_for_pickup: {
      subject: 'Ready for pickup: documents for {{plate}}',
      title: 'Your documents are ready for pickup',
      intro: 'Bring the code that your request shows.',
    },
    inspection_booked: {
      subject: 'Your inspection of {{plate}} is booked',
      title: 'Your inspection is booked',
      intro: 'Bring the vehicle and its current documents to the inspection centre.',
    },
    begun: {
      subject: 'Your request for vehicle documents: {{plate}}',
      title: 'We’ve started your request',
      intro:
        'You asked us for vehicle documents, so we’ve filled in the details you sent. Open your request, complete it and ask for your quote. There’s nothing to pay until then.',
    },
    inspection_reminder: {
      subject: 'Reminder: inspection of {{plate}}',
      title: 'Your inspection is coming up',
      intro:
        'Bring the vehicle and its current documents to the inspection centre at the time below. If you can’t come, please tell the centre.',
    },
    quote_expired: {
      subject: 'Your quote for {{plate}} has expired',
      title: 'Your quote has expired',
      intro: 'You can ask for a new quote at any time. Everything you entered has been saved.',
    },
  },
}
