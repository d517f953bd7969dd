import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { transact } from '#server/database/transact.ts'
import { buildPaidRequest, worthiness } from '#test/kits/desk/staff-documents-kit.ts'
import { buildFees } from '#test/kits/document-kit.ts'
import { buildCentre } from '#test/kits/inspection-kit.ts'
import { refuseMailsTo } from '#test/kits/mailbox.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'
import { bookAppointment, releaseAppointment } from '../inspections/appointments.ts'
import { remindOfInspections } from './inspection-reminders.ts'

let world: World
let customer: Driver
let request_id: string
let centre_id: string
beforeAll(async () => {
  world = await createWorld()
  await buildFees(world)
  centre_id = await buildCentre(world)
})
afterAll(() => world.close())
beforeEach(async () => {
  for (const table of ['inspection_appointments', 'inspection_slots'] as const)
    await world.db.deleteFrom(table).execute()
  world.clock.now = new Date('2026-11-23T07:30:00Z')
  customer = await world.buildDriver({ country_code: 'NG', balance_minor: 50_000_000n })
  request_id = await buildPaidRequest(world, customer, [worthiness])
})

const book = (starts_at: string) =>
  transact(world.db, (tx) =>
    bookAppointment(tx, { request_id, state: 'LA', centre_id, starts_at: new Date(starts_at) }, world.clock.now),
  )
/** Runs the job at these instants, each in a process of its own. */
async function remindAt(...instants: string[]): Promise<number[]> {
  const sent: number[] = []
  for (const at of instants) {
    world.clock.now = new Date(at)
    sent.push(await remindOfInspections(world.deps))
  }
  return sent
}
const mails = async () => {
  const { email } = await world.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', customer.user_id)
    .executeTakeFirstOrThrow()
  return world.db
    .selectFrom('mails')
    .select(['subject', 'text'])
    .where('to_address', '=', email)
    .where('subject', 'like', '%inspection of%')
    .orderBy('queue_number')
    .execute()
}

test('an inspection is reminded of a day and two hours before, once each', async () => {
  await book('2026-11-25T09:00:00Z')
  const sent = await remindAt(
    '2026-11-24T08:59:00Z',
    '2026-11-24T09:00:00Z',
    '2026-11-24T09:01:00Z',
    '2026-11-25T06:59:00Z',
    '2026-11-25T07:00:00Z',
    '2026-11-25T07:01:00Z',
    '2026-11-25T09:30:00Z',
  )
  expect(sent).toEqual([0, 1, 0, 0, 1, 0, 0])
  const [first, second] = await mails()
  expect(first!.subject).toBe('Reminder: inspection of KJA-123AA')
  expect(first!.text).toContain('1 Obafemi Awolowo Way')
  expect(first!.text).toContain('10:00')
  expect(second!.subject).toBe(first!.subject)
})

test('the reminder is in the language of its reader', async () => {
  await world.db.updateTable('users').set({ language: 'fr' }).where('id', '=', customer.user_id).execute()
  await book('2026-11-25T09:00:00Z')
  await remindAt('2026-11-24T09:00:00Z')
  const mail = await world.db
    .selectFrom('mails')
    .select('text')
    .where('subject', '=', 'Rappel\u00a0: contrôle technique de KJA-123AA')
    .executeTakeFirstOrThrow()
  expect(mail.text).toContain('25 novembre')
})

test('two processes at one time send one mail', async () => {
  await book('2026-11-25T09:00:00Z')
  world.clock.now = new Date('2026-11-24T09:00:00Z')
  const sent = await Promise.all([remindOfInspections(world.deps), remindOfInspections(world.deps)])
  expect(sent.toSorted()).toEqual([0, 1])
})

test('one mail stands for all that were missed, and none for what was booked later than that', async () => {
  await book('2026-11-25T09:00:00Z')
  expect(await remindAt('2026-11-25T08:00:00Z', '2026-11-25T08:30:00Z')).toEqual([1, 0])
  await transact(world.db, (tx) => releaseAppointment(tx, request_id, world.clock.now))
  world.clock.now = new Date('2026-11-25T08:30:00Z')
  await book('2026-11-26T08:00:00Z')
  expect(await remindAt('2026-11-25T08:31:00Z', '2026-11-26T06:00:00Z')).toEqual([0, 1])
})

test('an appointment that was given back, or is over, is not reminded of', async () => {
  await book('2026-11-25T09:00:00Z')
  await transact(world.db, (tx) => releaseAppointment(tx, request_id, world.clock.now))
  expect(await remindAt('2026-11-24T09:00:00Z')).toEqual([0])
  await book('2026-11-25T10:00:00Z')
  expect(await remindAt('2026-11-25T10:00:00Z')).toEqual([0])
})

test('a customer whose email cannot be written holds up no other, and is tried again', async () => {
  await book('2026-11-25T09:00:00Z')
  const refused = customer
  customer = await world.buildDriver({ country_code: 'NG', balance_minor: 50_000_000n })
  request_id = await buildPaidRequest(world, customer, [worthiness])
  await book('2026-11-25T10:00:00Z')
  const accept = await refuseMailsTo(world, refused.email)
  expect(await remindAt('2026-11-24T10:00:00Z')).toEqual([1])
  expect(await mails()).toHaveLength(1)
  await accept()
  expect(await remindAt('2026-11-24T10:01:00Z')).toEqual([1])
})
