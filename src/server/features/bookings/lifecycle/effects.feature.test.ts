import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BookingStatus } from '#contract/bookings/bookings.ts'
import { cancelBookingByPark } from '#contract/bookings/desk/booking-record.ts'
import { translate } from '#server/output/translate.ts'
import { bookingCallsOf, bookingRequestFor, buildPaidBooking, callQuote } from '#test/kits/bookings-kit.ts'
import { createWorld, type World } from '#test/kits/world.ts'
import { byHandle, findRows, type BookingRow } from '../booking-rows.ts'
import { bookingMails } from '../documents/mails.ts'
import { recordChangeAndNotify, transitionAndNotify } from './effects.ts'
import {
  bookingChanges,
  createHandles,
  findMail,
  insertBookings,
  recordChange,
  transition,
  transitions,
  type NewBooking,
  type Outcome,
} from './transitions.ts'

let world: World
let booking_id: string
beforeAll(async () => {
  world = await createWorld()
  const park = await world.buildPark({ capacity: 100 })
  const driver = await world.buildDriver({ balance_minor: 100_000n })
  booking_id = (await buildPaidBooking(world, driver, park)).id
})
afterAll(() => world.close())

const outcomesOf = (mail: unknown): (Outcome | undefined)[] =>
  typeof mail === 'object' && mail !== null ? (Object.keys(mail) as Outcome[]) : [undefined]

/** Puts the booking into a state, with an empty history and outbox. */
async function prepare(status: BookingStatus): Promise<BookingRow> {
  await world.db.deleteFrom('booking_history').where('booking_id', '=', booking_id).execute()
  await world.db.deleteFrom('mails').execute()
  await world.db.deleteFrom('staff_notices').execute()
  await world.db.updateTable('bookings').set({ status }).where('id', '=', booking_id).execute()
  return (await findRows(world.db, byHandle(booking_id)))[0]!
}

const history = async () =>
  (
    await world.db
      .selectFrom('booking_history')
      .select(['from_status', 'to_status', 'cause', 'actor'])
      .where('booking_id', '=', booking_id)
      .execute()
  ).map(({ from_status, to_status, cause, actor }) => [from_status, to_status, cause, actor])

/** The kinds whose subject the mails in the outbox have. */
async function mailed(): Promise<string[]> {
  const mails = await world.db.selectFrom('mails').select('subject').orderBy('id').execute()
  return mails.map(({ subject }) => {
    const found = Object.keys(bookingMails.kinds).filter((kind) => subjectsOf(kind).test(subject))
    return found[0] ?? subject
  })
}
const subjectsOf = (kind: string): RegExp => {
  const sentence = translate('en-CA', `booking_mails.${kind}.subject`)
  return new RegExp(`^${sentence.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{\{\w+\}\}/g, '.+')}$`)
}

const steps = transitions
  .filter(({ from }) => from !== null)
  .flatMap((row) => row.who.flatMap((who) => outcomesOf(row.mail).map((outcome) => ({ ...row, who, outcome }))))

describe('each transition of the table', () => {
  test.each(steps)('$from → $to ($cause) by $who, $outcome', async ({ from, to, cause, who, mail, outcome }) => {
    const row = await prepare(from!)
    const actor = { kind: who, id: null }
    const step = { to, cause, actor, at: world.clock.now, ...(outcome && { outcome }) } as never
    let done = 0
    const run = (isFailing = false) =>
      world.db.transaction().execute(async (tx) => {
        if (mail === null) await transition(tx, row, step)
        else await transitionAndNotify(tx, world.deps, row, step, async () => void (done += 1))
        if (isFailing) throw new Error('changed our mind')
      })
    await expect(run(true)).rejects.toThrow('changed our mind')
    expect([await history(), await mailed()]).toEqual([[], []])
    await run()
    await expect(run()).rejects.toThrow('invalid_transition')
    expect(await history()).toEqual([[from, to, cause, who]])
    const topic = findMail({ mail }, outcome)
    expect(await mailed()).toEqual(topic === null ? [] : [topic])
    expect(done).toBe(mail === null ? 0 : 2)
  })

  test('no other actor and no other state makes it', async () => {
    const row = await prepare('completed')
    const step = {
      to: 'cancelled',
      cause: 'cancelled',
      actor: { kind: 'driver', id: null },
      at: world.clock.now,
    } as const
    const run = () =>
      world.db.transaction().execute((tx) => transitionAndNotify(tx, world.deps, row, step, async () => undefined))
    await expect(run()).rejects.toThrow('invalid_transition')
    expect([await history(), await mailed()]).toEqual([[], []])
  })
})

test('a new booking has the first entry of its history and its mail, and an invalid one is not written', async () => {
  const park = await world.buildPark({ capacity: 2 })
  const driver = await world.buildDriver({ balance_minor: 100_000n })
  const request = bookingRequestFor(world, park)
  await world.db.deleteFrom('mails').execute()
  const { quote_id } = (await callQuote(world, { ...request, vehicle_type_id: 1 })).body
  const held = await bookingCallsOf(world, driver).hold({ quote_id, plate: request.plate })
  expect(held.status).toBe(201)
  expect(await mailed()).toEqual([])
  const booked = await buildPaidBooking(world, driver, park)
  expect(await mailed()).toEqual(['booked'])
  const entries = await world.db
    .selectFrom('booking_history')
    .select(['from_status', 'to_status', 'cause', 'actor'])
    .where('booking_id', 'in', [held.body.id, booked.id])
    .orderBy('cause')
    .execute()
  expect(entries).toEqual([
    { from_status: null, to_status: 'active', cause: 'booked', actor: 'driver' },
    { from_status: null, to_status: 'pending', cause: 'held', actor: 'driver' },
  ])
  const initial = {
    status: 'active',
    cause: 'paid',
    actor: { kind: 'driver', id: null },
    now: world.clock.now,
  } as const
  const unpaid = { handles: createHandles(world.clock.now), booking: {} as NewBooking, initial }
  const inserted = world.db.transaction().execute((tx) => insertBookings(tx, [unpaid]))
  await expect(inserted).rejects.toThrow('invalid_transition')
})

test.each(Object.keys(bookingChanges) as (keyof typeof bookingChanges)[])(
  'the change %s is recorded and mailed once, and not where its transaction fails',
  async (cause) => {
    const row = await prepare('completed')
    const { mail } = bookingChanges[cause]
    const change = { cause, actor: { kind: 'staff', id: null }, at: world.clock.now, detail: {} } as never
    const run = (isFailing: boolean) =>
      world.db.transaction().execute(async (tx) => {
        if (mail === null) await recordChange(tx, row, change)
        else await recordChangeAndNotify(tx, world.deps, row, change)
        if (isFailing) throw new Error('changed our mind')
      })
    await expect(run(true)).rejects.toThrow('changed our mind')
    expect([await history(), await mailed()]).toEqual([[], []])
    await run(false)
    expect(await history()).toEqual([['completed', 'completed', cause, 'staff']])
    expect(await mailed()).toEqual(mail === null ? [] : [mail])
  },
)

test('a change of a space that is only reserved is not mailed', async () => {
  const row = await prepare('pending')
  const change = { cause: 'plate_changed', actor: { kind: 'driver', id: null }, at: world.clock.now } as const
  await world.db.transaction().execute((tx) => recordChangeAndNotify(tx, world.deps, row, change))
  expect([await history(), await mailed()]).toEqual([[['pending', 'pending', 'plate_changed', 'driver']], []])
})

test('a call that is repeated has its effects once', async () => {
  const park = await world.buildPark({ capacity: 1 })
  const driver = await world.buildDriver({ balance_minor: 100_000n })
  const { id } = await buildPaidBooking(world, driver, park)
  const staff = await world.buildDriver({ role: 'staff' })
  await world.db.deleteFrom('mails').execute()
  const cancel = () =>
    world.call(cancelBookingByPark, {
      params: { id },
      token: staff.token,
      body: { reason: 'Flooded' },
    })
  const answers = [await cancel(), await cancel()]
  expect(answers.map(({ status }) => status)).toEqual([200, 409])
  expect(await mailed()).toEqual(['cancelled_by_park'])
  const causes = await world.db.selectFrom('booking_history').select('cause').where('booking_id', '=', id).execute()
  expect(causes.map(({ cause }) => cause).toSorted()).toEqual(['booked', 'park_cancelled'])
})

test('no command mails drivers or writes the history beside the table', () => {
  const sources = globSync('src/server/**/*.ts').filter((path) => !path.endsWith('.test.ts'))
  const using = (pattern: RegExp) => sources.filter((path) => pattern.test(readFileSync(path, 'utf8'))).toSorted()
  const folder = 'src/server/features/bookings'
  expect(using(/\b(insertInto|insertRows)\('booking_history'/)).toEqual([`${folder}/lifecycle/transitions.ts`])
  expect(using(/\bstore(Transition|Change)\(tx, \w+, (step|change)\)/)).toEqual([
    `${folder}/lifecycle/effects.ts`,
    `${folder}/lifecycle/transitions.ts`,
    'src/server/features/documents/requests/change-status.ts',
  ])
  // Staff send a mail again; many new bookings are mailed at once.
  expect(using(/\bmailDriver\(/)).toEqual([`${folder}/lifecycle/effects.ts`, `${folder}/staff/staff-commands.ts`])
  expect(using(/\bmailBookings\(/)).toEqual([`${folder}/create/write-bookings.ts`, `${folder}/lifecycle/effects.ts`])
})
