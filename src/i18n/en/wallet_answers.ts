/** What the wallet answers in words: beside a payment's state, and for each line of the statement. */
export const wallet_answers = {
  started: 'Continue to {{provider}} to pay {{amount}}.',
  credited: '{{amount}} has been added to your wallet.',
  pending: 'The payment is not completed yet. We add it to your wallet as soon as {{provider}} confirms it.',
  in_progress: 'Payment verification already in progress',
  provider_silent:
    '{{provider}} does not answer at the moment. We keep asking, and add the payment to your wallet as soon as it is confirmed.',
  failed: 'The payment was not completed. Nothing was added to your wallet.',
  for_staff: 'The payment is not what was asked for. Our team is looking into it and will put it right.',
  lines: {
    top_up: 'Top-up',
    top_up_of: 'Top-up with {{subject}}',
    booking: 'Parking',
    booking_of: 'Parking, booking {{subject}}',
    extension: 'Longer stay',
    extension_of: 'Longer stay, booking {{subject}}',
    refund: 'Refund',
    refund_of: 'Refund, booking {{subject}}',
    order: 'Order',
    order_of: 'Order {{subject}}',
    ticket: 'Event ticket',
    ticket_of: 'Event ticket {{subject}}',
    document: 'Vehicle document',
    document_of: 'Vehicle document {{subject}}',
    adjustment: 'Correction by our team',
    adjustment_of: 'Correction by our team, {{subject}}',
  },
} as const
