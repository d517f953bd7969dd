/** Title and description of each page, as search engines and previews read them before any script runs. */
export const pages = {
  desk: {
    title: 'Desk | Parkwell',
    description: 'The back office, for the people who run car parks, bookings, money and content.',
  },
  guard: {
    title: 'Check passes | Parkwell',
    description: 'For guards: check parking passes at the gate, with or without a network.',
  },
  courier: {
    title: 'Deliveries | Parkwell',
    description: 'For delivery staff: accept orders and bring them to their customers, with or without a network.',
  },
  home: {
    title: 'Parkwell: your parking space, reserved before you leave',
    description:
      'Find and book parking in Nigeria, Canada, Senegal and the United States. The price you see is the price you pay.',
  },
  search: {
    title: 'Find parking near you | Parkwell',
    description:
      'Car parks on a map and in a list, with the spaces left and the total price for your times, including fees and tax.',
  },
  parksList: {
    title: 'All car parks | Parkwell',
    description:
      'Browse the car parks of Nigeria, Canada, Senegal and the United States by country, city and name, with their prices.',
  },
  airportParking: {
    title: 'Airport parking | Parkwell',
    description:
      'Airports in Nigeria, Canada, Senegal and the United States, with nearby car parks and their total prices.',
  },
  cityParking: {
    title: 'City parking | Parkwell',
    description:
      'Cities and towns in Nigeria, Canada, Senegal and the United States, with their car parks and total prices.',
  },
  stadiumParking: {
    title: 'Stadium parking | Parkwell',
    description:
      'Stadiums in Nigeria, Canada and the United States, with car parks within walking distance and their prices.',
  },
  stationParking: {
    title: 'Station parking | Parkwell',
    description:
      'Railway and bus stations, with nearby car parks, the walk to the platform and the total price of an hour.',
  },
  airportPlace: {
    title: 'Parking at {{name}} | Parkwell',
    description:
      'Car parks near {{name}}, nearest first: walking time, total price of an hour and spaces you can book.',
  },
  cityPlace: {
    title: 'Parking in {{name}} | Parkwell',
    description:
      'Car parks in {{name}}, nearest to the centre first, with the total price of an hour and spaces you can book.',
  },
  stadiumPlace: {
    title: 'Stadium parking: {{name}} | Parkwell',
    description:
      'Car parks within walking distance of {{name}}: walking time, total price of an hour and spaces you can book.',
  },
  stationPlace: {
    title: 'Station parking: {{name}} | Parkwell',
    description:
      'Car parks within walking distance of {{name}}: walking time, total price of an hour and spaces you can book.',
  },
  place_unknown: {
    title: 'Place not found | Parkwell',
    description:
      'We couldn’t find this place. Choose an airport, city, stadium or station from our lists, or search the map.',
  },
  park: {
    title: '{{name}} | Parkwell',
    description:
      '{{name}}: tariff by vehicle, opening hours, height limit, spaces left and directions. Book a space before you leave.',
  },
  park_unknown: {
    title: 'Car park not found | Parkwell',
    description: 'We couldn’t find this car park. It may have moved or closed. Search for parking nearby instead.',
  },
  cart: {
    title: 'Your cart | Parkwell',
    description: 'Everything you’re about to order, with the prices of now, including all taxes.',
  },
  cartCheckout: {
    title: 'Checkout | Parkwell',
    description: 'Choose when and where you get your order, check the total and pay from your wallet.',
  },
  orderSuccess: {
    title: 'Order placed | Parkwell',
    description: 'Your order is paid. See when it’s ready, your number and how to follow it.',
  },
  orders: {
    title: 'My orders | Parkwell',
    description: 'Your upcoming, past and cancelled orders from the marketplace, each with its progress and receipt.',
  },
  order: {
    title: 'Your order | Parkwell',
    description:
      'The progress of your order with its times, the handover code, the receipt and the refund if you cancel.',
  },
  orderReturn: {
    title: 'Return items | Parkwell',
    description: 'Choose what you’re sending back and why, add a photo, and follow your return until it’s refunded.',
  },
  orderPay: {
    title: 'Pay for your order | Parkwell',
    description: 'We hold your order for ten minutes. Add money to your wallet and pay before the time is up.',
  },
  documents: {
    title: 'My vehicle documents | Parkwell',
    description:
      'Your requests for vehicle documents in Nigeria: drafts, quotes, where each one stands, and what has been issued.',
  },
  documentRequest: {
    title: 'Request for vehicle documents | Parkwell',
    description:
      'Where your request for vehicle documents stands: its price, what we need from you, the inspection and the handover.',
  },
  sharedBooking: {
    title: 'A booking shared with you | Parkwell',
    description: 'Where and when the parking space is booked, for which plate, and how to get into the car park.',
  },
  favourites: {
    title: 'Your favourite car parks | Parkwell',
    description:
      'The car parks you have marked as favourites, with their prices and free spaces for the next two hours.',
  },
  addresses: {
    title: 'Your addresses | Parkwell',
    description: 'The addresses we deliver your orders to, with their point on the map and a note for the courier.',
  },
  shop_unknown: {
    title: 'Not in the marketplace | Parkwell',
    description:
      'We couldn’t find this service, item or branch. It may no longer be on sale. See what’s available now.',
  },
  checkout: {
    title: 'Checkout: {{name}} | Parkwell',
    description:
      'Check the price details, choose your vehicle and pay from your wallet. The page shows until when cancelling is free.',
  },
  gate: {
    title: 'Park now: {{name}} | Parkwell',
    description:
      'At the entrance? Enter your number plate and end time, check the total price and pay to get your space right away.',
  },
  auth: {
    title: 'Log in | Parkwell',
    description: 'Log in to Parkwell to book a parking space, see your passes and top up your wallet.',
  },
  register: {
    title: 'Create an account | Parkwell',
    description:
      'Create a free Parkwell account with your email address and book your first parking space in a minute.',
  },
  verify: {
    title: 'Confirm your email address | Parkwell',
    description: 'Enter the six-digit code we sent to your email address to activate your Parkwell account.',
  },
  invitation: {
    title: 'Your invitation | Parkwell',
    description:
      'Accept an invitation to work with Parkwell: see the role and the place, then set a password or log in.',
  },
  guest: {
    title: 'Continue as a guest | Parkwell',
    description: 'Book a space or place an order with a code sent by email or text message, without a password.',
  },
  guest_accounts: {
    title: 'Log in with a code | Parkwell',
    description: 'Log in to your Parkwell account with a code sent by email or text message, without your password.',
  },
  forgotPassword: {
    title: 'Reset your password | Parkwell',
    description: 'Forgot your password? We’ll email you a code so you can set a new one.',
  },
  notifications: {
    title: 'Notifications | Parkwell',
    description: 'What happened to your orders: confirmed, delayed, ready, delivered, cancelled or refunded.',
  },
  bookings: {
    title: 'Your bookings | Parkwell',
    description: 'Your upcoming, current, past and cancelled parking bookings, each with its pass and receipt.',
  },
  bookingDetails: {
    title: 'Your booking | Parkwell',
    description: 'Your parking pass with its QR code, directions and the refund you get if you cancel now.',
  },
  wallet: {
    title: 'Your wallet | Parkwell',
    description: 'Your balance, every payment and refund, and top-ups through Paystack, Wave or Stripe.',
  },
  walletCallback: {
    title: 'Your top-up | Parkwell',
    description: 'We check your top-up with the payment provider and show you your new wallet balance.',
  },
  payment: {
    title: 'Your payment | Parkwell',
    description: 'The status of your payment. You can come back to this page at any time.',
  },
  bookingSuccess: {
    title: 'Your space is booked | Parkwell',
    description: 'Your booking, your pass number, a calendar entry and the receipt.',
  },
  profile: {
    title: 'Your profile | Parkwell',
    description: 'Your personal details, vehicles and their documents, country and language, devices and data.',
  },
  unsubscribe: {
    title: 'Vehicle document reminders | Parkwell',
    description: 'Turn off Parkwell’s vehicle document reminders without logging in.',
  },
  events: {
    title: 'Upcoming events and parking | Parkwell',
    description:
      'Upcoming concerts, sports and shows in Nigeria, Canada, Senegal and the United States, with car parks within walking distance.',
  },
  event: {
    title: '{{name}} | Parkwell',
    description: '{{name}}: date, venue and nearby car parks with their total price for the event.',
  },
  eventBooking: {
    title: 'Parking: {{name}} | Parkwell',
    description:
      'Choose a car park for {{name}}: walking time and total price from before doors open until after the event.',
  },
  privateEvent: {
    title: 'Open a private event | Parkwell',
    description: 'Have you been invited? Enter the code from your invitation to see the event and nearby parking.',
  },
  partners: {
    title: 'List your space | Parkwell',
    description:
      'Run a car park, own a spare space or an EV charger? Claim your car park or list a new space, and take bookings.',
  },
  event_unknown: {
    title: 'Event not found | Parkwell',
    description: 'We couldn’t find this event. It may be private or long over. See our upcoming events.',
  },
  not_found: {
    title: '404 Page Not Found! | Parkwell',
    description: 'There’s no page at this address. Search for parking, or go back to the Parkwell home page.',
  },
} as const
