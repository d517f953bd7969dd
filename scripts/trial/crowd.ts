import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { currencyOf } from '#contract/formats.ts'
import { countryIds } from '#contract/geography.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { day_ms, hour_ms } from '#contract/time.ts'
import { openServer } from '#server/database/connect.ts'
import { newCode, newId } from '#server/database/ids.ts'
import { hashToken } from '#server/features/accounts/queries.ts'
import { postTransfer } from '#server/features/wallet/ledger/ledger.ts'
import { parksToBook, type Choice } from '#test/e2e/kit/drivers.ts'
import type { Production } from './production.ts'

/** Drivers with money, and where they book: enough car parks around Toronto that none is ever full. */
export interface Crowd {
  /** By their order. */
  ids: string[]
  tokens: string[]
  parks: Choice[]
}
/** In minor units. */
export const crowdMoney = 1_000_000n

/** Where a crowd lives and books. */
export interface CrowdPlace {
  country_code: CountryCode
  lat: number
  lng: number
}
const toronto: CrowdPlace = { country_code: 'CA', lat: 43.6532, lng: -79.3832 }

/**
 * Writes `count` drivers with `crowdMoney` each straight to the database, since registering them would be limited by address.
 */
export async function gatherCrowd(
  production: Pick<Production, 'secrets'>,
  base: string,
  count: number,
  { country_code, ...near }: CrowdPlace = toronto,
): Promise<Crowd> {
  const database = await openServer(production.secrets['DATABASE_URL']!, 1)
  const now = new Date()
  const ids: string[] = []
  const tokens: string[] = []
  for (let n = 0; n < count; n += 1) {
    const id = newId()
    const token = randomUUID() + newCode(8)
    await database.db.transaction().execute(async (tx) => {
      const email = `crowd-${id}@test.example`
      const facts = {
        first_name: 'Ada',
        country_id: countryIds[country_code],
        language: 'en' as const,
        terms_accepted_at: now,
      }
      await tx
        .insertInto('users')
        .values({ id, email, email_verified_at: now, created_at: now, ...facts })
        .execute()
      const expires_at = new Date(now.getTime() + day_ms)
      const session = { id: newId(), user_id: id, token_hash: hashToken(token), expires_at }
      await tx
        .insertInto('sessions')
        .values({ ...session, created_at: now, last_seen_at: now })
        .execute()
      await postTransfer(tx, {
        kind: 'adjustment',
        reference: newId(),
        description: 'drill',
        currency: currencyOf(country_code),
        at: now,
        postings: [
          { account: { kind: 'customer', owner: id }, amount_minor: crowdMoney },
          { account: { kind: 'adjustment', owner: '' }, amount_minor: -crowdMoney },
        ],
      })
    })
    ids.push(id)
    tokens.push(token)
  }
  await database.close()
  const parks = (await parksToBook(base, near)).slice(0, 40)
  return { ids, tokens, parks }
}

/** One call of a driver that changes something, with the key by which a repetition is known. */
export const sendAs = (
  { tokens }: Crowd,
  n: number,
  address: string,
  { key, body, patience_ms = 300_000 }: { key: string; body?: object; patience_ms?: number },
): Promise<Response> =>
  fetch(address, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${tokens[n % tokens.length]}`,
      'idempotency-key': key,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(patience_ms),
  })

/** What driver `n` asks for: an hour that no other booking of that driver has. */
export function bookingOf({ tokens, parks }: Crowd, n: number) {
  const park = parks[n % parks.length]!
  const turn = Math.floor(n / tokens.length)
  const start_ms = Date.parse(park.start_time) + (turn % 6) * day_ms
  return {
    park_id: park.id,
    plate: `DRL ${String(n).padStart(4, '0')}`,
    start_time: new Date(start_ms).toISOString(),
    end_time: new Date(start_ms + hour_ms).toISOString(),
    again: true,
  }
}

/** The answer to one booking by driver `n`. */
export const bookAs = (crowd: Crowd, base: string, n: number): Promise<Response> =>
  sendAs(crowd, n, `${base}/api/v1/bookings`, { key: randomUUID(), body: bookingOf(crowd, n) })

/** How many of the bookings with these codes are in the database. */
export async function countStored(production: Pick<Production, 'secrets'>, codes: readonly string[]): Promise<number> {
  const client = new pg.Client({ connectionString: production.secrets['DATABASE_URL'] })
  await client.connect()
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from bookings where booking_code = any ($1)',
    [codes],
  )
  await client.end()
  return rows[0]!.count
}
