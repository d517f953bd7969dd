/** The mails of a booking. */
export const booking_mails = {
  booked: {
    subject: 'Booking confirmed: {{code}}',
    title: 'Your booking is confirmed',
    intro: 'Your space is paid for. Show this QR code at the entrance or give the booking code.',
    note: 'Plans changed? Extend, change the number plate or cancel on the booking page. You’ll see the cost or your refund before you confirm. The calendar file is attached.',
  },
  cancelled: {
    subject: 'Booking cancelled: {{code}}',
    title: 'Your booking is cancelled',
    intro: 'Your space has been released. Any refund is already in your wallet.',
  },
  series_booked: {
    subject: 'Weekly bookings confirmed: {{park}}',
    title: 'Your weekly bookings are confirmed',
    intro:
      'Your spaces are paid for. Each day is a booking of its own, with its own code and pass: open it to show the pass, change it or cancel it.',
  },
  series_cancelled: {
    subject: 'Weekly bookings cancelled: {{park}}',
    title: 'Your weekly bookings are cancelled',
    intro: 'Your spaces have been released. Any refunds are already in your wallet.',
  },
  cancelled_by_park: {
    subject: 'The car park cancelled your booking: {{code}}',
    title: 'The car park cancelled your booking',
    intro:
      'We’re sorry: the car park can’t take your booking after all. We’ve refunded everything you paid, fees included, to your wallet.',
  },
  event_cancelled: {
    subject: 'The event is cancelled, and so is your parking: {{code}}',
    title: 'Your event is cancelled',
    intro:
      'The event you booked parking for won’t take place, so we’ve cancelled your booking. We’ve refunded everything you paid, fees included, to your wallet.',
  },
  report_waiting: {
    subject: 'We’re checking your report: {{code}}',
    title: 'We’re checking your report',
    intro:
      'Your booking has ended. Our team will check your report and email you the result. Add a photo on the booking page to get your refund right away.',
  },
  report_accepted: {
    subject: 'Your booking has been refunded: {{code}}',
    title: 'Your report is confirmed',
    intro: 'We’re sorry that you couldn’t park. We’ve refunded everything you paid, fees included, to your wallet.',
  },
  report_refused: {
    subject: 'We couldn’t confirm your report: {{code}}',
    title: 'We couldn’t confirm your report',
    intro:
      'Our team checked your report but couldn’t confirm it, so the usual cancellation policy applies. Their answer:',
  },
  rescheduled: {
    subject: 'Your booking has new times: {{code}}',
    title: 'Your booking has been moved',
    intro:
      'Here are the new times and the new booking code. Show this QR code at the entrance: the earlier booking is cancelled, and its code is no longer valid.',
  },
  times_offered: {
    subject: 'Confirm the new times of booking {{code}}',
    title: 'Confirm your new times',
    intro:
      'As you asked, we’ve reserved new times for you. They cost {{amount}} more. Open your booking to confirm and pay from your wallet. If you don’t, your booking stays as it is and you pay nothing.',
    extend: 'New departure: {{end}}. Reserved for you until {{until}}.',
    move: 'New times: {{start}} to {{end}}. Reserved for you until {{until}}.',
    promo: 'The price includes your promo code {{code}}.',
    promo_lost: 'Your promo code {{code}} doesn’t apply to the new times: {{problem}}',
  },
  plate_changed: {
    subject: 'New number plate on booking {{code}}',
    title: 'Your booking has a new number plate',
    intro:
      'Your booking now has the number plate below. Show this QR code at the entrance: the earlier code is no longer valid.',
  },
  resent_receipt: {
    subject: 'Your receipt for booking {{code}}',
    title: 'Your receipt',
    intro: 'Here is what you paid for this booking. Open the booking to download the receipt as a PDF.',
  },
  refunded: {
    subject: '{{amount}} refunded: booking {{code}}',
    title: 'We’ve refunded {{amount}}',
    intro: '{{amount}} of what you paid for this booking is back in your wallet.',
  },
  goodwill: {
    subject: 'We’ve added {{amount}} to your wallet: booking {{code}}',
    title: 'A credit for your booking',
    intro: 'We’re sorry that not everything went well with this booking. We’ve added {{amount}} to your wallet.',
  },
  extended: {
    subject: 'Booking extended: {{code}}',
    title: 'Your booking has been extended',
    intro:
      'Your space is booked until the new departure time. The extra time was paid from your wallet. Show this QR code from now on: the earlier code is no longer valid.',
  },
  extend_failed: {
    subject: 'We couldn’t extend booking {{code}}',
    title: 'We couldn’t extend your booking',
    intro: 'There was no space left, or not enough money in your wallet. Leave by the departure time below.',
  },
  overstayed: {
    subject: 'Overstay on booking {{code}}',
    title: 'You stayed longer than booked',
    intro: 'We’ve charged the extra time to your wallet at the usual rate. There’s no fine.',
    note: 'Anything your wallet couldn’t cover is added to your outstanding balance. It’s paid first with your next booking, or you can pay it now on the booking page.',
  },
  charge_returned: {
    subject: '{{amount}} returned: booking {{code}}',
    title: 'We’ve returned a charge',
    intro:
      'The guard’s phone had no network when you left, so we charged you for longer than you stayed. We’ve returned {{amount}}: what you still owed is cancelled first, and the rest is in your wallet.',
  },
  moved: {
    subject: 'Your new space: booking {{code}}',
    title: 'We’ve found you another space',
    intro: 'We’re sorry you couldn’t park. Your new space is paid for, and we’ve covered any difference in price.',
  },
  /** A top-up arrived and paid for no booking; the reason is a sentence of `wallet_answers.bookings`. */
  not_booked: {
    title: 'Your payment arrived, but your space isn’t booked',
    title_paid: 'You’ve paid twice: the second payment is in your wallet',
    money:
      '{{amount}} is in your wallet. Use it for another booking, or send it back to your original payment method from your wallet.',
    added: 'Added to your wallet',
    nearby: 'Find parking nearby',
    same_park: 'See other times at this car park',
  },
  facts: {
    code: 'Booking code',
    park: 'Car park',
    address: 'Address',
    from: 'Arrival',
    to: 'Departure',
    length: 'Duration',
    plate: 'Number plate',
    paid: 'Paid',
    due: 'Still to pay',
    refunded: 'Refunded to your wallet',
    credited: 'Added to your wallet',
  },
  open: 'View booking',
  open_all: 'View your bookings',
  qr_code: 'QR code of your pass for booking {{code}}',
  directions: 'Get directions',
  receipt: 'View receipt',
  change: 'Extend, change or cancel',
} as const
