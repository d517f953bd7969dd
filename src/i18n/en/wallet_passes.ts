/** Passes in Apple Wallet and Google Wallet. The places for labels are narrow. */
export const wallet_passes = {
  title: 'Parking pass',
  description: 'Parking pass for {{park}}',
  nearby: 'Your parking pass for {{park}}',
  until: 'Until',
  status: 'Booking',
  state: { valid: 'Valid', cancelled: 'Cancelled', ended: 'Ended' },
  park: 'Car park',
  start: 'Arrive from',
  end: 'Leave by',
  plate: 'Plate',
  code: 'Booking code',
  address: 'Address',
  zone: 'Time zone',
  manage: 'Change your booking',
  open_booking: 'Open your booking',
  changed: {
    status: 'Your booking: %@',
    start: 'Your parking now starts %@.',
    end: 'Your parking now ends %@.',
    plate: 'The plate of your booking is now %@.',
  },
} as const
