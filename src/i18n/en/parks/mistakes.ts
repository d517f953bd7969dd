/** What the server answers to who tells what is wrong about a car park. */
export const mistakes = {
  thanks: 'Thank you. We’ll check it and make any corrections.',
  outcome: {
    subject: 'Your report about {{park}}',
    title: 'What came of your report',
    intro: 'Thank you for telling us about a mistake in our information about {{park}}. We have looked into it:',
    open: 'View car park',
  },
} as const
