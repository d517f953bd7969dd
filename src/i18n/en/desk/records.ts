/** The records of the desk: names of facts and fields, what can be done with them, and what it does. */
export const records = {
  invitations: {
    fields: { scope: 'Held for', language: 'Language of the email' },
    states: { waiting: 'Waiting', accepted: 'Accepted', expired: 'Expired', withdrawn: 'Withdrawn' },
    actions: { resend: 'Send again', withdraw: 'Withdraw' },
    done: { resend: 'A new link is on its way. The one before no longer works.', withdraw: 'Invitation withdrawn.' },
    effects: { withdraw: 'The link no longer works. You can invite the person again later.' },
  },
} as const
