/** The reminder that a phone shows before a booking ends. */
export const end_reminder = {
  title: 'Your parking ends at {{time}}',
  body: '{{park}}. Need more time? Extend it now.',
  extend: 'Extend',
} as const
