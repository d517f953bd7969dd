/** Mails about what operators and branches are paid. */
export const payout_mails = {
  open: 'Open your balance',
  paid: {
    subject: 'We’ve paid you {{amount}}',
    title: 'Your payout of {{amount}}',
    intro: 'We’ve paid {{amount}} to the account {{account}} of {{payee}} (payout {{number}}).',
    note: 'Your bank may need a day or two to show it. The statement lists every booking and order.',
  },
  failed: {
    subject: 'Your payout of {{amount}} failed',
    title: 'Your payout failed',
    intro:
      'We couldn’t pay {{amount}} to the account {{account}} of {{payee}} (payout {{number}}). We still owe you this amount.',
    note: 'Please check your account’s details. Your next payout includes this amount.',
  },
  part_returned: {
    subject: '{{amount}} of your payout was returned',
    title: 'Part of your payout was returned',
    intro:
      '{{amount}} of payout {{number}} to the account {{account}} of {{payee}} was returned to us. We owe you this amount again.',
    note: 'Please check your account’s details. Your next payout includes this amount.',
  },
  account_changed: {
    subject: 'The account for your payouts has changed',
    title: 'A new account for your payouts',
    intro: 'Somebody set the account {{account}} for payouts to {{payee}}. We pay to it from {{day}}.',
    note: 'Wasn’t it you or a colleague? Reply to this email at once, and we’ll stop payouts.',
  },
  account_refused: {
    subject: 'We can’t pay to your account',
    title: 'Your account was refused',
    intro: 'We can’t use the account {{account}} for payouts to {{payee}}. Please enter another one.',
    note: 'We still owe you your balance.',
  },
  identity_refused: {
    subject: 'We couldn’t confirm who we pay',
    title: 'Please send your details again',
    intro: 'We couldn’t confirm the identity of {{payee}}, so we can’t pay you yet.',
    note: 'We still owe you your balance.',
  },
  negative: {
    subject: 'Your balance is negative',
    title: 'Your balance is {{amount}}',
    intro:
      'Refunds and cash that you kept exceed what {{payee}} has earned: the balance has been negative for 60 days, and is now {{amount}}.',
    note: 'New sales reduce it. Please contact us if you want to pay it.',
  },
} as const
