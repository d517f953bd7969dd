import { afterAll, beforeAll, expect, test } from 'vitest'
import { eraseAccount } from '#contract/accounts/account.ts'
import { changeDocumentStatus, createDocumentRequest } from '#contract/documents/documents.ts'
import { transact } from '#server/database/transact.ts'
import { hashPassword } from '#server/features/accounts/login/passwords.ts'
import { asStaff, buildFees, insuranceOnly, buildDocumentQuote, payQuote } from '#test/kits/document-kit.ts'
import { goodPassword } from '#test/kits/mailbox.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'
import { changeRequestStatus } from '../requests/effects.ts'
import { deliverRequest, submitRequest } from '../requests/end-request.ts'
import { eraseOldFiles } from './erase-files.ts'
import { storeDocumentFile } from './files.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await buildFees(world)
})
afterAll(() => world.close())

const buildDriver = () => world.buildDriver({ country_code: 'NG', balance_minor: 10_000_000n })
const pdf = { name: 'licence.pdf', type: 'application/pdf', content: Buffer.from('%PDF-') } as const
const pickup = { ...insuranceOnly, handover: 'pickup', delivery_address: null } as const
const minutesOf = (days: number) => days * 24 * 60

async function newPaid(driver: Driver) {
  const { body } = await payQuote(world, driver, await buildDocumentQuote(world, driver, pickup))
  const file = { ...pdf, purpose: 'customer', kind: null, user_id: driver.user_id } as const
  await transact(world.deps.db, (tx) => storeDocumentFile(tx, body.id, file, new Date(world.clock.now)))
  return body
}
const deliver = (id: string) =>
  asStaff(world, id, async (tx, row, entry) => {
    const given = await submitRequest(tx, world.deps, row, entry, null)
    const issued = await changeRequestStatus(tx, world.deps, given, { ...entry, to: 'issued' })
    const ready = await changeRequestStatus(tx, world.deps, issued, {
      ...entry,
      to: 'ready_for_pickup',
      set: { pickup_place: 'Ikeja' },
    })
    await deliverRequest(tx, world.deps, ready, entry)
  })
const countFiles = async (request_id: string) =>
  (await world.db.selectFrom('document_files').select('id').where('request_id', '=', request_id).execute()).length
const cancel = ({ token }: Driver, id: string) =>
  world.call(changeDocumentStatus, { token, params: { id }, query: { status: 'cancelled' } })

test('files are erased 24 months after the documents were delivered, not before and not of open requests', async () => {
  const driver = await buildDriver()
  const delivered = await newPaid(driver)
  const open = await newPaid(driver)
  const cancelled = await newPaid(driver)
  await deliver(delivered.id)
  await cancel(driver, cancelled.id)
  // From 21 November 2026 to the day before 21 November 2028.
  world.clock.advance(minutesOf(730))
  expect(await eraseOldFiles(world.deps)).toBe(0)
  expect(await countFiles(delivered.id)).toBe(1)
  world.clock.advance(minutesOf(1))
  expect(await eraseOldFiles(world.deps)).toBe(2)
  expect(await eraseOldFiles(world.deps)).toBe(0)
  expect([await countFiles(delivered.id), await countFiles(cancelled.id), await countFiles(open.id)]).toEqual([0, 0, 1])
})

test('an account is not erased while a paid request is open, and leaves the books without the person', async () => {
  const driver = await buildDriver()
  const password_hash = await hashPassword(goodPassword)
  await world.db.updateTable('users').set({ password_hash }).where('id', '=', driver.user_id).execute()
  const { id } = await newPaid(driver)
  // What was never paid is nobody's business afterwards.
  await buildDocumentQuote(world, driver)
  const erase = () =>
    world.call(eraseAccount, { token: driver.token, body: { password: goodPassword, give_up_balance: true } })
  const refused = await erase()
  expect([refused.status, refused.problem.code]).toEqual([409, 'documents_in_progress'])
  expect(await countFiles(id)).toBe(1)
  await deliver(id)
  expect((await erase()).status).toBe(204)
  expect(await countFiles(id)).toBe(0)
  const left = await world.db
    .selectFrom('document_requests')
    .selectAll()
    .where('user_id', '=', driver.user_id)
    .execute()
  expect(left.map((row) => row.id)).toEqual([id])
  expect(left[0]).toMatchObject({
    status: 'delivered',
    plate: null,
    chassis_number: null,
    engine_number: null,
    owner_name: null,
    owner_address: null,
    owner_phone: null,
    owner_email: null,
    held: [],
    total_minor: 1_607_500n,
  })
  await world.expectBalancedLedger()
})

test('files of a draft are erased 24 months after it was last changed or had a file added', async () => {
  const driver = await buildDriver()
  const { token } = driver
  const [old, added] = [
    await world.call(createDocumentRequest, { token, body: {} }),
    await world.call(createDocumentRequest, { token, body: {} }),
  ]
  const file = { ...pdf, purpose: 'customer', kind: null, user_id: driver.user_id } as const
  const add = (id: string) =>
    transact(world.deps.db, (tx) => storeDocumentFile(tx, id, file, new Date(world.clock.now)))
  await add(old.body.id)
  await add(added.body.id)
  world.clock.advance(minutesOf(2))
  await add(added.body.id)
  world.clock.advance(minutesOf(729))
  await eraseOldFiles(world.deps)
  expect([await countFiles(old.body.id), await countFiles(added.body.id)]).toEqual([0, 1])
})
