/** Text messages, and the page that shows those of a development server. */
export const sms = {
  test: 'This is a test message from {{product}}.',
  simulated: {
    title: 'Development text messages',
    description: 'Text messages this development server would have sent, newest first. None were actually sent.',
    empty: 'No text messages yet.',
    from: 'From {{sender}} ({{provider}})',
    search: 'Show messages to',
    show: 'Show',
  },
} as const
