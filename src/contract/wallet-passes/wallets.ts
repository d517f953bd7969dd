import * as z from 'zod/mini'

/** The wallets of phones that hold passes of bookings. */
export const wallets = ['apple', 'google'] as const
export type Wallet = (typeof wallets)[number]

/** To which the pass of a booking can be added now; missing in what was saved on a device before there were any. */
export const OfferedWallets = z.array(z.enum(wallets))
