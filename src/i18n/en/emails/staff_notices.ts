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
  brought_back: {
    title: 'Brought back {{count}} times: {{number}}',
    text: 'Send the order out again, or cancel it.',
  },
  documents_paid: {
    title: 'Documents to check: {{number}}',
    text: 'The customer has paid for the documents of {{plate}}. Check the form and its uploads.',
  },
  documents_answered: {
    title: 'Answer to check: {{number}}',
    text: 'The customer has added what was missing for {{plate}}.',
  },
  documents_waiting: {
    title: 'Fee missing: {{number}}',
    text: 'A fee for {{plate}} isn’t in the list. Enter it with its source within two working days, so that the customer gets the quote.',
  },
  documents_assigned: {
    title: 'Request for you: {{number}}',
    text: 'A colleague has given you the documents of {{plate}}.',
  },
  report_waiting: {
    title: 'Report to decide: {{number}}',
    text: 'A driver who has already sent several reports couldn’t park at {{item}} and sent no photo. Their refund waits for your decision.',
  },
  mentioned: {
    title: '{{who}} mentioned you: {{number}}',
    text: 'Read the note on {{number}}.',
  },
  mentioned_customer: {
    title: '{{who}} mentioned you in a note about a customer',
    text: 'Read the note on the customer’s page.',
  },
  booking_refund_waiting: {
    title: 'Refund to decide: {{number}}',
    text: '{{who}} asks to refund {{amount}} of booking {{number}} at {{item}}. Approve or refuse it on the booking’s page.',
  },
  refund_waiting: {
    title: 'Refund to decide: {{number}}',
    text: '{{who}} asks to refund {{amount}} of order {{number}} at {{branch}}. Approve or refuse it under Payments and refunds.',
  },
}
