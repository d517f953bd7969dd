/** The mails about money that goes back to where a top-up came from. */
export const refund_mails = {
  begun: {
    subject: 'Your money is on its way back: {{reference}}',
    title: 'Your money is on its way back',
    intro:
      'It has left your wallet and goes back through {{provider}} to where it came from. Banks may take up to ten working days. Should it fail, the money is in your wallet again, and we write to you.',
  },
  done: {
    subject: 'Your money was sent back: {{reference}}',
    title: 'Your money was sent back',
    intro: '{{provider}} has sent it to where it came from. Banks may take up to ten working days to show it.',
  },
  failed: {
    subject: 'Your money could not be sent back: {{reference}}',
    title: 'Your money is in your wallet again',
    intro: '{{provider}} could not send it back. You can spend it, or try again from your wallet.',
  },
  taken_back: {
    subject: 'A top-up was sent back: {{reference}}',
    title: 'A top-up was sent back',
    intro: '{{provider}} has sent a top-up of yours back to where it came from, and so it has left your wallet.',
  },
  disputed: {
    subject: 'Your bank has taken a top-up back: {{reference}}',
    title: 'Your bank has taken a top-up back',
    intro: 'Your bank has asked {{provider}} for the money of a top-up, and so it has left your wallet.',
  },
  returned: {
    subject: 'A top-up is in your wallet again: {{reference}}',
    title: 'A top-up is in your wallet again',
    intro: 'What had been taken back of your top-up has come back to us, and so to you.',
  },
  facts: {
    reference: 'Reference',
    payment: 'Top-up',
    amount: 'Amount',
    owed: 'Still owed',
  },
  owed: 'Your wallet did not hold all of it. What is owed is paid first with your next booking in this currency, or as soon as you pay it from your wallet.',
  open: 'Open my wallet',
} as const
