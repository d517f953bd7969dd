/** What the account's page of notifications says of an order. */
export const notifications = {
  pay_link: {
    title: 'Order waiting for payment',
    text: '{{branch}} has taken order {{number}} for you. Pay for it in time, or it’s cancelled.',
  },
  substitute_offered: {
    title: 'Replacement suggested',
    text: '{{branch}} suggests another item for {{amount}} more. Confirm it in time, or your order stays as it is.',
  },
  substituted: {
    title: 'Item replaced',
    text: '{{branch}} has replaced an item in order {{number}}.',
  },
  placed: {
    title: 'Order placed',
    text: '{{branch}} has received order {{number}} and will confirm it soon.',
  },
  accepted: {
    title: 'Order confirmed',
    text: '{{branch}} will have order {{number}} ready on {{time}}.',
  },
  delayed: {
    title: 'Order delayed',
    text: '{{branch}} needs more time for order {{number}}. It will be ready on {{time}}.',
  },
  ready: {
    title: 'Order ready',
    text: 'Collect order {{number}} from {{branch}}. Your number at the counter is {{token}}.',
  },
  ready_for_delivery: {
    title: 'Order ready',
    text: 'Order {{number}} is ready at {{branch}} and will be on its way soon.',
  },
  out_for_delivery: {
    title: 'Order on its way',
    text: 'Have the code from the order page ready when order {{number}} is handed over.',
  },
  delivered: {
    title: 'Order delivered',
    text: 'Something wrong with order {{number}}? Contact us with that number.',
  },
  rejected: {
    title: 'Order not accepted',
    text: '{{branch}} can’t take order {{number}}. Anything you paid is back in your wallet.',
  },
  not_answered: {
    title: 'Order not confirmed',
    text: '{{branch}} didn’t confirm order {{number}} in time. Anything you paid is back in your wallet.',
  },
  canceled: {
    title: 'Order cancelled',
    text: 'You cancelled order {{number}}. Anything you paid is back in your wallet.',
  },
  canceled_by_branch: {
    title: 'Order cancelled by the branch',
    text: '{{branch}} had to cancel order {{number}}. Anything you paid is back in your wallet.',
  },
  undeliverable: {
    title: 'Order not delivered',
    text: 'Anything you paid for the items of order {{number}} is back in your wallet. The delivery charge isn’t refunded.',
  },
  not_collected: {
    title: 'Order not collected',
    text: 'Order {{number}} was cancelled. Goods you’ve paid for are refunded to your wallet less {{kept}}. Food and services aren’t refunded.',
  },
  problem_refunded: {
    title: 'Service refunded',
    text: '{{branch}} has refunded {{amount}} for the service you reported in order {{number}}.',
  },
  problem_refused: {
    title: 'Answer to your report',
    text: '{{branch}} has answered your report about order {{number}}. There’s no refund.',
  },
  problem_not_answered: {
    title: 'Service refunded',
    text: '{{branch}} didn’t answer your report about order {{number}} in time. {{amount}} is back in your wallet.',
  },
  return_approved: {
    title: 'Return approved',
    text: 'Bring the items of order {{number}} to {{branch}}. We’ll refund you once they’re there.',
  },
  return_refused: {
    title: 'Return refused',
    text: '{{branch}} can’t take back the items of order {{number}}.',
  },
  not_paid: {
    title: 'Order not placed',
    text: 'Your payment came too late for order {{number}} at {{branch}}. The money is in your wallet.',
  },
  refunded: {
    title: 'Refund of {{amount}}',
    text: 'We’ve refunded {{amount}} of order {{number}} to your wallet.',
  },
  delivery_offered: {
    title: 'Delivery offered',
    text: 'Order {{number}} from {{branch}}, to be delivered by {{time}}.',
  },
  delivery_assigned: {
    title: 'Delivery assigned to you',
    text: 'Deliver order {{number}} from {{branch}} by {{time}}.',
  },
  delivery_withdrawn: {
    title: 'Delivery withdrawn',
    text: 'You no longer have order {{number}} from {{branch}}.',
  },
  delivery_canceled: {
    title: 'Delivery cancelled',
    text: 'Order {{number}} is cancelled. Bring what you picked up back to {{branch}}.',
  },
}
