import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmPark, getParkRecord } from '#contract/parks/desk/park-record.ts'
import { getPark } from '#contract/parks/parks.ts'
import { transact } from '#server/database/transact.ts'
import { startTerm } from '#server/features/parks/confirmation.ts'
import { buildPaidBooking, callQuote, windowOf } from '#test/kits/bookings-kit.ts'
import { refuseMailsTo } from '#test/kits/mailbox.ts'
import { createWorld, type Driver, type TestPark, type World } from '#test/kits/world.ts'
import { remindOrLapse } from './confirmations.ts'

let world: World
let operator: Driver
beforeAll(async () => {
  world = await createWorld()
  operator = await world.buildDriver({ role: 'partner', partner: 'Eko Gate', language: 'fr' })
})
afterAll(() => world.close())

const day_min = 24 * 60
const buildPark = async (name = 'Marina') => {
  const park = await world.buildPark({ partner: 'Eko Gate', name })
  await transact(world.db, (tx) => startTerm(tx, park.id, world.clock.now))
  return park
}
const read = async (park: TestPark) =>
  (await world.call(getParkRecord, { token: operator.token, params: { id: park.id } })).body
const confirm = async (park: TestPark, token = operator.token) =>
  world.call(confirmPark, { token, params: { id: park.id }, body: { version: (await read(park)).version } })
const mailsTo = (person: Driver) =>
  world.db.selectFrom('mails').select('subject').where('to_address', '=', person.email).orderBy('id').execute()
const quote = (park: TestPark) => callQuote(world, { park_id: park.id, ...windowOf(world, 2, 2) })

test('an operator is reminded three times, then nothing more is sold until they confirm', async () => {
  const park = await buildPark()
  const driver = await world.buildDriver({ balance_minor: 1_000_000n })
  world.clock.advance(75 * day_min)
  expect(await remindOrLapse(world.deps)).toBe(0)
  const booking = await buildPaidBooking(world, driver, park)
  for (const days of [2, 7, 5]) {
    world.clock.advance(days * day_min)
    expect(await remindOrLapse(world.deps)).toBe(1)
    expect(await remindOrLapse(world.deps)).toBe(0)
  }
  expect((await world.call(getPark, { params: { parkId: park.id } })).body).toMatchObject({
    bookable: true,
    lapsed: false,
  })
  world.clock.advance(day_min)
  expect(await remindOrLapse(world.deps)).toBe(1)
  expect(await remindOrLapse(world.deps)).toBe(0)
  const subjects = (await mailsTo(operator)).map(({ subject }) => subject.replaceAll(/[\u00a0\u202f]/g, ' '))
  expect(subjects).toEqual([
    ...Array.from({ length: 3 }, () => expect.stringContaining('Merci de confirmer Marina avant le')),
    'Marina n’est plus réservable',
  ])
  expect((await quote(park)).status).toBe(409)
  expect((await world.call(getPark, { params: { parkId: park.id } })).body).toMatchObject({
    bookable: false,
    lapsed: true,
  })
  expect((await read(park)).lapsed_at).not.toBeNull()
  const stored = await world.db
    .selectFrom('bookings')
    .select('status')
    .where('id', '=', booking.id)
    .executeTakeFirstOrThrow()
  expect(stored.status).not.toBe('cancelled')
  const confirmed = await confirm(park)
  expect([confirmed.status, confirmed.body.lapsed_at, confirmed.body.status]).toEqual([200, null, 'bookable'])
  expect((await quote(park)).status).toBeLessThan(300)
  expect(await remindOrLapse(world.deps)).toBe(0)
})

test('a park confirmed after its first reminder is reminded of again in the next term', async () => {
  const park = await buildPark('Lagoon')
  const countMails = async () =>
    (await mailsTo(operator)).filter(({ subject }) => subject.includes('confirmer Lagoon')).length
  for (const sent of [1, 2]) {
    world.clock.advance(80 * day_min)
    await remindOrLapse(world.deps)
    expect(await countMails()).toBe(sent)
    expect((await confirm(park)).status).toBe(200)
  }
})

test('only who may change a park confirms it, and an example is never asked for', async () => {
  const park = await buildPark()
  const other = await world.buildDriver({ role: 'partner', partner: 'Another' })
  expect((await confirm(park, other.token)).problem.code).toBe('not_found')
  const example = await world.buildPark({ partner: 'Eko Gate' })
  expect((await confirm(example)).problem.code).toBe('invalid_transition')
  expect((await read(example)).actions).toEqual(['update'])
  world.clock.advance(200 * day_min)
  await remindOrLapse(world.deps)
  expect((await world.call(getPark, { params: { parkId: example.id } })).body).toMatchObject({ bookable: true })
})

test('an operator whose email cannot be written holds up no other', async () => {
  const park = await buildPark('Refused')
  const other = await world.buildDriver({ role: 'partner', partner: 'Ikeja Spaces' })
  const fine = await world.buildPark({ partner: 'Ikeja Spaces', name: 'Fine' })
  await transact(world.db, (tx) => startTerm(tx, fine.id, new Date(world.clock.now.getTime() + 60_000)))
  world.clock.advance(77 * day_min)
  const accept = await refuseMailsTo(world, operator.email)
  expect(await remindOrLapse(world.deps)).toBe(1)
  expect((await mailsTo(other)).map(({ subject }) => subject)).toEqual([expect.stringContaining('confirm Fine')])
  await accept()
  expect(await remindOrLapse(world.deps)).toBe(0)
  world.clock.advance(1)
  expect(await remindOrLapse(world.deps)).toBeGreaterThanOrEqual(1)
  expect((await mailsTo(operator)).at(-1)!.subject).toContain('Refused')
  await world.db.updateTable('parks').set({ confirm_by: null }).where('id', 'in', [park.id, fine.id]).execute()
})
