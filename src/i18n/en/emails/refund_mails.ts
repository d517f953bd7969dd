/** The mails about money that goes back to where a top-up came from. */
export const refund_mails = {
  begun: {
    subject: 'Withdrawal on its way: {{reference}}',
    title: 'Your withdrawal is on its way',
    intro:
      'The money has left your wallet. {{provider}} is sending it back to your original payment method, which can take up to 10 working days. If it fails, we’ll return the money to your wallet and email you.',
  },
  done: {
    subject: 'Withdrawal sent: {{reference}}',
    title: 'Your withdrawal has been sent',
    intro:
      '{{provider}} has sent the money to your original payment method. It can take up to 10 working days to appear.',
  },
  failed: {
    subject: 'Withdrawal failed: {{reference}}',
    title: 'Your withdrawal failed',
    intro: '{{provider}} couldn’t send the money, so we’ve returned it to your wallet. You can spend it or try again.',
  },
  taken_back: {
    subject: 'Top-up refunded: {{reference}}',
    title: 'A top-up was refunded',
    intro:
      '{{provider}} refunded one of your top-ups to your original payment method, so we’ve taken the amount out of your wallet.',
  },
  disputed: {
    subject: 'Top-up reversed by your bank: {{reference}}',
    title: 'Your bank reversed a top-up',
    intro:
      'Your bank asked {{provider}} to return the money from a top-up, so we’ve taken the amount out of your wallet.',
  },
  returned: {
    subject: 'Top-up returned to your wallet: {{reference}}',
    title: 'A top-up is back in your wallet',
    intro: 'We’ve received the money from your reversed top-up again and added it to your wallet.',
  },
  adjusted: {
    subject: 'Your wallet was corrected',
    title: 'We’ve corrected your wallet',
    added: 'Our team has added {{amount}} to your wallet.',
    taken: 'Our team has taken {{amount}} out of your wallet.',
    question: 'If you didn’t expect this, contact us: {{contact}}',
  },
  facts: {
    reference: 'Reference',
    payment: 'Top-up',
    amount: 'Amount',
    owed: 'Still to pay',
  },
  owed: 'Your wallet didn’t cover the full amount. The rest is paid first with your next booking in this currency, or you can pay it from your wallet at any time.',
  open: 'Go to wallet',
} as const
