import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Booking } from '#contract/bookings/bookings.ts'
import { refundBookingByStaff } from '#contract/bookings/desk/booking-refunds.ts'
import { minute_ms } from '#contract/time.ts'
import { advanceBookings } from '#server/features/bookings/lifecycle/advance.ts'
import { buildPaidBooking, buildScanPark, setBalance, sumLedgerEntries } from '#test/kits/bookings-kit.ts'
import { findOrCreatePartner } from '#test/kits/desk/access-kit.ts'
import { buildStatement, changeHands, findPayee, findStatements, readPayee } from '#test/kits/desk/payouts-kit.ts'
import { rounds } from '#test/kits/rounds.ts'
import { buildGuard, buildPhone } from '#test/kits/scan-kit.ts'
import { createWorld, type Driver, type TestPark, type World } from '#test/kits/world.ts'

let world: World
let admin: Driver
beforeAll(async () => {
  world = await createWorld({ pool: 4 })
  admin = await world.buildDriver({ role: 'administrator' })
})
afterEach(() => world.expectBalancedLedger())
afterAll(() => world.close())

interface Holder {
  partner: string
  payee: string
}

interface Scene {
  park: TestPark
  driver: Driver
  holders: Holder[]
  /** Who has the car park now. */
  at: number
  sold: { booking: Booking; holder: Holder }[]
}

let count = 0
/** A car park whose guests check in, whose first hour is free, and its operators, one after the other. */
async function buildScene(): Promise<Scene> {
  count += 1
  const names = ['First', 'Second', 'Third'].map((name) => `${name} of ${count}`)
  const park = await buildScanPark(world, { partner: names[0]!, day_cap_minor: null, capacity: 20 })
  await world.db.updateTable('tariffs').set({ free_minutes: 60 }).where('park_id', '=', park.id).execute()
  const driver = await world.buildDriver()
  await setBalance(world, driver, 10_000_000n, 'CAD')
  const holders: Holder[] = []
  for (const name of names) {
    const partner = await findOrCreatePartner(world.db, 'CA', name)
    holders.push({ partner, payee: (await findPayee(world, partner)).id })
  }
  return { park, driver, holders, at: 0, sold: [] }
}

async function sell(scene: Scene, quarters: number): Promise<void> {
  const { park, driver, holders, at } = scene
  // A vehicle’s free hour is one a day: each day has a sale.
  world.clock.advance(24 * 60)
  const booking = await buildPaidBooking(world, driver, park, 4, quarters)
  scene.sold.push({ booking, holder: holders[at]! })
}

/** Lets all that was sold end: nobody was seen at the gate. */
async function endAll({ sold }: Scene): Promise<void> {
  const last = Math.max(world.clock.now.getTime(), ...sold.map(({ booking }) => Date.parse(booking.end_time)))
  world.clock.now = new Date(last + 60 * minute_ms)
  await advanceBookings(world.deps)
}

/** Gives the car park to its next operator, for whom it is on sale at once. */
async function handOver(scene: Scene): Promise<void> {
  await endAll(scene)
  const { park, holders, at } = scene
  const next = (at + 1) % holders.length
  await changeHands(world, admin, park, { from: holders[at]!.partner, to: holders[next]!.partner })
  await world.db.deleteFrom('park_overrides').where('park_id', '=', park.id).execute()
  await world.db.updateTable('parks').set({ is_on_sale: true }).where('id', '=', park.id).execute()
  scene.at = next
}

/** Scans of a phone without a network arrive, by which a car of long ago came, and left `over` minutes after its end. */
async function scanLate({ park, sold }: Scene, number: number, over: number): Promise<void> {
  const sale = sold[number % Math.max(sold.length, 1)]
  if (sale === undefined || Date.parse(sale.booking.end_time) + over * minute_ms >= world.clock.now.getTime()) return
  const phone = await buildPhone(world, await buildGuard(world, park), park)
  const { start_time, end_time, booking_code: code } = sale.booking
  phone.scan({ at: new Date(Date.parse(start_time) + 5 * minute_ms), direction: 'in', code })
  phone.scan({ at: new Date(Date.parse(end_time) + over * minute_ms), direction: 'out', code })
  expect((await phone.send()).status).toBe(200)
}

async function refund({ sold }: Scene, number: number): Promise<void> {
  const sale = sold[number % Math.max(sold.length, 1)]
  if (sale === undefined) return
  const body = { cause: 'goodwill', bearer: 'operator', amount: 1, message: 'Sorry for the trouble.' } as const
  await world.call(refundBookingByStaff, { token: admin.token, params: { id: sale.booking.id }, body })
}

/** Closes the periods of all, and returns what each booking’s payee has on lines, by the code of the booking. */
async function closeAll({ park, holders }: Scene): Promise<Map<string, { payee: string; amount_minor: bigint }[]>> {
  for (const { payee } of holders) {
    const unstated = (await readPayee(world, admin, payee)).unstated.amount
    const closed = await buildStatement(world, payee)
    const statement = (await findStatements(world, admin, payee)).find(({ id }) => id === closed)
    expect((statement?.sales!.amount ?? 0) + (statement?.refunds!.amount ?? 0)).toBeCloseTo(unstated)
  }
  expect(await sumLedgerEntries(world, 'park_payable', park.id)).toBe(0n)
  const { rows } = await sql<{ subject: string; payee: string; amount_minor: bigint }>`
    select l.subject, l.payee_id as payee, sum(l.amount_minor)::bigint as amount_minor from statement_lines l
    where l.park_id = ${park.id}::uuid group by l.subject, l.payee_id`.execute(world.db)
  return Map.groupBy(rows, ({ subject }) => subject)
}

test('what a free booking is first charged after its car park changed hands goes to whom it was made for', async () => {
  const scene = await buildScene()
  const [first] = scene.holders
  await sell(scene, 4)
  await handOver(scene)
  expect(await sumLedgerEntries(world, 'park_payable', scene.park.id)).toBe(0n)
  await handOver(scene)
  await scanLate(scene, 0, 90)
  const earned_minor = await sumLedgerEntries(world, 'park_payable', scene.park.id)
  expect(earned_minor).toBeGreaterThan(0n)
  const lines = await closeAll(scene)
  expect([...lines.values()]).toEqual([
    [{ subject: scene.sold[0]!.booking.booking_code, payee: first!.payee, amount_minor: earned_minor }],
  ])
})

test('what a paid booking is charged afterwards goes to whom it was sold for, and says which booking it was', async () => {
  const scene = await buildScene()
  const [first, second] = scene.holders
  await sell(scene, 8)
  await handOver(scene)
  await sell(scene, 8)
  await scanLate(scene, 0, 90)
  await endAll(scene)
  const lines = await closeAll(scene)
  expect(lines.has('null')).toBe(false)
  const payees = scene.sold.map(({ booking }) => lines.get(booking.booking_code)!.map(({ payee }) => payee))
  expect(payees).toEqual([[first!.payee], [second!.payee]])
  const { rows } = await sql<{ kind: string }>`
    select kind from statement_lines where subject = ${scene.sold[0]!.booking.booking_code} order by entry_id`.execute(
    world.db,
  )
  expect(rows.map(({ kind }) => kind)).toEqual(['sale', 'extension'])
})

type Step =
  | { do: 'sell'; quarters: number }
  | { do: 'hand' }
  | { do: 'scan'; number: number; over: number }
  | { do: 'refund'; number: number }
  | { do: 'close' }
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('sell' as const), quarters: fc.constantFrom(4, 8) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('hand' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('scan' as const),
      number: fc.nat(9),
      over: fc.constantFrom(-5, 90, 200),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('refund' as const), number: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('close' as const) }) },
)

test('whatever happens, what a booking earns goes to whom it was sold for, and to nobody else', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
      const scene = await buildScene()
      await sell(scene, 4)
      for (const made of steps) {
        if (made.do === 'sell') await sell(scene, made.quarters)
        if (made.do === 'hand') await handOver(scene)
        if (made.do === 'scan') await scanLate(scene, made.number, made.over)
        if (made.do === 'refund') await refund(scene, made.number)
        if (made.do === 'close') await closeAll(scene)
      }
      // Whose car was never seen came after all.
      await handOver(scene)
      for (const number of scene.sold.keys()) await scanLate(scene, number, 90)
      const lines = await closeAll(scene)
      for (const { booking, holder } of scene.sold)
        for (const { payee } of lines.get(booking.booking_code) ?? []) expect(payee).toBe(holder.payee)
      expect([...lines.keys()].every((code) => scene.sold.some(({ booking }) => booking.booking_code === code))).toBe(
        true,
      )
    }),
    { numRuns: 6 * rounds },
  )
})
