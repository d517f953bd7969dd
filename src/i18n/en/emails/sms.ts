/** Text messages, and the page that shows those of a development server. */
export const sms = {
  test: 'This is a test message from {{product}}.',
  code: '{{code}} is your {{product}} code. It expires after {{time}}. Never share it.',
  code_of_account: '{{code}} logs you in to your {{product}} account. It expires after {{time}}. Never share it.',
  stop_by_reply: 'Reply STOP to end.',
  stop_by_link: 'End: {{url}}',
  /** Messages to customers, in one part of 160 signs; `name` is a car park or a branch, and is shortened where it has to be. */
  texts: {
    booked: '{{product}}: {{name}} is booked from {{from}} to {{to}} for {{plate}}. Booking {{code}}.',
    cancelled: '{{product}}: booking {{code}} at {{name}} is cancelled. Refunded to your wallet: {{amount}}.',
    cancelled_by_park:
      '{{product}}: {{name}} cancelled booking {{code}} for {{from}}. Refunded to your wallet: {{amount}}.',
    event_cancelled:
      '{{product}}: the event is cancelled, and so is booking {{code}} at {{name}}. Refunded to your wallet: {{amount}}.',
    moved: '{{product}}: your new space is at {{name}}, from {{from}} to {{to}}. Booking {{code}}.',
    rescheduled: '{{product}}: booking {{code}} at {{name}} is now from {{from}} to {{to}}.',
    extend_failed: '{{product}}: we couldn’t extend booking {{code}} at {{name}}. It ends at {{to}}.',
    parking_ends: '{{product}}: your parking at {{name}} ends at {{time}}. Extend it: {{url}}',
    pay_link: '{{product}}: pay for order {{number}} at {{name}} by {{pay_by}}: {{url}}',
    substitute_offered: '{{product}}: {{name}} suggests a replacement in order {{number}}. Answer here: {{url}}',
    accepted: '{{product}}: {{name}} has confirmed order {{number}} for {{time}}.',
    delayed: '{{product}}: {{name}} needs more time for order {{number}}. New time: {{time}}.',
    ready: '{{product}}: order {{number}} is ready at {{name}}. Your number at the counter: {{token}}.',
    out_for_delivery: '{{product}}: order {{number}} from {{name}} is on its way. Have the code from its page ready.',
    rejected: '{{product}}: {{name}} can’t take order {{number}}. Anything you paid is back in your wallet.',
    not_answered:
      '{{product}}: {{name}} didn’t confirm order {{number}} in time. Anything you paid is back in your wallet.',
    canceled_by_branch:
      '{{product}}: {{name}} had to cancel order {{number}}. Anything you paid is back in your wallet.',
    undeliverable:
      '{{product}}: order {{number}} from {{name}} couldn’t be delivered. Anything you paid for its items is back in your wallet.',
  },
  simulated: {
    title: 'Development text messages',
    description: 'Text messages this development server would have sent, newest first. None were actually sent.',
    empty: 'No text messages yet.',
    from: 'From {{sender}} ({{provider}})',
    search: 'Show messages to',
    show: 'Show',
  },
} as const
