/** Notices to staff: in the desk's bell and by email. */
export const staff_notices = {
  open: 'Open in the desk',
  low_stock: {
    title: 'Low stock: {{item}}',
    text_one: '{{branch}} has one left that isn’t reserved.',
    text_other: '{{branch}} has {{count}} left that aren’t reserved.',
  },
  problem_reported: {
    title: 'Service reported: {{number}}',
    text: 'A customer says that “{{item}}” at {{branch}} wasn’t done as sold. Refund it or answer within 48 hours, otherwise it’s refunded.',
  },
  refund_waiting: {
    title: 'Refund to decide: {{number}}',
    text: '{{who}} asks to refund {{amount}} of order {{number}} at {{branch}}. Approve or refuse it under Payments and refunds.',
  },
}
