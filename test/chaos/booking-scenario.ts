import { expect } from 'vitest'
import * as changes from '#contract/bookings/booking-changes.ts'
import * as bookings from '#contract/bookings/bookings.ts'
import type { Booking } from '#contract/bookings/bookings.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { minute_ms, quarter_ms } from '#contract/time.ts'
import type { Db } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { Random } from '#server/features/demo/random.ts'
import { postTransfer } from '#server/features/wallet/ledger/ledger.ts'
import { expectNoneOf } from '#test/kits/consistency.ts'
import type { Driver, TestPark, World } from '#test/kits/world.ts'
import {
  callServer,
  createChaos,
  findNeverSuccessful,
  performActions,
  type Action,
  type CallInput,
  type CallResponse,
  type Chaos,
  type Target,
  type WeightedActions,
} from './harness.ts'

/* Drivers concurrently book, hold, pay, extend, cancel, check in and out at a few parks with few spaces. */

const promo_code = 'CHAOS'

type Person = Driver & { bookings: string[]; holds: string[] }
type BookingChaos = Chaos<Person> & {
  parks: TestPark[]
  /** The booking ids returned for each idempotency key; empty if every response was a refusal. */
  sold: Map<string, Set<string>>
}

/** Creates parks with 1 to 4 spaces near each other, a promo code, and six people with a little money. */
export async function createBookingChaos(
  world: World,
  target: Target,
  options: { seed: string; now?: () => Date },
): Promise<BookingChaos> {
  const { db } = world
  const parks = [
    await world.buildPark({ capacity: 2, increment_minor: 400n }),
    await world.buildPark({ capacity: 3, cancellation: 'strict', lat: 43.651, increment_minor: 600n }),
    await world.buildPark({ capacity: 1, lat: 43.652, increment_minor: 350n, day_cap_minor: null }),
    await world.buildPark({ capacity: 4, lat: 43.653, increment_minor: 500n, opening_hours: 'Mo-Su 05:00-23:00' }),
  ]
  await db.updateTable('parks').set({ check_in: 'scan' }).where('id', 'in', [parks[1]!.id, parks[3]!.id]).execute()
  await db.updateTable('tariffs').set({ free_minutes: 30 }).where('park_id', '=', parks[0]!.id).execute()
  const start = new Date(world.clock.now.getTime() - minute_ms)
  await db
    .insertInto('promo_codes')
    .values({
      id: newId(),
      code: promo_code,
      kind: 'percentage',
      value: 20_000n,
      limit_per_person: 3,
      starts_at: start,
      ends_at: new Date(start.getTime() + 90 * 86_400_000),
      is_active: true,
      created_at: start,
    })
    .execute()
  const people: Person[] = []
  for (let n = 0; n < 6; n += 1)
    people.push({ ...(await world.buildDriver({ balance_minor: 2_500n })), bookings: [], holds: [] })
  return { ...createChaos(world, target, people, options), parks, sold: new Map() }
}

const accepted = new Set([402, 409, 422])
const call = (chaos: BookingChaos, person: Person, endpoint: Endpoint, input: CallInput) =>
  callServer(chaos, person, endpoint, input, { accepted, replayRate: 0.25 })

const actions: WeightedActions<BookingChaos, Person> = [
  [14, book],
  [8, hold],
  [6, payHold],
  [2, releaseHold],
  [7, extend],
  [7, cancel],
  [5, renew],
  [6, onBooking(changes.checkIn, () => ({ body: {} }))],
  [6, onBooking(changes.checkOut, () => ({}))],
  [3, onBooking(changes.changePlate, ({ random }) => ({ body: { plate: drawPlate(random) } }))],
  [
    4,
    onBooking(changes.setAutoExtend, (chaos) => ({ body: { until: quarterAfter(chaos, chaos.random.whole(2, 12)) } })),
  ],
  [4, cannotPark],
  [3, payDue],
  [3, onBooking(bookings.previewBooking, () => ({ query: { action: 'cancel' } }))],
  [3, viewBookings],
  [3, topUp],
]

export const actAtRandom = (chaos: BookingChaos, count: number): Promise<void> => performActions(chaos, actions, count)

const drawPlate = (random: Random) => `CH ${random.whole(1, 4)}`
const quarterAfter = ({ now }: BookingChaos, quarters: number): string =>
  new Date((Math.floor(now().getTime() / quarter_ms) + quarters) * quarter_ms).toISOString()

function drawWindow(chaos: BookingChaos) {
  const { random, parks } = chaos
  const from = random.chance(0.4) ? 0 : random.whole(0, 6)
  return {
    park_id: random.pick(parks as [TestPark, ...TestPark[]]).id,
    start_time: quarterAfter(chaos, from),
    end_time: quarterAfter(chaos, from + random.whole(1, random.chance(0.1) ? 110 : 8)),
    ...(random.chance(0.2) ? { promo_code } : {}),
  }
}

const pickRecent = (random: Random, handles: readonly string[]) =>
  handles.length === 0 ? undefined : handles[handles.length - 1 - Math.floor(random.next() ** 4 * handles.length)]

const getId = ({ body }: CallResponse) => (body as Booking).id

/** Records the response to a key. A booking's notes are its key, so its row tells which key created it. */
function recordSale(chaos: BookingChaos, key: string, response: CallResponse | undefined, bookingIds: string[]): void {
  const ids = chaos.sold.get(key) ?? new Set()
  chaos.sold.set(key, ids)
  if (response === undefined || response.status >= 300) return
  if (!ids.has(getId(response))) bookingIds.push(getId(response))
  ids.add(getId(response))
}

async function requestQuote(chaos: BookingChaos, person: Person, window: object): Promise<string | undefined> {
  const quoted = await call(chaos, person, bookings.createQuote, { body: window })
  return quoted?.status === 200 ? (quoted.body as { quote_id: string }).quote_id : undefined
}

async function book(chaos: BookingChaos, person: Person): Promise<void> {
  const { random } = chaos
  const window = drawWindow(chaos)
  const plate = drawPlate(random)
  const quote_id = random.chance(0.6) ? await requestQuote(chaos, person, { ...window, plate }) : undefined
  const key = newId()
  const body = { ...window, plate, notes: key, ...(quote_id === undefined ? {} : { quote_id }) }
  const sendRequest = async () =>
    recordSale(chaos, key, await call(chaos, person, bookings.createBooking, { body, key }), person.bookings)
  await Promise.all(random.chance(0.2) ? [sendRequest(), sendRequest(), sendRequest()] : [sendRequest()])
}

async function hold(chaos: BookingChaos, person: Person): Promise<void> {
  const quote_id = await requestQuote(chaos, person, drawWindow(chaos))
  if (quote_id === undefined) return
  const key = newId()
  const body = { quote_id, plate: drawPlate(chaos.random), notes: key }
  const sendRequest = async () =>
    recordSale(chaos, key, await call(chaos, person, bookings.holdSpace, { body, key }), person.holds)
  await Promise.all(chaos.random.chance(0.2) ? [sendRequest(), sendRequest()] : [sendRequest()])
}

async function payHold(chaos: BookingChaos, person: Person): Promise<void> {
  const hold_id = pickRecent(chaos.random, person.holds)
  if (hold_id === undefined) return
  const response = await call(chaos, person, bookings.createBooking, { body: { hold_id }, key: newId() })
  if (response?.status === 201) person.bookings.push(hold_id)
}

async function releaseHold(chaos: BookingChaos, person: Person): Promise<void> {
  const id = pickRecent(chaos.random, person.holds)
  if (id !== undefined) await call(chaos, person, changes.releaseHold, { params: { id } })
}

async function extend(chaos: BookingChaos, person: Person): Promise<void> {
  const id = pickRecent(chaos.random, person.bookings)
  if (id === undefined) return
  const new_end_time = quarterAfter(chaos, chaos.random.whole(1, 24))
  const times = chaos.random.chance(0.2) ? 2 : 1
  const body = { booking_id: id, new_end_time }
  await Promise.all(
    Array.from({ length: times }, () => call(chaos, person, changes.extendBooking, { body, key: newId() })),
  )
}

async function cancel(chaos: BookingChaos, person: Person): Promise<void> {
  const id = pickRecent(chaos.random, person.bookings)
  if (id === undefined) return
  const request = { params: { id }, query: { status: 'cancelled' } }
  const times = chaos.random.chance(0.3) ? 3 : 1
  await Promise.all(
    Array.from({ length: times }, () =>
      call(chaos, person, bookings.changeBookingStatus, { ...request, key: newId() }),
    ),
  )
}

async function renew(chaos: BookingChaos, person: Person): Promise<void> {
  const id = pickRecent(chaos.random, person.bookings)
  if (id === undefined) return
  const { random } = chaos
  const preview = random.chance(0.5)
    ? await call(chaos, person, bookings.previewBooking, { params: { id }, query: { action: 'renew' } })
    : undefined
  const quote_id = preview?.status === 200 ? (preview.body as bookings.RenewPreview).quote?.quote_id : undefined
  const query = { status: 'active', ...(quote_id === undefined ? {} : { quote_id }) }
  const renewed = await call(chaos, person, bookings.changeBookingStatus, { params: { id }, query, key: newId() })
  if (renewed?.status === 200) person.bookings.push(getId(renewed))
}

async function cannotPark(chaos: BookingChaos, person: Person): Promise<void> {
  const { random, parks } = chaos
  const id = pickRecent(random, person.bookings)
  if (id === undefined) return
  const target = random.chance(0.6) ? { park_id: random.pick(parks as [TestPark, ...TestPark[]]).id } : {}
  const body = { reason: 'full', ...target }
  const answer = await call(chaos, person, changes.reportCannotPark, { params: { id }, body, key: newId() })
  const moved = answer?.status === 200 ? (answer.body as { moved_to: Booking | null }).moved_to : null
  if (moved !== null) person.bookings.push(moved.id)
}

/** Pays for a booking with an outstanding amount, if the person has one. */
async function payDue(chaos: BookingChaos, person: Person): Promise<void> {
  const indebted = await chaos.world.db
    .selectFrom('bookings')
    .select('id')
    .where('user_id', '=', person.user_id)
    .where('due_minor', '>', 0n)
    .executeTakeFirst()
  const id = indebted?.id ?? pickRecent(chaos.random, person.bookings)
  if (id === undefined) return
  const times = chaos.random.chance(0.5) ? 2 : 1
  await Promise.all(
    Array.from({ length: times }, () => call(chaos, person, changes.payDebts, { params: { id }, key: newId() })),
  )
}

async function viewBookings(chaos: BookingChaos, person: Person): Promise<void> {
  await call(chaos, person, bookings.listBookings, {})
  const id = pickRecent(chaos.random, person.bookings)
  if (id !== undefined) await call(chaos, person, bookings.getBooking, { params: { bookingCode: id } })
}

function onBooking(endpoint: Endpoint, makeInput: (chaos: BookingChaos) => CallInput): Action<BookingChaos, Person> {
  return async (chaos, person) => {
    const id = pickRecent(chaos.random, person.bookings)
    if (id !== undefined) await call(chaos, person, endpoint, { params: { id }, ...makeInput(chaos) })
  }
}

/** Adds money to the wallet without a provider. */
async function topUp({ world: { db }, random, now }: BookingChaos, { user_id }: Person): Promise<void> {
  const amount_minor = BigInt(random.whole(100, 1_500))
  await db.transaction().execute((tx) =>
    postTransfer(tx, {
      kind: 'adjustment',
      reference: newId(),
      description: 'test',
      currency: 'CAD',
      at: now(),
      postings: [
        { account: { kind: 'customer', owner: user_id }, amount_minor },
        { account: { kind: 'adjustment', owner: '' }, amount_minor: -amount_minor },
      ],
    }),
  )
}

/** Checks for unexpected responses, and that each key created exactly the bookings that were returned for it. */
export async function expectConsistentSales(chaos: BookingChaos, db: Db): Promise<void> {
  const rows = await db.selectFrom('bookings').select(['id', 'notes']).where('notes', 'is not', null).execute()
  const created = Map.groupBy(rows, ({ notes }) => notes!)
  const inconsistencies = [...chaos.sold].flatMap(([key, returned]) => {
    const ids = (created.get(key) ?? []).map(({ id }) => id)
    const isConsistent = ids.length === returned.size && ids.length <= 1 && ids.every((id) => returned.has(id))
    return isConsistent ? [] : [`key ${key} returned ${[...returned].join(' ')} and created ${ids.join(' ')}`]
  })
  expectNoneOf([...chaos.problems, ...inconsistencies])
}

/** Number of endpoints that may be missing from a short run. */
const maxMissing = 2

/** Fails when too many of the endpoints never succeeded, because then the run tested little. */
export function expectCoverage(chaos: BookingChaos, names: readonly string[]): void {
  const missing = findNeverSuccessful(chaos, names)
  expect(missing.length, `never successful: ${missing.join(', ')}`).toBeLessThanOrEqual(maxMissing)
}
