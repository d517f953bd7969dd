/** The mails with a report. */
export const report_mails = {
  report: {
    subject: '{{report}}: {{days}}',
    title: '{{report}}: {{days}}',
    intro: 'Here are the totals of the report.',
    nothing: 'There is nothing to report for this time.',
    open: 'Open the report and save its file',
    why: 'A colleague has set up this email. To stop it, ask them or open the report and choose “Send by email”.',
  },
}
