import sharp from 'sharp'
import { expect } from 'vitest'
import {
  releaseHold,
  reportCannotPark,
  holdAlternative,
  changePlate,
  checkIn,
  checkOut,
  extendBooking,
  listAlternatives,
  payDebts,
  setAutoExtend,
} from '#contract/bookings/booking-changes.ts'
import {
  changeBookingStatus,
  createBooking,
  getBooking,
  holdSpace,
  previewBooking,
  createQuote,
  type Booking,
  type BookingDetails,
  type ExtendPreview,
  type RenewPreview,
} from '#contract/bookings/bookings.ts'
import type { Problem } from '#contract/errors.ts'
import type { Currency } from '#contract/money.ts'
import { day_ms, quarter_ms } from '#contract/time.ts'
import { newCode, newId } from '#server/database/ids.ts'
import { findBalance, postTransfer } from '#server/features/wallet/ledger/ledger.ts'
import { expectConsistentDatabase } from './consistency.ts'
import type { Driver, TestPark, World } from './world.ts'

/** Returns a window that starts `from` quarter hours after the current one and is `length` quarter hours long. */
export function windowOf(world: World, from: number, length: number): { start_time: string; end_time: string } {
  const start = (Math.floor(world.clock.now.getTime() / quarter_ms) + from) * quarter_ms
  return { start_time: new Date(start).toISOString(), end_time: new Date(start + length * quarter_ms).toISOString() }
}

export const bookingRequestFor = (world: World, park: TestPark, from = 8, length = 8) => ({
  park_id: park.id,
  plate: 'ABC 123',
  ...windowOf(world, from, length),
})

/** Books, also beside another booking of the same plate. */
export async function buildPaidBooking(
  world: World,
  driver: Driver,
  park: TestPark,
  from = 8,
  length = 8,
): Promise<Booking> {
  const booked = await world.call(createBooking, {
    token: driver.token,
    body: { ...bookingRequestFor(world, park, from, length), again: true },
  })
  expect(booked.status, JSON.stringify(booked.body)).toBe(201)
  return booked.body
}

export const callQuote = (world: World, body: object, language = 'en') =>
  world.call(createQuote, { body, headers: { 'accept-language': language } })

export const balanceOf = (world: World, driver: Driver, currency: Currency = 'CAD') =>
  findBalance(world.db, driver.user_id, currency)

/** Returns the contents of all tables that a failed call must leave unchanged. */
export async function snapshotTables(world: World): Promise<Record<string, string>> {
  const tables = [
    'bookings',
    'booking_history',
    'ledger_transfers',
    'ledger_entries',
    'pool_days',
    'idempotency_keys',
    'mails',
  ] as const
  const contents: Record<string, string> = {}
  for (const table of tables)
    contents[table] = JSON.stringify(await world.db.selectFrom(table).selectAll().execute(), bigintToString)
  return contents
}
const bigintToString = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)

/**
 * Checks that the ledger balances and that space counters, money, debts, promo uses and histories match the bookings.
 */
export const expectConsistentData = (world: World): Promise<void> => expectConsistentDatabase(world.db)

/** Inserts a new version of the park's tariff for cars. */
export async function changeTariff(world: World, park: TestPark, increment_minor: bigint): Promise<void> {
  const current = await world.db
    .selectFrom('tariffs')
    .selectAll()
    .where('park_id', '=', park.id)
    .where('vehicle_type_id', '=', 1)
    .orderBy('version', 'desc')
    .executeTakeFirstOrThrow()
  await world.db
    .insertInto('tariffs')
    .values({
      ...current,
      terms: JSON.stringify(current.terms),
      id: newId(),
      version: current.version + 1,
      increment_minor,
    })
    .execute()
}

/** Returns a driver's booking calls by short names. */
export function bookingCallsOf(world: World, { token }: Driver) {
  const withId = (id: string) => ({ params: { id }, token })
  return {
    book: (body: object, headers: Record<string, string> = {}) => world.call(createBooking, { body, token, headers }),
    hold: (body: object, headers: Record<string, string> = {}) => world.call(holdSpace, { body, token, headers }),
    pay: (hold_id: string, headers: Record<string, string> = {}) =>
      world.call(createBooking, { body: { hold_id }, token, headers }),
    release: (id: string) => world.call(releaseHold, withId(id)),
    see: async (bookingCode: string) => (await world.call(getBooking, { params: { bookingCode }, token })).body,
    extend: (booking_id: string, new_end_time: string, headers: Record<string, string> = {}, again?: true) =>
      world.call(extendBooking, { body: { booking_id, new_end_time, again }, token, headers }),
    autoExtend: (id: string, until: string | null, again?: true) =>
      world.call(setAutoExtend, { ...withId(id), body: { until, again } }),
    previewExtend: async (id: string, new_end_time?: string) => {
      const answer = await world.call(previewBooking, { ...withId(id), query: { action: 'extend', new_end_time } })
      return { ...answer, body: answer.body as ExtendPreview }
    },
    previewRenew: async (id: string) =>
      (await world.call(previewBooking, { ...withId(id), query: { action: 'renew' } })).body as RenewPreview,
    cancel: (id: string, headers: Record<string, string> = {}) =>
      world.call(changeBookingStatus, { ...withId(id), query: { status: 'cancelled' }, headers }),
    renew: (id: string, quote_id?: string, headers: Record<string, string> = {}, again?: 'true') =>
      world.call(changeBookingStatus, { ...withId(id), query: { status: 'active', quote_id, again }, headers }),
    plate: (id: string, plate: string, again?: true) =>
      world.call(changePlate, { ...withId(id), body: { plate, again } }),
    checkIn: (id: string, park_code?: string) =>
      world.call(checkIn, { ...withId(id), body: park_code === undefined ? {} : { park_code } }),
    checkOut: (id: string) => world.call(checkOut, withId(id)),
    payDue: (id: string, headers: Record<string, string> = {}) => world.call(payDebts, { ...withId(id), headers }),
    alternatives: async (id: string) => (await world.call(listAlternatives, withId(id))).body,
    holdNearby: (id: string, park_id: string | null) =>
      world.call(holdAlternative, { ...withId(id), body: { park_id } }),
    cannotPark: (id: string, body: object = {}, headers: Record<string, string> = {}) =>
      world.call(reportCannotPark, { ...withId(id), body: { reason: 'full', ...body }, headers }),
  }
}

/** Uploads the photo of a report. Returns the status. */
export async function callSaveReportPhoto(world: Pick<World, 'app'>, { token }: Pick<Driver, 'token'>, id: string) {
  const picture = sharp({ create: { width: 40, height: 20, channels: 3, background: '#ffc531' } })
  const form = new FormData()
  form.set('photo', new File([new Uint8Array(await picture.jpeg().toBuffer())], 'photo.jpg', { type: 'image/jpeg' }))
  const request = new Request('http://parkwell.test', { method: 'PUT', body: form })
  const answer = await world.app.inject({
    method: 'PUT',
    url: `/api/v1/bookings/${id}/cannot-park/photo`,
    headers: { 'content-type': request.headers.get('content-type')!, authorization: `Bearer ${token}` },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return answer.statusCode
}

/** Returns the status of a response, with the error code if it failed. */
export const outcomeOf = ({ status, problem }: { status: number; problem: { code?: string } }) =>
  status < 300 ? String(status) : `${status} ${problem.code}`

/** Returns the invalid fields of a 422 response, sorted. */
export const fieldsOf = ({ problem }: { problem: Problem }) => problem.errors?.map(({ field }) => field).toSorted()

/** Requests a quote and holds a space at its price. */
export async function buildHold(
  world: World,
  driver: Driver,
  park: TestPark,
  { from = 8, length = 8, quoteFields = {} }: { from?: number; length?: number; quoteFields?: object } = {},
): Promise<Booking> {
  const quote = await callQuote(world, { park_id: park.id, ...windowOf(world, from, length), ...quoteFields })
  const held = await bookingCallsOf(world, driver).hold({
    quote_id: quote.body.quote_id,
    plate: 'ABC 123',
    again: true,
  })
  expect(held.status, JSON.stringify(held.body)).toBe(201)
  return held.body
}

/** Creates a car park that requires check-in by code. */
export async function buildScanPark(world: World, options: Parameters<World['buildPark']>[0] = {}): Promise<TestPark> {
  const park = await world.buildPark(options)
  await world.db.updateTable('parks').set({ check_in: 'scan' }).where('id', '=', park.id).execute()
  return park
}

/** Moves a car park to Ontario, where the tax is 13 %. */
export async function putInOntario(world: World, park: TestPark): Promise<void> {
  const state = await world.db.selectFrom('states').select('id').where('code', '=', 'CA-ON').executeTakeFirstOrThrow()
  await world.db.updateTable('parks').set({ state_id: state.id }).where('id', '=', park.id).execute()
}

/** Sets the balance of a driver with one adjustment transfer. */
export async function setBalance(
  world: World,
  driver: Driver,
  balance_minor: bigint,
  currency: Currency = 'CAD',
): Promise<void> {
  const amount_minor = balance_minor - (await balanceOf(world, driver, currency))
  await world.db.transaction().execute((tx) =>
    postTransfer(tx, {
      kind: 'adjustment',
      reference: newId(),
      description: 'test',
      currency,
      at: world.clock.now,
      postings: [
        { account: { kind: 'customer', owner: driver.user_id }, amount_minor },
        { account: { kind: 'adjustment', owner: '' }, amount_minor: -amount_minor },
      ],
    }),
  )
}

/** Returns the sum of all ledger entries of an account, in minor units. */
export async function sumLedgerEntries(
  world: World,
  kind: string,
  owner: string,
  currency: Currency = 'CAD',
): Promise<bigint> {
  const rows = await world.db
    .selectFrom('ledger_entries as e')
    .innerJoin('ledger_accounts as a', 'a.id', 'e.account_id')
    .select('e.amount_minor')
    .where('a.kind', '=', kind)
    .where('a.owner', '=', owner)
    .where('a.currency', '=', currency)
    .execute()
  return rows.reduce((sum, { amount_minor }) => sum + amount_minor, 0n)
}

/** Returns the subjects of a driver's mails, oldest first. */
export async function mailsOf(world: World, driver: Driver): Promise<string[]> {
  const rows = await world.db
    .selectFrom('mails')
    .select('subject')
    .where('to_address', '=', driver.email)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ subject }) => subject)
}

/** Returns the history of a booking as `cause HH:MM` (UTC), in order. */
export const summarizeHistory = ({ history }: BookingDetails) =>
  history.map(({ cause, at }) => `${cause} ${at.slice(11, 16)}`)

/** Creates a promo code that is valid now; `change` replaces its fields. */
export async function buildPromo(
  world: World,
  change: Partial<{ kind: 'percentage' | 'fixed'; value: bigint; currency: Currency; limit_per_person: number }> = {},
): Promise<{ id: string; code: string }> {
  const id = newId()
  const code = `T${newCode(8)}`
  await world.db
    .insertInto('promo_codes')
    .values({
      id,
      code,
      kind: 'percentage',
      value: 20_000n,
      ...change,
      starts_at: new Date(world.clock.now.getTime() - day_ms),
      ends_at: new Date(world.clock.now.getTime() + 100 * day_ms),
      is_active: true,
      created_at: world.clock.now,
    })
    .execute()
  return { id, code }
}
