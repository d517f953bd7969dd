/**
 * The mails. Where a mail has a code, nothing else in it may hold six digits in a row, so no name, no address and no
 * number of ours stands there.
 */
export const mails = {
  footer: 'You receive this mail because this address was used at {{brand}}. Questions? Write to {{support}}.',
  unsubscribe: 'No more reminders',
  verify_email: {
    subject: 'Your code to confirm your address',
    title: 'Confirm your e-mail address',
    intro: 'Type this code where you registered. It is good for ten minutes and for one use.',
    button: 'Type the code',
    no_password:
      'This address was registered more than once, with different passwords. To be on the safe side none of them was kept: once you have confirmed, choose one under “Forgot your password?”.',
    not_you:
      'Was it not you? Then there is nothing to do: without the code the account stays closed. Never pass it on.',
  },
  reset_password: {
    subject: 'Your code for a new password',
    title: 'Choose a new password',
    intro: 'Type this code together with your new password. It is good for ten minutes and for one use.',
    button: 'Choose a password',
    not_you: 'Was it not you? Then there is nothing to do: your password stays as it is. Never pass the code on.',
  },
  account_exists: {
    subject: 'You already have an account',
    title: 'You already have an account',
    intro:
      'Somebody, most likely you, has just tried to register with this address. It has an account already, so nothing was changed.',
    log_in: 'Log in',
    forgot: 'Password forgotten? Choose a new one here: {{url}}',
    not_you: 'Was it not you? Then there is nothing to do: whoever tried was not told that this account exists.',
  },
  password_changed: {
    subject: 'Your password was changed',
    title: 'Your password was changed',
    intro: 'The password of your account has just been changed, and every device was logged out.',
    not_you: 'Was it not you? Choose a new password at once, and write to {{support}}.',
    button: 'Choose a new password',
  },
  erase_account: {
    subject: 'Your code to erase your account',
    title: 'Erase your account',
    intro: 'Type this code where you asked to erase your account. It is good for ten minutes and for one use.',
    not_you:
      'Was it not you? Then somebody is logged in as you: log out every device on your profile, and write to {{support}}. Never pass the code on.',
  },
  erased: {
    subject: 'Your account is erased',
    title: 'Your account is erased',
    intro:
      'As you asked, we have erased your name, your address, your vehicles, your devices and all else that tells who you are.',
    kept: 'What the law has us keep, bookings and payments, stays without you: nobody can tell any more whose they were.',
    not_you: 'Was it not you? Write to {{support}} at once.',
  },
  kept: {
    title: 'Kept mail',
    description: 'Mails that this development server would have sent, newest first; nothing has left the machine.',
    empty: 'No mail yet.',
    to: 'To',
    search: 'Show mails to',
    show: 'Show',
    as_text: 'As plain text',
  },
} as const
