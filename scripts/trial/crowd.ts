import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { countryIds } from '#contract/geography.ts'
import { day_ms, hour_ms } from '#contract/time.ts'
import { openServer } from '#server/database/connect.ts'
import { newCode, newId } from '#server/database/ids.ts'
import { hashToken } from '#server/features/accounts/queries.ts'
import { postTransfer } from '#server/features/wallet/ledger/ledger.ts'
import { parksToBook, type Choice } from '#test/e2e/kit/drivers.ts'
import type { Production } from './production.ts'

/** Drivers with money, and where they book: enough car parks around Toronto that none is ever full. */
export interface Crowd {
  tokens: string[]
  parks: Choice[]
}

/** Writes `count` drivers with CAD 10,000 each straight to the database, since registering them would be limited by address. */
export async function gatherCrowd(production: Production, base: string, count: number): Promise<Crowd> {
  const database = await openServer(production.secrets['DATABASE_URL']!, 1)
  const now = new Date()
  const tokens: string[] = []
  for (let n = 0; n < count; n += 1) {
    const id = newId()
    const token = randomUUID() + newCode(8)
    await database.db.transaction().execute(async (tx) => {
      const email = `crowd-${id}@test.example`
      const facts = { first_name: 'Ada', country_id: countryIds.CA, language: 'en' as const, terms_accepted_at: now }
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
        currency: 'CAD',
        at: now,
        postings: [
          { account: { kind: 'customer', owner: id }, amount_minor: 1_000_000n },
          { account: { kind: 'adjustment', owner: '' }, amount_minor: -1_000_000n },
        ],
      })
    })
    tokens.push(token)
  }
  await database.close()
  const parks = (await parksToBook(base, { lat: 43.6532, lng: -79.3832 })).slice(0, 40)
  return { tokens, parks }
}

/** The answer to one booking by driver `n`, for an hour that no other booking of that driver has. */
export function bookAs({ tokens, parks }: Crowd, base: string, n: number): Promise<Response> {
  const park = parks[n % parks.length]!
  const turn = Math.floor(n / tokens.length)
  const start_ms = Date.parse(park.start_time) + (turn % 6) * day_ms
  return fetch(`${base}/api/v1/bookings`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${tokens[n % tokens.length]}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({
      park_id: park.id,
      plate: `DRL ${String(n).padStart(4, '0')}`,
      start_time: new Date(start_ms).toISOString(),
      end_time: new Date(start_ms + hour_ms).toISOString(),
      again: true,
    }),
  })
}

/** How many of the bookings with these codes are in the database. */
export async function countStored(production: Production, codes: readonly string[]): Promise<number> {
  const client = new pg.Client({ connectionString: production.secrets['DATABASE_URL'] })
  await client.connect()
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from bookings where booking_code = any ($1)',
    [codes],
  )
  await client.end()
  return rows[0]!.count
}
