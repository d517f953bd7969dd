/** The mails of an order. */
export const order_mails = {
  message_to_customer: {
    subject: 'New message about order {{number}}',
    title: 'You have a new message',
    intro: '{{branch}} wrote to you about order {{number}}.',
    open: 'Read the message',
  },
  message_to_branch: {
    subject: 'Order {{number}}: the customer has written',
    title: 'A customer is waiting for an answer',
    intro: 'The customer of order {{number}} at {{branch}} wrote to you.',
    open: 'Open the conversation',
  },
  unclaimed_message: {
    subject: 'Order {{number}}: a message nobody has answered',
    title: 'A customer is waiting for an answer',
    intro: 'The customer of order {{number}} wrote to {{branch}}. Nobody has claimed the conversation yet.',
    open: 'Open the conversation',
  },
  pay_link: {
    subject: 'Pay for order {{number}}',
    title: 'Your order is ready to be paid',
    intro:
      '{{branch}} has taken your order and reserved everything for you. Log in with this email address and pay from your wallet; you can add money on the same page. If it isn’t paid in time, the order is cancelled and you’re charged nothing.',
  },
  substitute_offered: {
    subject: 'Confirm a replacement: order {{number}}',
    title: '{{branch}} suggests a replacement',
    intro:
      '{{branch}} suggests another item in place of one in your order. It costs {{amount}} more than you paid. Log in with this email address to confirm and pay the difference from your wallet. If you don’t, your order stays as it is and you’re charged nothing.',
  },
  substituted: {
    subject: 'An item was replaced: order {{number}}',
    title: 'An item in your order was replaced',
    intro: '{{branch}} has replaced an item in your order. The rest of your order stays as it is.',
  },
  placed: {
    subject: 'Order placed: {{number}}',
    title: 'Your order has been placed',
    intro: '{{branch}} has your order and will confirm it shortly. Your number of the day is {{token}}.',
  },
  accepted: {
    subject: 'Order confirmed: {{number}}',
    title: 'Your order is confirmed',
    intro: '{{branch}} has accepted your order and will have it ready at the time below.',
  },
  delayed: {
    subject: 'Your order is delayed: {{number}}',
    title: 'Your order will take a little longer',
    intro: 'We’re sorry: {{branch}} needs more time for your order. The new time is below.',
  },
  ready: {
    subject: 'Your order is ready: {{number}}',
    title: 'Your order is ready',
    intro: 'Collect it from {{branch}} and give order number {{number}} or {{token}} at the counter.',
  },
  ready_for_delivery: {
    subject: 'Your order is ready: {{number}}',
    title: 'Your order is ready',
    intro: '{{branch}} has your order ready and will send it on its way soon.',
  },
  out_for_delivery: {
    subject: 'Your order is on its way: {{number}}',
    title: 'Your order is on its way',
    intro: 'Give the code shown on the order page when your order is handed over.',
  },
  delivered: {
    subject: 'Order delivered: {{number}}',
    title: 'Your order has been delivered',
    intro: 'Something wrong? Contact us with your order number.',
  },
  rejected: {
    subject: '{{branch}} couldn’t take your order: {{number}}',
    title: 'Your order wasn’t accepted',
    intro: 'We’re sorry: {{branch}} can’t take your order. Anything you paid is back in your wallet.',
  },
  not_answered: {
    subject: '{{branch}} didn’t answer in time: {{number}}',
    title: 'Your order wasn’t confirmed in time',
    intro: 'We’re sorry: {{branch}} didn’t confirm your order in time. Anything you paid is back in your wallet.',
  },
  canceled: {
    subject: 'Order cancelled: {{number}}',
    title: 'Your order is cancelled',
    intro: 'We’ve cancelled your order. Anything you paid is back in your wallet.',
  },
  canceled_by_branch: {
    subject: '{{branch}} cancelled your order: {{number}}',
    title: 'Your order was cancelled',
    intro: 'We’re sorry: {{branch}} had to cancel your order. Anything you paid is back in your wallet.',
  },
  undeliverable: {
    subject: 'We couldn’t deliver your order: {{number}}',
    title: 'Your order couldn’t be delivered',
    intro: 'Anything you paid for the items is back in your wallet. The delivery charge isn’t refunded.',
  },
  not_collected: {
    subject: 'You didn’t collect your order: {{number}}',
    title: 'Your order was cancelled',
    intro:
      'You didn’t collect your order within 24 hours of closing time. Goods you’ve paid for are refunded to your wallet less {{kept}}. Food and services aren’t refunded.',
  },
  not_paid: {
    subject: 'Your payment came too late for order {{number}}',
    title: 'Your order wasn’t placed',
    intro:
      'Your payment has arrived, but your order at {{branch}} was no longer held. The money is in your wallet. You can put everything back into your cart from the order page.',
  },
  refunded: {
    subject: 'Refund for order {{number}}',
    title: 'We’ve refunded {{amount}}',
    intro: 'We’ve refunded {{amount}} of your order to your wallet.',
  },
  problem_refunded: {
    subject: 'Service refunded: order {{number}}',
    title: 'We’ve refunded {{amount}}',
    intro: '{{branch}} has refunded the service that you reported. The money is in your wallet.',
  },
  problem_refused: {
    subject: 'Answer to your report: order {{number}}',
    title: '{{branch}} has answered your report',
    intro: '{{branch}} doesn’t refund the service that you reported. The reason is below.',
  },
  problem_not_answered: {
    subject: 'Service refunded: order {{number}}',
    title: 'We’ve refunded {{amount}}',
    intro: '{{branch}} didn’t answer your report within 48 hours, so we’ve refunded the service to your wallet.',
  },
  return_approved: {
    subject: 'Return approved for order {{number}}',
    title: 'You can bring it back',
    intro: '{{branch}} has approved your return. Bring the items to the branch. We’ll refund you once they’re there.',
  },
  return_refused: {
    subject: 'Return refused for order {{number}}',
    title: 'Your return wasn’t approved',
    intro: '{{branch}} can’t take the items back. The reason is below.',
  },
  facts: {
    number: 'Order',
    branch: 'Branch',
    time: 'Time',
    total: 'Total',
    payment: 'Payment',
    pay_by: 'Pay by',
    replaced: 'Your item',
    substitute: 'Replaced by',
    due: 'To pay',
    difference: 'Difference refunded to your wallet',
    refunded: 'Refunded to your wallet',
    reason: 'Reason',
  },
  in_cash: 'In cash, when it’s handed over',
  open: 'View order',
  pay: 'Pay now',
  reasons: {
    parking_canceled: 'Your parking booking {{code}} was cancelled',
    substituted: '{{substitute}} instead of {{replaced}} (order {{number}})',
    first_canceled: 'Order {{number}}, to which this one adds, was cancelled',
    sold_out: 'Sold out',
    too_busy: 'Too busy right now',
    closed: 'Closed',
    address: 'We don’t deliver to this address',
    customer_away: 'Nobody was there',
    wrong_address: 'The address couldn’t be found',
    refused: 'The customer refused the order',
    no_code: 'Handed over without the code',
    left_there: 'Left at the agreed place',
    given_to_other: 'Given to somebody else on site',
  },
}
