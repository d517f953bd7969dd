import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditList } from '#contract/accounts/desk/audit.ts'
import * as contract from '#contract/documents/desk/document-requests.ts'
import { visitList } from '#contract/documents/desk/inspection-centres.ts'
import { searchDesk } from '#contract/lists/search.ts'
import { maskSecrets } from '#server/features/access/audit.ts'
import { buildPaidRequest, runAsStaff, worthiness } from '#test/kits/desk/staff-documents-kit.ts'
import { completeForm, buildFees } from '#test/kits/document-kit.ts'
import { buildCentre } from '#test/kits/inspection-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'

let world: World
let admin: Driver
let id: string
beforeAll(async () => {
  world = await createWorld()
  admin = await world.buildDriver({ role: 'admin' })
  await buildFees(world)
  const customer = await world.buildDriver({ country_code: 'NG', balance_minor: 50_000_000n })
  world.clock.now = new Date('2026-11-23T07:30:00Z')
  id = await buildPaidRequest(world, customer, [worthiness])
  const centre_id = await buildCentre(world)
  await runAsStaff(world, admin, contract.askForMissing, id, { reason: 'A photo' })
  await world.db.updateTable('document_requests').set({ status: 'document_review' }).where('id', '=', id).execute()
  await runAsStaff(world, admin, contract.bookInspection, id, { centre_id, starts_at: '2026-11-24T08:00:00Z' })
})
afterAll(() => world.close())

const { chassis_number, engine_number } = completeForm
const numbers = new RegExp(`${chassis_number}|${engine_number}`)
const get = async (path: string) => {
  const { statusCode, body } = await world.app.inject({
    url: path,
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect(statusCode).toBe(200)
  return body
}
const confirm = () => world.db.updateTable('sessions').set({ confirmed_at: world.clock.now }).execute()

test('the open record alone shows chassis and engine numbers', async () => {
  const { body } = await world.call(contract.getDeskDocument, { token: admin.token, params: { id } })
  expect(body).toMatchObject({ chassis_number, engine_number })
  const guard = await world.buildDriver({ role: 'guard' })
  expect((await world.call(contract.getDeskDocument, { token: guard.token, params: { id } })).status).toBe(403)
})

test('lists, exports and the search over everything have neither, and do not find by them', async () => {
  await confirm()
  for (const list of [contract.documentList, visitList]) {
    const { path } = list.endpoint
    const columns = Object.keys(list.columns).join(',')
    for (const query of ['', `?columns=${columns}`, `?format=csv&columns=${columns}`]) {
      const body = await get(`${path}${query}`)
      expect(body).toContain('KJA-123AA')
      expect(body).not.toMatch(numbers)
    }
    const found = JSON.parse(await get(`${path}?search=${chassis_number}`)) as { total: number }
    expect(found.total).toBe(0)
  }
  const search = (text: string) => get(`${searchDesk.path}?q=${text}`)
  expect(await search('KJA-123AA')).not.toMatch(numbers)
  expect(await search(chassis_number)).not.toContain('KJA-123AA')
})

test('the audit log has neither, also where a record is copied into it', async () => {
  const { body: record } = await world.call(contract.getDeskDocument, { token: admin.token, params: { id } })
  expect(JSON.stringify(maskSecrets(record))).not.toMatch(numbers)
  const log = await world.db.selectFrom('audit_log').selectAll().where('record_id', '=', id).execute()
  expect(log.length).toBeGreaterThan(0)
  expect(JSON.stringify(log)).not.toMatch(numbers)
  expect(await get(auditList.endpoint.path)).not.toMatch(numbers)
})

test('mails and notices have neither', async () => {
  const mails = await world.db.selectFrom('mails').select(['subject', 'text', 'html']).execute()
  expect(mails.length).toBeGreaterThan(0)
  const notices = await world.db.selectFrom('staff_notices').select('params').execute()
  expect(JSON.stringify([mails, notices])).not.toMatch(numbers)
})
