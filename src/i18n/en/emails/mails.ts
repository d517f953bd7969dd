/**
 * The mails. Where a mail has a code, nothing else in it may hold six digits in a row, so no name, no address and no
 * number of ours stands there.
 */
export const mails = {
  footer: 'You received this email because this address was used at {{brand}}. Questions? Contact us: {{contact}}',
  test: {
    subject: 'Test email from {{brand}}',
    title: 'Emails arrive',
    intro: 'This email was sent from the settings of {{brand}} to try the sender and the mail server.',
  },
  unsubscribe: 'Unsubscribe from reminders',
  invitation: {
    subject: '{{by}} invited you to {{brand}}',
    title: 'You’re invited',
    intro: '{{by}} invites you to work with {{brand}} as {{role}}.',
    button: 'Open the invitation',
    until: 'The link works once, until {{day}}.',
    not_you: 'If you don’t expect this invitation, you can ignore this email. Nothing happens until you accept.',
  },
  verify_email: {
    subject: 'Your verification code',
    title: 'Confirm your email address',
    intro: 'Enter this code where you registered. It expires in {{time}} and can only be used once.',
    button: 'Enter code',
    no_password:
      'This address was registered more than once with different passwords. To keep your account safe, we didn’t save any of them. Once you’ve confirmed your address, choose one under “Forgot your password?”.',
    not_you: 'If this wasn’t you, you can ignore this email. Never share this code.',
  },
  log_in: {
    subject: 'Your code to log in',
    title: 'Log in to continue',
    has_account: 'You already have an account with this address. The code logs you in to it.',
    intro: 'Enter this code on the page where you asked for it. It expires in {{time}} and can only be used once.',
    not_you: 'If this wasn’t you, you can ignore this email. Never share this code.',
  },
  no_account: {
    subject: 'There’s no account with this address',
    title: 'Create an account to continue',
    intro:
      'You asked for a code to log in, but there’s no account with this email address. Create one with a password first.',
    button: 'Create an account',
    not_you: 'If this wasn’t you, you can ignore this email.',
  },
  reset_password: {
    subject: 'Your code to reset your password',
    title: 'Choose a new password',
    intro: 'Enter this code with your new password. It expires in {{time}} and can only be used once.',
    button: 'Choose a new password',
    not_you: 'If this wasn’t you, you can ignore this email: your password won’t change. Never share this code.',
  },
  account_exists: {
    subject: 'You already have an account',
    title: 'You already have an account',
    intro:
      'Someone, probably you, tried to register with this address. It already has an account, so nothing was changed.',
    log_in: 'Log in',
    forgot: 'Forgot your password? Choose a new one here: {{url}}',
    not_you: 'If this wasn’t you, you can ignore this email. We didn’t tell the person that this account exists.',
  },
  password_changed: {
    subject: 'Your password was changed',
    title: 'Your password was changed',
    intro: 'Your password has just been changed and you’ve been logged out of all devices.',
    not_you: 'If this wasn’t you, choose a new password now and contact us: {{contact}}',
    button: 'Choose a new password',
  },
  factor_set: {
    subject: 'Two-step verification is on',
    title: 'Two-step verification is on',
    intro:
      'From now on, we ask for a code from your authenticator app when you log in to the desk. Keep your recovery codes in a safe place.',
    not_you: 'If this wasn’t you, ask an administrator to reset it and change your password: {{url}}',
    button: 'Open the desk',
  },
  number_login: {
    subject: 'New login with your mobile number',
    title: 'New login with your mobile number',
    intro: 'Somebody, probably you, logged in to your account on a new device with a code sent to your mobile number.',
    not_you:
      'If this wasn’t you, your number may belong to somebody else now. Log in with your email address, remove the number from your profile, and log out all other devices there.',
    button: 'Log in',
  },
  recovery_code_used: {
    subject: 'A recovery code was used',
    title: 'A recovery code was used',
    intro: 'Somebody, probably you, logged in to the desk with one of your recovery codes. It can’t be used again.',
    not_you: 'If this wasn’t you, ask an administrator to reset it and change your password: {{url}}',
    button: 'Open the desk',
  },
  factor_reset: {
    subject: 'Two-step verification was reset',
    title: 'Two-step verification was reset',
    intro:
      'Your two-step verification was switched off, and you were logged out of all devices. Set it up again the next time you log in.',
    not_you: 'If you didn’t ask for this, tell an administrator and change your password: {{url}}',
    button: 'Open the desk',
  },
  erase_account: {
    subject: 'Your code to delete your account',
    title: 'Delete your account',
    intro: 'Enter this code where you asked to delete your account. It expires in {{time}} and can only be used once.',
    not_you:
      'If this wasn’t you, someone else is logged in to your account: never share this code, log out all devices in your profile and contact us: {{contact}}',
  },
  confirm_login: {
    subject: 'Your code to confirm it’s you',
    title: 'Confirm it’s you',
    intro: 'Enter this code where you were asked for it. It expires in {{time}} and can only be used once.',
    not_you:
      'If this wasn’t you, someone else is logged in to your account: never share this code, log out all devices in your profile and contact us: {{contact}}',
  },
  erased: {
    subject: 'Your account has been deleted',
    title: 'Your account has been deleted',
    intro: 'We’ve deleted your name, address, vehicles, devices and everything else that identifies you.',
    kept: 'By law, we keep records of bookings and payments, but they no longer identify you.',
    not_you: 'If this wasn’t you, contact us right away: {{contact}}',
  },
  kept: {
    title: 'Development mailbox',
    description: 'Emails this development server would have sent, newest first. None were actually sent.',
    empty: 'No emails yet.',
    to: 'To',
    search: 'Show emails to',
    show: 'Show',
    as_text: 'View as plain text',
  },
} as const
