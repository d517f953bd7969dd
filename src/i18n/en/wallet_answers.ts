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
  columns: {
    created_at: 'Date (UTC)',
    kind: 'Kind',
    description: 'Description',
    reference: 'Reference',
    amount: 'Amount',
    currency: 'Currency',
    balance_after: 'Balance after',
  },
  /** What staff read of each kind of difference between a provider and the books. */
  differences: {
    amount: 'What was paid at {{provider}} is not the amount that we hold.',
    currency: 'What was paid at {{provider}} is in another currency than we asked for. Nothing was credited for it.',
    state: '{{provider}} and we do not say the same of whether this was paid.',
    account: 'This payment was made for another top-up, and was credited to nobody.',
    reference: '{{provider}} does not know this payment any more, though it gave it a name.',
    unknown_payment: '{{provider}} has a payment that nobody here has begun.',
    missing_payment: 'We have credited a payment that {{provider}} does not show.',
    refund_at_provider:
      'Money was sent back at {{provider}} itself. It was taken from the wallet; what that did not hold is owed.',
    refund_amount: 'What {{provider}} sends back is not what we asked for.',
    unknown_refund: '{{provider}} has sent money back of a payment that nobody here has begun.',
    missing_refund: 'We hold this money as sent back, and {{provider}} shows no such refund.',
    fee: '{{provider}} tells another fee of this payment than it told before. The books have the first.',
    dispute: 'The payer’s bank disputes this payment.',
  },
  /** And what they do about it. */
  advice: {
    amount:
      'The wallet has what was really paid. Find the payment at {{provider}} and ask the driver how it came to another sum; send back there what nobody wanted to pay.',
    currency: 'Send the payment back at {{provider}}, and ask the driver to top up again.',
    state:
      'Find the payment at {{provider}}. What was paid there and is not in the wallet is sent back there; what is in the wallet and was never paid goes to {{provider}}’s support with both references.',
    account: 'Find at {{provider}} whose card paid. Send the payment back there, and ask the driver to top up again.',
    reference:
      'Ask {{provider}}’s support with its own reference. Nothing was credited; what was paid all the same still is, by itself.',
    unknown_payment:
      'Find out whether it belongs to another business on the same account. If not, send it back at {{provider}}.',
    missing_payment:
      'Ask {{provider}}’s support with both references. Until it is clear nothing is taken from the wallet.',
    refund_at_provider: 'Ask who sent it back and why, and write that down. The books are right already.',
    refund_amount:
      'Compare the refund at {{provider}} with ours. What is missing is sent there; what is too much is asked for at its support.',
    unknown_refund:
      'Find out at {{provider}} who sent it back, and whether the payment belongs to another business on the same account.',
    missing_refund:
      'Ask {{provider}}’s support for this refund. If it was never sent, send it there: the driver waits for it.',
    fee: 'Compare with the invoice of {{provider}}; the difference is booked where that invoice is.',
    dispute:
      'Answer the bank at {{provider}} before its time runs out, with the booking’s history and receipt. Settle this when the bank has decided.',
  },
  refunds: {
    pending: '{{amount}} has left your wallet. We send it back as soon as the payment provider answers.',
    processing: '{{amount}} is on its way back to you. Banks may take up to ten working days.',
    done: '{{amount}} has been sent back to where it came from. Banks may take up to ten working days to show it.',
    failed: 'The payment provider could not send the money back. It is in your wallet again.',
  },
  lines: {
    top_up: 'Top-up',
    top_up_of: 'Top-up with {{subject}}',
    booking: 'Parking',
    booking_of: 'Parking, booking {{subject}}',
    extension: 'Longer stay',
    extension_of: 'Longer stay, booking {{subject}}',
    overstay_of: 'Stayed longer, booking {{subject}}',
    due_of: 'Amount owed, booking {{subject}}',
    refund: 'Refund',
    refund_of: 'Refund, booking {{subject}}',
    sent_back_of: 'Sent back to where it came from, {{subject}}',
    come_back_of: 'Could not be sent back and is here again, {{subject}}',
    taken_back_of: 'Sent back by the payment provider, {{subject}}',
    disputed_of: 'Taken back by your bank, {{subject}}',
    dispute_won_of: 'Returned by your bank, {{subject}}',
    debt_paid_of: 'Amount owed, payment taken back {{subject}}',
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
