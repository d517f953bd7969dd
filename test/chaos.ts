import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import * as bookings from '#contract/bookings.ts'
import type { Booking } from '#contract/bookings.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import * as stays from '#contract/booking-changes.ts'
import type { Db } from '#server/database/connect.ts'
import { randomOf, type Random } from '#server/features/demo/random.ts'
import { postTransfer } from '#server/features/wallet/ledger/ledger.ts'
import { newId } from '#server/ids.ts'
import type { Driver, TestPark, World } from '#test/world.ts'

/*
 * Drivers who do everything at once: random calls over HTTP to one server or several, from a stream that its seed makes
 * again. What may come between (killed connections, a killed server) the test brings; a call that it hits is sent
 * again with its key, as a driver's phone does.
 */

const minute_ms = 60_000
const quarter_ms = 15 * minute_ms
const promo_code = 'CHAOS'

/** Whose calls these are, and what they know of their bookings. */
type Person = Driver & { bookings: string[]; holds: string[] }
export type Chaos = {
  world: World
  random: Random
  /** Where calls go, one of them at random; read anew for each call. */
  addresses: () => readonly string[]
  now: () => Date
  /** Whether a failure between these two instants (`performance.now`) is the test's own doing. */
  isExcused: (from: number, to: number) => boolean
  people: Person[]
  parks: TestPark[]
  /** How often each call had each answer. */
  tally: Map<string, number>
  /** The ids that were answered to the keys of bookings; without any where all answers were refusals. */
  sold: Map<string, Set<string>>
  problems: string[]
}

type Input = { params?: object; query?: object; body?: object; key?: string }
type Answered = { status: number; body: unknown }

/** A few parks with a handful of spaces near each other, a promo code, and people with a little money. */
export async function createChaos(
  world: World,
  seed: string,
  how: Pick<Chaos, 'addresses' | 'isExcused'> & { now?: () => Date },
): Promise<Chaos> {
  const { db } = world
  const parks = [
    await world.newPark({ capacity: 2, increment_minor: 400n }),
    await world.newPark({ capacity: 3, cancellation: 'strict', lat: 43.651, increment_minor: 600n }),
    await world.newPark({ capacity: 1, lat: 43.652, increment_minor: 350n, day_cap_minor: null }),
    await world.newPark({ capacity: 4, lat: 43.653, increment_minor: 500n, opening_hours: 'Mo-Su 05:00-23:00' }),
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
    people.push({ ...(await world.newDriver({ balance_minor: 2_500n })), bookings: [], holds: [] })
  return {
    world,
    random: randomOf(seed),
    now: () => new Date(world.clock.now),
    ...how,
    people,
    parks,
    tally: new Map(),
    sold: new Map(),
    problems: [],
  }
}

/** One call; sent again with its key where what the test broke was in its way. Undefined when nobody knows what became of it. */
async function call(chaos: Chaos, person: Driver, endpoint: Endpoint, input: Input): Promise<Answered | undefined> {
  const until = performance.now() + 60_000
  while (performance.now() < until) {
    const began = performance.now()
    const answer = await send(chaos, person, endpoint, input)
    const told = answer === undefined ? 'gone' : `${answer.status} ${codeOf(answer)}`.trim()
    const name = `${endpoint.name} ${told}`
    chaos.tally.set(name, (chaos.tally.get(name) ?? 0) + 1)
    if (answer !== undefined && answer.status < 500) {
      if (answer.status >= 400 && ![402, 409, 422].includes(answer.status)) chaos.problems.push(name)
      if (answer.status < 300 && input.key !== undefined && chaos.random.chance(0.25)) {
        // As if the answer had been lost on its way: whoever asks again is told the same.
        const again = await send(chaos, person, endpoint, input)
        if (again !== undefined && again.status < 500 && JSON.stringify(again) !== JSON.stringify(answer))
          chaos.problems.push(`${name}, then ${JSON.stringify(again)} instead of ${JSON.stringify(answer)}`)
      }
      return answer
    }
    // A machine with too much to do says so, and has done nothing.
    if (answer?.status !== 503 && !chaos.isExcused(began, performance.now())) {
      chaos.problems.push(name)
      return undefined
    }
    if (input.key === undefined) return undefined
    await pause(50)
  }
  throw new Error(`${endpoint.name} was never answered`)
}

const codeOf = ({ status, body }: Answered) => (status < 400 ? '' : (body as { code?: string }).code)

async function send(chaos: Chaos, person: Driver, endpoint: Endpoint, input: Input): Promise<Answered | undefined> {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(String((input.params as Record<string, unknown>)[name])),
  )
  const addresses = chaos.addresses()
  const url = new URL(path, addresses[Math.floor(Math.random() * addresses.length)])
  for (const [name, value] of Object.entries(input.query ?? {})) url.searchParams.set(name, String(value))
  try {
    const response = await fetch(url, {
      method: endpoint.method,
      headers: {
        authorization: `Bearer ${person.token}`,
        ...(input.key === undefined ? {} : { 'idempotency-key': input.key }),
        ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
  } catch {
    return undefined
  }
}

type Act = (chaos: Chaos, person: Person) => Promise<void>
/** What drivers do, and how often. */
const acts: readonly (readonly [weight: number, act: Act])[] = [
  [14, book],
  [8, hold],
  [6, payHold],
  [2, giveUp],
  [7, extend],
  [7, cancel],
  [5, renew],
  [6, onOne(stays.checkIn, () => ({ body: {} }))],
  [6, onOne(stays.checkOut, () => ({}))],
  [3, onOne(stays.changePlate, ({ random }) => ({ body: { plate: plateOf(random) } }))],
  [4, onOne(stays.setAutoExtend, (chaos) => ({ body: { until: quartersOn(chaos, chaos.random.whole(2, 12)) } }))],
  [4, cannotPark],
  [3, payDue],
  [3, onOne(bookings.previewBooking, () => ({ query: { action: 'cancel' } }))],
  [3, look],
  [3, topUp],
]

/** So many acts of random drivers, one after the other; several of these run at once. */
export async function act(chaos: Chaos, times: number): Promise<void> {
  const { random, people } = chaos
  const whole = acts.reduce((sum, [weight]) => sum + weight, 0)
  for (let n = 0; n < times; n += 1) {
    let drawn = random.next() * whole
    const [, chosen] = acts.find(([weight]) => (drawn -= weight) < 0)!
    await chosen(chaos, random.pick(people as [Person, ...Person[]]))
  }
}

const plateOf = (random: Random) => `CH ${random.whole(1, 4)}`
const quartersOn = ({ now }: Chaos, quarters: number): string =>
  new Date((Math.floor(now().getTime() / quarter_ms) + quarters) * quarter_ms).toISOString()

function wishOf(chaos: Chaos) {
  const { random, parks } = chaos
  const from = random.chance(0.4) ? 0 : random.whole(0, 6)
  return {
    park_id: random.pick(parks as [TestPark, ...TestPark[]]).id,
    start_time: quartersOn(chaos, from),
    end_time: quartersOn(chaos, from + random.whole(1, random.chance(0.1) ? 110 : 8)),
    ...(random.chance(0.2) ? { promo_code } : {}),
  }
}

const pickOf = (random: Random, handles: readonly string[]) =>
  handles.length === 0 ? undefined : handles[handles.length - 1 - Math.floor(random.next() ** 4 * handles.length)]

const idOf = ({ body }: Answered) => (body as Booking).id

/** Notes what a key was answered; a booking's notes are its key, so that the rows tell which key made them. */
function keep(chaos: Chaos, key: string, answer: Answered | undefined, into: string[]): void {
  const ids = chaos.sold.get(key) ?? new Set()
  chaos.sold.set(key, ids)
  if (answer === undefined || answer.status >= 300) return
  if (!ids.has(idOf(answer))) into.push(idOf(answer))
  ids.add(idOf(answer))
}

async function quote(chaos: Chaos, person: Person, wish: object): Promise<string | undefined> {
  const quoted = await call(chaos, person, bookings.quoteBooking, { body: wish })
  return quoted?.status === 200 ? (quoted.body as { quote_id: string }).quote_id : undefined
}

async function book(chaos: Chaos, person: Person): Promise<void> {
  const { random } = chaos
  const wish = wishOf(chaos)
  const plate = plateOf(random)
  const quote_id = random.chance(0.6) ? await quote(chaos, person, { ...wish, plate }) : undefined
  const key = newId()
  const body = { ...wish, plate, notes: key, ...(quote_id === undefined ? {} : { quote_id }) }
  const once = async () =>
    keep(chaos, key, await call(chaos, person, bookings.createBooking, { body, key }), person.bookings)
  await Promise.all(random.chance(0.2) ? [once(), once(), once()] : [once()])
}

async function hold(chaos: Chaos, person: Person): Promise<void> {
  const quote_id = await quote(chaos, person, wishOf(chaos))
  if (quote_id === undefined) return
  const key = newId()
  const body = { quote_id, plate: plateOf(chaos.random), notes: key }
  const once = async () => keep(chaos, key, await call(chaos, person, bookings.holdSpace, { body, key }), person.holds)
  await Promise.all(chaos.random.chance(0.2) ? [once(), once()] : [once()])
}

async function payHold(chaos: Chaos, person: Person): Promise<void> {
  const hold_id = pickOf(chaos.random, person.holds)
  if (hold_id === undefined) return
  const paid = await call(chaos, person, bookings.createBooking, { body: { hold_id }, key: newId() })
  if (paid?.status === 201) person.bookings.push(hold_id)
}

async function giveUp(chaos: Chaos, person: Person): Promise<void> {
  const id = pickOf(chaos.random, person.holds)
  if (id !== undefined) await call(chaos, person, bookings.releaseHold, { params: { id } })
}

async function extend(chaos: Chaos, person: Person): Promise<void> {
  const id = pickOf(chaos.random, person.bookings)
  if (id === undefined) return
  const new_end_time = quartersOn(chaos, chaos.random.whole(1, 24))
  const times = chaos.random.chance(0.2) ? 2 : 1
  const body = { booking_id: id, new_end_time }
  await Promise.all(
    Array.from({ length: times }, () => call(chaos, person, stays.extendBooking, { body, key: newId() })),
  )
}

async function cancel(chaos: Chaos, person: Person): Promise<void> {
  const id = pickOf(chaos.random, person.bookings)
  if (id === undefined) return
  const wanted = { params: { id }, query: { status: 'cancelled' } }
  const times = chaos.random.chance(0.3) ? 3 : 1
  await Promise.all(
    Array.from({ length: times }, () => call(chaos, person, bookings.changeBookingStatus, { ...wanted, key: newId() })),
  )
}

async function renew(chaos: Chaos, person: Person): Promise<void> {
  const id = pickOf(chaos.random, person.bookings)
  if (id === undefined) return
  const { random } = chaos
  const preview = random.chance(0.5)
    ? await call(chaos, person, bookings.previewBooking, { params: { id }, query: { action: 'renew' } })
    : undefined
  const quote_id = preview?.status === 200 ? (preview.body as bookings.RenewPreview).quote?.quote_id : undefined
  const query = { status: 'active', ...(quote_id === undefined ? {} : { quote_id }) }
  const renewed = await call(chaos, person, bookings.changeBookingStatus, { params: { id }, query, key: newId() })
  if (renewed?.status === 200) person.bookings.push(idOf(renewed))
}

async function cannotPark(chaos: Chaos, person: Person): Promise<void> {
  const { random, parks } = chaos
  const id = pickOf(random, person.bookings)
  if (id === undefined) return
  const there = random.chance(0.6) ? { park_id: random.pick(parks as [TestPark, ...TestPark[]]).id } : {}
  const body = { reason: 'full', ...there }
  const answer = await call(chaos, person, stays.cannotPark, { params: { id }, body, key: newId() })
  const moved = answer?.status === 200 ? (answer.body as { moved_to: Booking | null }).moved_to : null
  if (moved !== null) person.bookings.push(moved.id)
}

/** Of what is owed, if anything is. */
async function payDue(chaos: Chaos, person: Person): Promise<void> {
  const owing = await chaos.world.db
    .selectFrom('bookings')
    .select('id')
    .where('user_id', '=', person.user_id)
    .where('due_minor', '>', 0n)
    .executeTakeFirst()
  const id = owing?.id ?? pickOf(chaos.random, person.bookings)
  if (id === undefined) return
  const times = chaos.random.chance(0.5) ? 2 : 1
  await Promise.all(
    Array.from({ length: times }, () => call(chaos, person, stays.payDue, { params: { id }, key: newId() })),
  )
}

async function look(chaos: Chaos, person: Person): Promise<void> {
  await call(chaos, person, bookings.listBookings, {})
  const id = pickOf(chaos.random, person.bookings)
  if (id !== undefined) await call(chaos, person, bookings.getBooking, { params: { bookingCode: id } })
}

function onOne(endpoint: Endpoint, inputOf: (chaos: Chaos) => Input): Act {
  return async (chaos, person) => {
    const id = pickOf(chaos.random, person.bookings)
    if (id !== undefined) await call(chaos, person, endpoint, { params: { id }, ...inputOf(chaos) })
  }
}

/** Money from outside, as a provider brings it. */
async function topUp({ world: { db }, random, now }: Chaos, { user_id }: Person): Promise<void> {
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

/** What no sweep sees: answers that nobody should get, and keys that made another number of bookings than was answered. */
export async function expectFair(chaos: Chaos, db: Db): Promise<void> {
  const rows = await db.selectFrom('bookings').select(['id', 'notes']).where('notes', 'is not', null).execute()
  const made = Map.groupBy(rows, ({ notes }) => notes!)
  const wrong = [...chaos.sold].flatMap(([key, answered]) => {
    const ids = (made.get(key) ?? []).map(({ id }) => id)
    const isFair = ids.length === answered.size && ids.length <= 1 && ids.every((id) => answered.has(id))
    return isFair ? [] : [`key ${key} was answered ${[...answered].join(' ')} and made ${ids.join(' ')}`]
  })
  expect([...chaos.problems, ...wrong]).toEqual([])
}

/** A stream of calls may leave out what is rare in it. */
const mayMiss = 2

/** Fails where the stream was so that much never came to pass: then little was tried. */
export function expectBusy({ tally }: Chaos, names: readonly string[]): void {
  const done = new Set([...tally.keys()].filter((name) => / 20\d$/.test(name)).map((name) => name.replace(/ \d+$/, '')))
  const missed = names.filter((name) => !done.has(name))
  expect(missed.length, `never done: ${missed.join(', ')}`).toBeLessThanOrEqual(mayMiss)
}
