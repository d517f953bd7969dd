/** The mail about papers that expire soon. */
export const reminders = {
  subject: '{{plate}}: {{paper}} expires {{when}}',
  subject_more: '{{plate}}: {{paper}} expires {{when}}, and more',
  title: 'A paper of your vehicle expires soon',
  intro: 'You told us until when these are good, so that we would tell you in time.',
  renew: 'Renew the papers',
  renewed: 'Renewed already? Put the new date on your profile: {{url}}',
} as const
