/** What the server answers about an account. None of these may tell whether an address is known. */
export const accounts = {
  /** The title of a record of the desk. */
  limits: 'Limits',
  no_role: 'No role',
  colleague: 'A colleague',
  registered: 'Check your inbox: we’ve sent an email to {{email}}.',
  resent: 'If this address still needs confirming, we’ve sent it a new code.',
  email_login: 'We’ve sent a six-digit code to {{email}}.',
  confirmation_code: 'We’ve emailed you a code.',
  erasure_code: 'We’ve emailed you a code to delete your account.',
  forgotten: 'If there’s an account for this address, we’ve sent it a code to set a new password.',
} as const
