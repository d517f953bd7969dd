/** The mails with a report. */
export const report_mails = {
  report: {
    subject: '{{report}}: {{days}}',
    title: '{{report}}: {{days}}',
    intro: 'Here are the totals of the report.',
    nothing: 'There is nothing to report for this period.',
    attached: 'The file with all rows is attached.',
    too_large: 'The file is too large for an email. Open the report to save it.',
    open: 'Open the report',
    why: 'A colleague has set up this email. To stop it, ask them or open the report and choose “Send by email”.',
  },
}
