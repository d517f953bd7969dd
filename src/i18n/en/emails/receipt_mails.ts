/** Receipts that counters send. */
export const receipt_mails = {
  receipt: {
    subject: 'Your receipt from {{branch}}: {{number}}',
    title: 'Your receipt',
    intro: 'You paid {{amount}} at {{branch}}. Your receipt is attached.',
    open: 'Open the order',
    once: 'We use this address for this receipt alone, and delete it once the email is sent.',
  },
}
