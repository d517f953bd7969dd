import type { Booking } from '#contract/bookings/bookings.ts'
import type { Language } from '#contract/places/places.ts'
import type { SpaceRequest } from '#server/features/availability/spaces.ts'
import type { WalletAccount } from '#server/features/wallet/ledger/ledger.ts'
import type { SignedIn } from '#server/http/caller.ts'
import type { AppError } from '#server/http/errors.ts'
import type { Retry } from '#server/http/mount.ts'
import type { Actor } from '../lifecycle/transitions.ts'
import type { PricedOffer } from '../quotes/priced-offers.ts'
import type { Stay } from './already-booked.ts'

/** A booking to create: `booked` is paid from the wallet with it, `held` is a hold that is paid later. */
export interface Sale {
  kind: 'booked' | 'held'
  user: Pick<SignedIn, 'user_id' | 'email' | 'language' | 'country_code' | 'device'>
  /** The language of the response. */
  language: Language
  priced_offer: PricedOffer
  plate: string
  notes: string | null
  /** Books the plate here although it has a booking at these times already. */
  again?: boolean | undefined
  renewed_from?: string
  /**
   * Whether the booking was bought, alone or in a series, replaces one at other times, or is the space that we found for a driver
   * who could not park.
   */
  outcome?: 'bought' | 'moved' | 'rescheduled' | 'in_series'
  /** Who books; its driver without one. */
  actor?: Actor
  retry?: Retry | undefined
}

export type SaleResult = { kind: 'created'; booking: Booking } | { kind: 'refused'; error: AppError }

export const toStay = ({ user, priced_offer: { offer, window }, plate }: Sale): Stay => ({
  user_id: user.user_id,
  park_id: offer.id,
  plate,
  window,
})

export const toSpace = ({ priced_offer: { offer, window } }: Sale): SpaceRequest => ({ pool_id: offer.pool.id, window })

export const toWalletAccount = ({ user, priced_offer }: Sale): WalletAccount => ({
  user_id: user.user_id,
  currency: priced_offer.terms.currency,
})

export const amountToPay = ({ kind, priced_offer }: Sale): bigint =>
  kind === 'booked' ? priced_offer.terms.total_minor : 0n
