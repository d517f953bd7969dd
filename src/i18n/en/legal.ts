/**
 * The long texts, loaded by their pages alone. `{{…}}` is filled from the constants that the code itself goes by:
 * whoever changes a rule changes the sentence with it.
 */
export const legal = {
  contents: 'On this page',
  contact: 'Questions? Write to {{email}}.',
  terms: {
    title: 'Terms of use',
    lead: 'What {{brand}} promises you and what it asks of you, in plain words.',
    sections: {
      what: {
        title: 'What {{brand}} does',
        text: [
          'You find a car park, see what your stay costs, book a space and pay for it from your wallet. The car park itself belongs to somebody else: the space is theirs, and so are the rules on their signs.',
          'Many car parks are shown from open data. They can be found and driven to, but they can be booked only once their operator is a partner, with a price and a number of spaces. Each page says where its facts come from and how old they are.',
        ],
      },
      account: {
        title: 'Your account',
        text: [
          'To book you need an account with an e-mail address that you have confirmed. Give your own name and an address that you read: the code, your bookings and every change of your password go there.',
          'Your password has at least {{password}} characters. Keep it to yourself. Logging out ends the session on that device; a new password ends it on every device.',
        ],
      },
      price: {
        title: 'One price',
        text: [
          'The price in the list is the whole price of your stay: parking, service fee and taxes. Before you pay you see each line of it, and what you see is what leaves your wallet.',
          'A price that you were shown at checkout holds for {{quote}} minutes. If it runs out, you are shown the new one, and nothing is charged until you agree.',
        ],
      },
      booking: {
        title: 'Booking a space',
        text: [
          'A booking runs from one quarter of an hour to another, for at least {{least}} minutes and at most {{most}} days, and begins at most {{ahead}} days from now.',
          'A space that you have paid for is yours for that time: it is taken in the same step that takes the money, and it is never sold twice. If the last one goes to somebody else a moment before you, nothing is charged.',
          'Give the plate of the car that will park. It stands on your pass, and it is what the guard compares.',
          'Check that your vehicle fits: the page of the car park tells its height, length and width limits where they are known.',
        ],
      },
      parking: {
        title: 'When you park',
        text: [
          'Show your pass at the gate. It works without a network once it has been opened.',
          'There is a grace of {{arrival}} minutes when you arrive and of {{end}} minutes when you leave.',
          'Follow the signs and the staff of the car park. What you leave in the car is in your own care.',
        ],
      },
      wallet: {
        title: 'Your wallet',
        text: [
          'You top up through the payment provider of your country. What is credited is what the provider says you paid, and it is credited once.',
          'Each currency is kept apart: money of one is never spent as another. Refunds come back to the wallet, in the currency that you paid in.',
          'One top-up and the whole wallet have these limits:',
        ],
      },
      cancel: {
        title: 'Cancelling',
        text: [
          'Until when you can cancel, and what comes back, is told by the cancellation policy and, before you confirm, by the booking itself.',
        ],
      },
      demo: {
        title: 'This is a demonstration',
        text: [
          'Prices, spaces and partners that are marked “Example” are made up. Please do not drive to a car park because of them.',
          'Where stand-ins take the payments, no real money moves and nothing that you pay for is delivered.',
        ],
      },
    },
    table: {
      caption: 'Limits of top-ups and wallets',
      currency: 'Currency',
      least: 'Least',
      most: 'Most',
      wallet: 'Wallet holds',
    },
  },
  privacy: {
    title: 'Privacy policy',
    lead: 'What {{brand}} knows about you, why, for how long, and who else sees it.',
    sections: {
      kept: {
        title: 'What we keep',
        text: [
          'Your account: first name, last name and phone if you give them, e-mail address, country, language, and when you accepted the terms.',
          'Your password only as a hash (Argon2id), from which it cannot be read back. The keys of your sessions, and the codes that we mail, only as hashes too.',
          'Your bookings with the car park, the times and the plate, and every movement of your wallet.',
          'The payments that you start: amount, currency, provider and its reference. Card numbers are typed on the provider’s own page and never reach us.',
        ],
      },
      long: {
        title: 'For how long',
        text: [
          'A session ends after {{session}} days, or when you log out. Mails that we sent you are deleted after {{mails}} days, used codes after a day.',
          'To stop people who try passwords or make accounts by the thousand, failed tries are counted by e-mail address and by network address; the count is forgotten within an hour or so.',
          'Bookings and movements of money stay, because they are the proof of what was paid: for you, for the car park and for us.',
        ],
      },
      device: {
        title: 'What lies on your device',
        text: [
          'The browser’s storage holds what makes the pages work: your session, your language and country, your profile, lists of countries and states, and your coming bookings, so that the pass opens without a network. Logging out removes what is yours.',
          'There is one cookie. It remembers your language for a year. There are no advertising cookies and nobody else’s trackers.',
        ],
      },
      place: {
        title: 'Your position',
        text: [
          'We ask the browser for it only when you press the button for places near you. It goes to our server with that search and is not kept.',
        ],
      },
      others: {
        title: 'Who else sees something',
        text: [
          'The payment provider: Paystack in Nigeria, Wave in Senegal, Stripe in Canada and the United States. It learns the amount and a reference, and Paystack and Stripe your e-mail address, too.',
          'The car park that you booked: what stands on the pass, which is its number, the plate and the times.',
          'Nobody else. We do not sell what we know.',
        ],
      },
      map: {
        title: 'The map',
        text: [
          'The map is served by {{host}}, which sees your network address and the parts of the map that you look at.',
        ],
      },
      rights: {
        title: 'What you can ask for',
        text: [
          'You can put your name, phone, country and language right on your profile page. For a copy of what we keep, or to have your account erased, write to us from the address of your account.',
        ],
      },
    },
  },
  cancellation: {
    title: 'Cancellation policy',
    lead: 'You always see what comes back before you confirm. It is in your wallet at once.',
    sections: {
      table: {
        title: 'What comes back',
        text: ['Most car parks are flexible. Where one is strict, its page and your checkout say so.'],
      },
      how: {
        title: 'How to cancel',
        text: [
          'Open the booking and choose to cancel. You are told the amount and how long it stays the same; nothing happens until you confirm.',
          'The refund is of everything that you paid: parking, service fee and taxes alike. It goes to your wallet in the same step that gives the space back, in the currency that you paid in. Half of an odd amount is rounded in your favour.',
        ],
      },
      late: {
        title: 'Late, or not at all',
        text: [
          'There is a grace of {{arrival}} minutes when you arrive. After the start nothing comes back, whether you came or not, except within the first {{regret}} minutes after booking.',
        ],
      },
      park: {
        title: 'If the car park cannot take you',
        text: [
          'When the place is full, closed or cannot be reached although you have a booking, you get all of it back, the fees too. Write to {{email}} with the number on your pass.',
        ],
      },
    },
    table: {
      caption: 'What comes back, by the time of cancelling',
      when: 'When you cancel',
      flexible: 'Flexible',
      strict: 'Strict',
      regret: 'Within {{regret}} minutes of booking',
      early: 'Until {{hours}} hours before the start',
      before: 'After that, until the start',
      after: 'After the start',
      all: 'All of it',
      share: '{{percent}}%',
      nothing: 'Nothing',
    },
  },
} as const
