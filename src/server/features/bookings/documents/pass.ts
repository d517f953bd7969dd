import { sign, verify } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import type { BookingStatus } from '#contract/bookings/bookings.ts'
import {
  packPass,
  passPrefix,
  readPassText,
  toPassGeneration,
  toPassText,
  type PassContent,
} from '#contract/bookings/pass-text.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { findAcceptedKeys, getSigningKey, toVerifyingKey } from './pass-keys.ts'

/** Whether a booking in this status has a valid pass. */
export const hasValidPass = (status: BookingStatus): boolean =>
  status !== 'cancelled' && status !== 'expired' && status !== 'pending'

/** Whether a pass in this status can still be shown at the car park: what is over is not added to a wallet. */
export const isPassInUse = (status: BookingStatus): boolean =>
  status === 'active' || status === 'checked_in' || status === 'overstayed'

/** For the update that changes what a pass says: the codes of before are no longer valid. */
export const nextGeneration: { pass_generation: RawBuilder<number> } = {
  pass_generation: sql<number>`pass_generation + 1`,
}

type PassFacts = Omit<PassContent, 'key_id' | 'generation'> & { pass_generation: number }

/** Signs the pass of a booking with the newest key; returns the text of its QR code. */
export async function signPass(db: Db | Tx, booking: PassFacts): Promise<string> {
  const { id, key } = await getSigningKey(db)
  const packed = packPass({ ...booking, key_id: id, generation: booking.pass_generation })
  return toPassText(packed, sign(null, packed, key))
}

export interface SignedBooking {
  booking_code: string
  /** As the pass says; null in passes of the first version, which stay valid when the booking is changed. */
  generation: number | null
}

/** Whether a code was replaced by a later one of its booking. */
export const isReplaced = ({ generation }: SignedBooking, { pass_generation }: { pass_generation: number }): boolean =>
  generation !== null && generation !== toPassGeneration(pass_generation)

export const isPassText = (text: string): boolean => text.startsWith(passPrefix) || text.startsWith('PW1.')

/** Returns what a pass with a valid signature of an accepted key is for; undefined for any other text. */
export async function readPass(db: Db | Tx, text: string, now: Date): Promise<SignedBooking | undefined> {
  const keys = await findAcceptedKeys(db, now)
  if (text.startsWith('PW1.'))
    return readFirstPass(keys.filter(({ signed_pw1 }) => signed_pw1).map(toVerifyingKey), text)
  const pass = readPassText(text)
  const key = keys.find(({ kid }) => kid === pass?.content.key_id)
  if (pass === undefined || key === undefined) return undefined
  if (!verify(null, pass.packed, toVerifyingKey(key), pass.signature)) return undefined
  return pass.content
}

/**
 * The first version, which nothing signs any more: `PW1.<content>.<signature>`, both base64url. The whole text, because
 * decoders of base64 skip what they don’t know.
 */
const firstPassText = /^(PW1\.([\w-]+))\.([\w-]{86})$/

function readFirstPass(keys: ReturnType<typeof toVerifyingKey>[], text: string): SignedBooking | undefined {
  const [, signed, content, signature] = firstPassText.exec(text) ?? []
  if (signed === undefined || content === undefined || signature === undefined) return undefined
  const bytes = Buffer.from(signature, 'base64url')
  // The last character has four bits that don’t count.
  if (bytes.toString('base64url') !== signature) return undefined
  if (!keys.some((key) => verify(null, Buffer.from(signed), key, bytes))) return undefined
  const { c } = JSON.parse(Buffer.from(content, 'base64url').toString()) as { c: string }
  return { booking_code: c, generation: null }
}
