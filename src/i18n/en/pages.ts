/** Title and description of each page, as search engines and previews read them before any script runs. */
export const pages = {
  staffLeads: {
    title: 'Messages | Parkwell',
    description:
      'For staff: what people have sent by the forms of the pages, with its state and what was noted about it.',
  },
  staffMoney: {
    title: 'Money differences | Parkwell',
    description:
      'For staff: where a payment provider and our books do not say the same, what to do about it, and what was done.',
  },
  home: {
    title: 'Parkwell: a parking space that is yours before you leave',
    description:
      'Find and book parking in Nigeria, Canada, Senegal and the United States. The price in the list is the price on the receipt.',
  },
  search: {
    title: 'Find parking near you | Parkwell',
    description:
      'Car parks on a map and in a list, with the whole price of your stay and the spaces left, fees and taxes included.',
  },
  parksList: {
    title: 'All car parks | Parkwell',
    description:
      'Browse the car parks of Nigeria, Canada, Senegal and the United States by country, city and name, with their prices.',
  },
  airportParking: {
    title: 'Airport parking | Parkwell',
    description:
      'Every airport of Nigeria, Canada, Senegal and the United States with the car parks around it and their whole prices.',
  },
  cityParking: {
    title: 'City parking | Parkwell',
    description:
      'The cities and towns of Nigeria, Canada, Senegal and the United States with their car parks and whole prices.',
  },
  stadiumParking: {
    title: 'Stadium parking | Parkwell',
    description:
      'Stadiums in Nigeria, Canada and the United States with the car parks that you can walk from, and their prices.',
  },
  stationParking: {
    title: 'Station parking | Parkwell',
    description:
      'Railway and bus stations with the car parks around them, the walk to the platform and the whole price of an hour.',
  },
  airportPlace: {
    title: 'Parking at {{name}} | Parkwell',
    description:
      'Car parks around the airport {{name}}, the nearest first: the walk, the whole price of an hour, and a space to book.',
  },
  cityPlace: {
    title: 'Parking in {{name}} | Parkwell',
    description:
      'Car parks in the city of {{name}}, the nearest to its centre first, with the whole price of an hour and a space to book.',
  },
  stadiumPlace: {
    title: 'Stadium parking: {{name}} | Parkwell',
    description:
      'Car parks within a walk of the stadium {{name}}: the way on foot, the whole price of an hour, and a space to book.',
  },
  stationPlace: {
    title: 'Station parking: {{name}} | Parkwell',
    description:
      'Car parks within a walk of the station {{name}}: the way on foot, the whole price of an hour, and a space to book.',
  },
  place_unknown: {
    title: 'Place not found | Parkwell',
    description:
      'We do not know this place. Choose an airport, a city, a stadium or a station from our lists, or search the map.',
  },
  park: {
    title: '{{name}} | Parkwell',
    description:
      '{{name}}: tariff by vehicle, opening hours, height limit, spaces left and the way there. Book a space before you leave.',
  },
  park_unknown: {
    title: 'Car park not found | Parkwell',
    description: 'We do not know this car park. It may have moved or closed; search for parking nearby instead.',
  },
  checkout: {
    title: 'Checkout: {{name}} | Parkwell',
    description:
      'See every line of the price, choose your plate and pay from your wallet. Cancel until you arrive and get all of it back.',
  },
  gate: {
    title: 'Park here now: {{name}} | Parkwell',
    description:
      'You are at the gate: your plate, until when, the whole price, and the space is yours from this minute.',
  },
  auth: {
    title: 'Log in | Parkwell',
    description: 'Log in to Parkwell to book a parking space, see your passes and top up your wallet.',
  },
  register: {
    title: 'Create an account | Parkwell',
    description:
      'Open a free Parkwell account with your e-mail address, and book your first parking space in a minute.',
  },
  verify: {
    title: 'Confirm your e-mail address | Parkwell',
    description: 'Enter the six-digit code that we sent to your e-mail address, and your Parkwell account is ready.',
  },
  forgotPassword: {
    title: 'Set a new password | Parkwell',
    description: 'Forgot your password? We send a code to your e-mail address, and you choose a new one.',
  },
  bookings: {
    title: 'Your bookings | Parkwell',
    description: 'Your coming, current, past and cancelled parking bookings, each with its pass and its receipt.',
  },
  bookingDetails: {
    title: 'Your booking | Parkwell',
    description: 'Your parking pass with its QR code, the way there, and what you get back if you cancel now.',
  },
  wallet: {
    title: 'Your wallet | Parkwell',
    description:
      'Your balance, every payment and refund to the last unit, and top-ups through Paystack, Wave or Stripe.',
  },
  walletCallback: {
    title: 'Your top-up | Parkwell',
    description:
      'We ask the payment provider what happened to your top-up, and show you the new balance of your wallet.',
  },
  payment: {
    title: 'Your payment | Parkwell',
    description: 'What happened to your payment, in plain words, whether you come back now, later or twice.',
  },
  bookingSuccess: {
    title: 'Your space is booked | Parkwell',
    description: 'What you have booked and paid, the number of your pass, the date for your calendar and the receipt.',
  },
  profile: {
    title: 'Your profile | Parkwell',
    description: 'Your name, your vehicles and their papers, your country and language, your devices and your data.',
  },
  unsubscribe: {
    title: 'No more reminders | Parkwell',
    description: 'Turn off the mails of Parkwell that remind you of papers that expire, without logging in.',
  },
  events: {
    title: 'Coming events and their parking | Parkwell',
    description:
      'Concerts, matches and plays to come in Nigeria, Canada, Senegal and the United States, with the car parks that you can walk from.',
  },
  event: {
    title: '{{name}} | Parkwell',
    description: '{{name}}: when, where, and the car parks around the venue with their whole price for that time.',
  },
  eventBooking: {
    title: 'Parking: {{name}} | Parkwell',
    description: 'Choose a car park for {{name}}: the walk, the whole price from before the doors until after the end.',
  },
  privateEvent: {
    title: 'Open a private event | Parkwell',
    description: 'Have you been invited? The code in your invitation opens the event and the parking around it.',
  },
  event_unknown: {
    title: 'Event not found | Parkwell',
    description: 'We do not know this event. It may be private, or over long ago; see the events that are to come.',
  },
  not_found: {
    title: '404 Page Not Found! | Parkwell',
    description: 'There is no page at this address. Search for parking, or go back to the home page of Parkwell.',
  },
} as const
