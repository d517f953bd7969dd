/** The mails about a top-up. */
export const top_up_mails = {
  partial: {
    subject: 'We received {{paid}} of your top-up: {{reference}}',
    title: 'Your top-up arrived only in part',
    intro: '{{provider}} confirmed less than the amount you asked for, so we’ve added {{paid}} to your wallet.',
    reference: 'Top-up',
    requested: 'Requested',
    received: 'Received',
    hint: 'If you reserved a space that costs more, it isn’t paid yet: add the missing amount to complete the booking. If you paid the full amount, reply with this reference and we’ll look into it.',
    open: 'Go to wallet',
  },
} as const
