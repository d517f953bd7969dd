/** What the server answers about an account. None of these may tell whether an address is known. */
export const accounts = {
  registered: 'Please look into your mailbox: we have written to {{email}}.',
  resent: 'If this address is waiting to be confirmed, a new code is on its way to it.',
  erasure_code: 'A code to erase your account with is on its way to you.',
  forgotten: 'If there is an account for this address, a code for a new password is on its way to it.',
} as const
