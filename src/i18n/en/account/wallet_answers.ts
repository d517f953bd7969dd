/** What the wallet answers in words: beside a payment's state, and for each line of the statement. */
export const wallet_answers = {
  started: 'Continue to {{provider}} to pay {{amount}}.',
  credited: '{{amount}} has been added to your wallet.',
  pending: 'Your payment isn’t complete yet. We’ll add it to your wallet as soon as {{provider}} confirms it.',
  credited_partly: '{{provider}} confirmed {{amount}} instead of {{requested}}. We’ve added {{amount}} to your wallet.',
  processing:
    'Your bank is still sending the payment, which can take several working days. We’ll add it to your wallet as soon as {{provider}} confirms it.',
  in_progress: 'Payment verification already in progress',
  provider_silent:
    '{{provider}} isn’t responding at the moment. We’ll add the money to your wallet as soon as the payment is confirmed.',
  failed: 'The payment wasn’t completed. Nothing was added to your wallet.',
  for_staff: 'The payment doesn’t match your request. Our team is looking into it.',
  /** What came of the booking that a top-up was for. */
  orders: {
    paid: 'Your payment has arrived and your order is placed.',
    already_paid: 'Your order was already paid for, so we didn’t charge it again.',
    not_covered: 'The payment doesn’t cover your order, so it isn’t placed yet.',
    over: 'Your order was no longer held when the payment arrived, so it wasn’t placed.',
    canceled: 'You had already cancelled this order when the payment arrived, so it wasn’t placed.',
    failed: 'Something went wrong on our side and we couldn’t place your order.',
  },
  bookings: {
    paid: 'Your payment has arrived and your space is booked.',
    booked_again:
      'Your payment has arrived and your space is booked. Your reservation had expired, so the booking has a new code.',
    already_paid: 'Your booking was already paid for, so we didn’t charge it again.',
    not_covered: 'The payment doesn’t cover the space you reserved, so it isn’t booked yet.',
    no_space: 'Your reservation expired before the payment arrived, and there are no spaces left at these times.',
    price_changed:
      'Your reservation expired before the payment arrived, and the price has gone up. We haven’t booked it: you never pay more than the price you saw.',
    not_offered:
      'Your reservation expired before the payment arrived, and you can no longer book this car park at these times.',
    over: 'The payment arrived after the end of the times you chose, so we haven’t booked the space.',
    cancelled: 'You had already given up this space when the payment arrived, so we haven’t booked it.',
    failed: 'Something went wrong on our side and we couldn’t complete your booking.',
  },
  columns: {
    created_at: 'Date (UTC)',
    kind: 'Type',
    description: 'Description',
    reference: 'Reference',
    amount: 'Amount',
    currency: 'Currency',
    balance_after: 'Balance after',
  },
  /** What staff read of each kind of difference between a provider and the books. */
  differences: {
    amount: 'The amount paid at {{provider}} doesn’t match the amount we recorded.',
    currency: 'The payment at {{provider}} is in a different currency from the one requested. Nothing was credited.',
    state: '{{provider}} and our records disagree on whether this was paid.',
    account: 'This payment was made for a different top-up and hasn’t been credited.',
    reference: '{{provider}} no longer recognises this payment, although it gave us a reference for it.',
    unknown_payment: '{{provider}} has a payment we have no record of.',
    missing_payment: 'We credited a payment that isn’t in {{provider}}’s records.',
    refund_at_provider:
      'Money was refunded directly at {{provider}}. It was taken out of the wallet; any shortfall was added to the driver’s outstanding balance.',
    refund_amount: 'The refund at {{provider}} doesn’t match the amount we requested.',
    unknown_refund: '{{provider}} refunded a payment we have no record of.',
    missing_refund: 'We recorded this refund as sent, but it isn’t in {{provider}}’s records.',
    fee: '{{provider}} now reports a different fee for this payment. Our books still have the first one.',
    dispute: 'The payer’s bank has disputed this payment.',
    unknown_payout: '{{provider}} has a payout that we have no record of.',
    missing_payout: 'We recorded this payout as sent, but it isn’t in {{provider}}’s records.',
    unknown_return:
      '{{provider}} recorded a returned payout that doesn’t match any payout in our records. Nothing was booked.',
    payout_amount: 'The payout at {{provider}} doesn’t match the amount we sent.',
    payout_state: '{{provider}} and our records disagree on whether this payout arrived.',
  },
  /** And what they do about it. */
  advice: {
    amount:
      'The wallet was credited with the amount actually paid. Find the payment at {{provider}}, ask the driver about the difference, and refund there anything paid by mistake.',
    currency: 'Refund the payment at {{provider}} and ask the driver to top up again.',
    state:
      'Find the payment at {{provider}}. If it was paid but isn’t in the wallet, refund it there. If it’s in the wallet but was never paid, contact {{provider}}’s support with both references.',
    account:
      'Find out at {{provider}} whose card was charged. Refund the payment there and ask the driver to top up again.',
    reference:
      'Contact {{provider}}’s support with their reference. Nothing was credited; if the payment did go through, it will still be credited automatically.',
    unknown_payment:
      'Check whether it belongs to another business on the same account. If not, refund it at {{provider}}.',
    missing_payment:
      'Contact {{provider}}’s support with both references. Don’t take anything out of the wallet until this is resolved.',
    refund_at_provider: 'Find out who refunded it and why, and add a note. Our books are already correct.',
    refund_amount:
      'Compare the refund at {{provider}} with ours. Send any missing amount there, or ask their support to return any excess.',
    unknown_refund:
      'Find out at {{provider}} who refunded it and whether the payment belongs to another business on the same account.',
    missing_refund:
      'Ask {{provider}}’s support about this refund. If it was never sent, send it from there: the driver is waiting for it.',
    fee: 'Compare it with {{provider}}’s invoice and book the difference along with that invoice.',
    dispute:
      'Respond to the bank at {{provider}} before the deadline, with the booking history and receipt. Close this once the bank has decided.',
    unknown_payout:
      'Find out at {{provider}} who sent it, who received it, and whether it belongs to another business on the same account. If not, replace {{provider}}’s keys immediately.',
    missing_payout:
      'Ask {{provider}}’s support about this payout. Don’t send it again before they have confirmed that it never left.',
    unknown_return:
      'Find the reversal at {{provider}} by its reference, and the payout it belongs to by its amount and recipient. If it’s one of ours, it is booked once {{provider}} shows that payout as reversed; if they don’t, contact their support with both references.',
    payout_amount:
      'Compare the payout at {{provider}} with ours, and settle the difference with the payee by an adjustment.',
    payout_state:
      'Find the payout at {{provider}}. If it was returned, mark it as returned; if it arrived, contact their support with both references.',
  },
  refunds: {
    pending: '{{amount}} has left your wallet. We’ll send it as soon as the payment provider responds.',
    processing: '{{amount}} is on its way to you. Banks can take up to 10 working days.',
    done: '{{amount}} has been sent to your original payment method. It can take up to 10 working days to appear.',
    failed: 'The payment provider couldn’t send the money. It’s back in your wallet.',
  },
  lines: {
    top_up: 'Top-up',
    top_up_of: 'Top-up with {{subject}}',
    booking: 'Parking',
    booking_of: 'Parking, booking {{subject}}',
    extension: 'Extension',
    extension_of: 'Extension, booking {{subject}}',
    overstay_of: 'Overstay, booking {{subject}}',
    returned_of: 'Charge returned, booking {{subject}}',
    due_of: 'Outstanding balance, booking {{subject}}',
    refund: 'Refund',
    refund_of: 'Refund, booking {{subject}}',
    goodwill_of: 'Credit from us, booking {{subject}}',
    sent_back_of: 'Withdrawal, {{subject}}',
    come_back_of: 'Failed withdrawal returned, {{subject}}',
    taken_back_of: 'Top-up refunded by the payment provider, {{subject}}',
    disputed_of: 'Top-up reversed by your bank, {{subject}}',
    dispute_won_of: 'Reversed top-up returned, {{subject}}',
    debt_paid_of: 'Outstanding balance, reversed top-up {{subject}}',
    order: 'Order',
    order_of: 'Order {{subject}}',
    ticket: 'Event ticket',
    ticket_of: 'Event ticket {{subject}}',
    document: 'Vehicle document',
    document_of: 'Vehicle document {{subject}}',
    adjustment: 'Correction by our team',
    adjustment_of: 'Correction by our team, {{subject}}',
    document_refund_of: 'Refund, vehicle documents {{subject}}',
    order_refund_of: 'Refund, order {{subject}}',
    order_release: 'Order completed',
    order_release_of: 'Order completed, {{subject}}',
    provider_fee: 'Fee of the payment provider',
    provider_fee_of: 'Fee of the payment provider, {{subject}}',
    document_release: 'Document fees paid out',
    document_release_of: 'Document fees paid out, request {{subject}}',
    settlement: 'Settlement',
    payout: 'Payout',
    payout_of: 'Payout {{subject}}',
    statement_of: 'Statement {{subject}}',
    settlement_of: 'Settlement {{subject}}',
    counter: 'Paid at a counter',
    counter_of: 'Paid at a counter, {{subject}}',
    paid_out_of: 'Paid out at a counter, booking {{subject}}',
    cash: 'Cash',
    cash_of: 'Cash of shift {{subject}}',
    park_merge_of: 'Moved from merged car park {{subject}}',
  },
} as const
