/** Notices to staff: in the desk's bell and by email. */
export const staff_notices = {
  open: 'Open in the desk',
  low_stock: {
    title: 'Low stock: {{item}}',
    text_one: '{{branch}} has one left that isn’t reserved.',
    text_other: '{{branch}} has {{count}} left that aren’t reserved.',
  },
  refund_waiting: {
    title: 'Refund to decide: {{number}}',
    text: '{{who}} asks to refund {{amount}} of order {{number}} at {{branch}}. Approve or refuse it under Payments and refunds.',
  },
}
