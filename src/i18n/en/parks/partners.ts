/** What the server answers and mails to operators who claim or list a car park. */
export const partners = {
  claimed:
    'Thank you. If the car park has a published email address, we’ve sent a code there: enter it here within 60 minutes. Otherwise we’ll check your claim and email you.',
  listed: 'Thank you. We’ll review it and email you.',
  code_mail: {
    subject: 'A code to confirm who runs your car park',
    title: 'Somebody says they run your car park',
    intro:
      'Somebody with a {{brand}} account says that they run the car park below, whose published contact this address is. If it’s you or a colleague, enter this code on the page where it was asked for. It expires in {{minutes}} minutes.',
    not_you: 'If you don’t know about this, ignore this email. Never share this code with somebody who calls you.',
  },
  claim_approved: {
    subject: 'You now run {{park}} on {{brand}}',
    title: 'Your car park is yours',
    intro: 'You can now see and manage {{park}} in the desk: its facts, prices, spaces and bookings.',
    open: 'Open the desk',
  },
  confirm: {
    subject: 'Please confirm {{park}} by {{day}}',
    title: 'Are the facts of your car park still right?',
    intro:
      'Please check the spaces, opening hours and entrance of {{park}}, and confirm them by {{day}}. Otherwise, it stops selling new bookings on that day. Bookings already made stay.',
    open: 'Check and confirm',
  },
  lapsed: {
    subject: '{{park}} no longer sells bookings',
    title: 'Your car park no longer sells bookings',
    intro:
      'Nobody confirmed the spaces, opening hours and entrance of {{park}} by {{day}}. Bookings already made stay. It sells again as soon as you confirm.',
    open: 'Check and confirm',
  },
  claim_refused: {
    subject: 'Your claim for {{park}}',
    title: 'We couldn’t confirm your claim',
    intro: 'We checked your claim for {{park}} and couldn’t confirm it, for this reason:',
    open: 'See your claims',
  },
  listing_approved: {
    subject: '{{park}} is on {{brand}}',
    title: 'Your listing is approved',
    intro: '{{park}} is now on {{brand}}. You can see and manage it in the desk.',
    open: 'Open the desk',
  },
  listing_refused: {
    subject: 'Your listing: {{park}}',
    title: 'We couldn’t approve your listing',
    intro: 'We reviewed {{park}} and can’t list it, for this reason:',
    open: 'See your listings',
  },
} as const
