/** The mail about papers that expire soon. */
export const reminders = {
  subject: '{{plate}}: {{paper}} expires {{when}}',
  subject_more: '{{plate}}: {{paper}} and more expire soon ({{when}})',
  title: 'Your vehicle documents expire soon',
  intro: 'You saved these dates so that we could remind you in time.',
  renew: 'Renew documents',
  renew_for: 'Renew documents of {{plate}}',
  renewed: 'Already renewed? Update the date in your profile: {{url}}',
} as const
