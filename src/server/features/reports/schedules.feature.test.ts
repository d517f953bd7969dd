import { afterAll, beforeAll, expect, test } from 'vitest'
import { salesReport } from '#contract/reports/desk/sales.ts'
import { createReportSchedule, deleteReportSchedule, listReportSchedules } from '#contract/reports/desk/schedules.ts'
import { readAccess } from '#server/features/access/roles.ts'
import { createAttachment } from '#server/features/lists/export-files.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { buildReportOrder, buildReportShop, type ReportShop } from '#test/kits/desk/report-kit.ts'
import { readSheet } from '#test/kits/files/spreadsheet.ts'
import { createWorld, type World } from '#test/kits/world.ts'
import { reportsDesk, reportsJobs } from './routes.ts'
import type { ServedReport } from './serve-totals.ts'

let world: World
let shop: ReportShop
beforeAll(async () => {
  world = await createWorld()
  world.clock.now = new Date('2026-11-23T15:00:00.000Z')
  shop = await buildReportShop(world)
  const order = { goods_minor: 2_000n, delivery_minor: 0n, end: 'open', refund: 0 } as const
  await buildReportOrder(world, shop, shop.branches.ca, order)
  await buildReportOrder(world, shop, shop.branches.near, order)
})
afterAll(() => world.close())

const report = 'reports/sales'
const timezone = 'America/Toronto'
const create = (body: object, token = shop.admin.token) =>
  world.call(createReportSchedule, {
    token,
    body: { report, every: 'daily', format: 'csv', filters: {}, timezone, people: [shop.admin.user_id], ...body },
  })
const send = () => reportsJobs[0]!.run(world.deps as never)
const addressOf = async (user_id: string) =>
  (await world.db.selectFrom('users').select('email').where('id', '=', user_id).executeTakeFirstOrThrow()).email
type Mails = { subject: string; text: string }[]
const mailsTo = async (user_id: string): Promise<Mails> =>
  world.db
    .selectFrom('mails')
    .select(['subject', 'text'])
    .where('to_address', '=', await addressOf(user_id))
    .where('text', 'like', '%reports/sales%')
    .orderBy('id')
    .execute()

test('is sent once to each person who may see it then, with what they may see, for the days before', async () => {
  const { ca, near } = shop.branches
  const left = await world.buildDriver()
  await giveRole(world.db, { user_id: left.user_id, role: 'branch_manager', branch_id: near.id })
  const people = [shop.admin.user_id, ca.manager.user_id, left.user_id]
  const created = await create({ people })
  expect(created.status).toBe(200)
  expect(created.body.items).toMatchObject([{ next_at: '2026-11-24T11:00:00.000Z', sent_at: null }])
  await send()
  expect(await mailsTo(shop.admin.user_id)).toEqual([])
  await world.db.deleteFrom('role_assignments').where('user_id', '=', left.user_id).execute()
  world.clock.now = new Date('2026-11-24T11:00:05.000Z')
  // In several processes at once, and again after a restart.
  await Promise.all([send(), send(), send()])
  await send()
  const [[all, ...more], [own], none] = (await Promise.all(people.map(mailsTo))) as [Mails, Mails, Mails]
  expect([more, none]).toEqual([[], []])
  expect(all!.subject).toContain('Sales Report')
  expect(all!.text).toContain('placed_from=2026-11-23')
  expect(all!.text).toContain('save=csv')
  expect([/44\.00/.test(all!.text), /22\.00/.test(own!.text), /44\.00/.test(own!.text)]).toEqual([true, true, false])
  const { items } = (await world.call(listReportSchedules, { token: shop.admin.token, query: { report } })).body
  expect(items).toMatchObject([{ next_at: '2026-11-25T11:00:00.000Z', sent_at: '2026-11-24T11:00:05.000Z' }])
  expect(items[0]!.people.filter(({ may_see }) => !may_see).map(({ id }) => id)).toEqual([left.user_id])
})

test('the file is attached in the language of its reader, and not one that is too large', async () => {
  const { ca } = shop.branches
  await world.db.updateTable('users').set({ language: 'fr' }).where('id', '=', ca.manager.user_id).execute()
  const created = await create({ format: 'xlsx', people: [ca.manager.user_id] })
  world.clock.now = new Date('2026-11-24T11:00:05.000Z')
  const address = await addressOf(ca.manager.user_id)
  const filesTo = async () =>
    world.db
      .selectFrom('mails')
      .select(['file', 'file_name', 'text'])
      .where('to_address', '=', address)
      .where('file_name', 'is not', null)
      .orderBy('id')
      .execute()
  const [csv] = await filesTo()
  expect(csv!.file_name).toBe('parkwell-reports-sales-2026-11-24.csv')
  const [headings, row, total, end] = Buffer.from(csv!.file!).toString().split('\r\n')
  // The one order of the manager’s branch, with its total.
  expect([headings!.includes('Order'), row!.includes('Harbour branch'), total!.startsWith('Total CAD'), end]).toEqual([
    true,
    true,
    true,
    '',
  ])
  world.clock.now = new Date('2026-11-25T11:00:05.000Z')
  await send()
  const sheets = (await filesTo()).filter(({ file_name }) => file_name!.endsWith('.xlsx'))
  expect(readSheet(Buffer.from(sheets[0]!.file!))[0]).toContain('Numéro de commande')
  expect(sheets[0]!.text).toContain('Le fichier avec toutes les lignes est joint')

  const list = salesReport as unknown as ServedReport['list']
  const served = reportsDesk.find((candidate) => candidate.list.name === report)!
  const access = (await readAccess(world.db, shop.admin.user_id)).access
  const scope = access.get('reports.view')!
  const reader = {
    db: world.db,
    scope,
    access,
    language: 'en' as const,
    now: world.clock.now,
    read_at: world.clock.now,
  }
  for (const format of ['csv', 'xlsx'] as const) {
    const query = { page: 1, sort: list.sort, format }
    const source = await served.source({ ...reader, query })
    const exported = { list, source, query, scope, locale: 'en-CA' as const }
    expect(await createAttachment(world.deps, exported, 100)).toBeUndefined()
    expect((await createAttachment(world.deps, exported))!.length).toBeGreaterThan(100)
  }
  for (const { id } of created.body.items.filter((item) => item.format === 'xlsx'))
    await world.call(deleteReportSchedule, { token: shop.admin.token, params: { id } })
})

test('after a long pause, the last one that is due is sent, and stops by one press', async () => {
  world.clock.now = new Date('2026-12-03T20:00:00.000Z')
  await send()
  const mails = await mailsTo(shop.admin.user_id)
  expect(mails).toHaveLength(3)
  expect(mails[2]!.text).toContain('placed_from=2026-12-02')
  const token = shop.admin.token
  const { items } = (await world.call(listReportSchedules, { token, query: { report } })).body
  expect((await world.call(deleteReportSchedule, { token, params: { id: items[0]!.id } })).status).toBe(204)
  expect((await world.call(deleteReportSchedule, { token, params: { id: items[0]!.id } })).status).toBe(404)
  world.clock.now = new Date('2026-12-05T20:00:00.000Z')
  await send()
  expect(await mailsTo(shop.admin.user_id)).toHaveLength(3)
})

test('of a report without a period, the subject names the day on which it was written', async () => {
  const { token, user_id } = shop.admin
  const balances = 'reports/credit-balance'
  const created = await create({ report: balances, people: [user_id] })
  expect(created.status).toBe(200)
  world.clock.now = new Date('2026-12-06T11:00:05.000Z')
  await send()
  const mail = await world.db
    .selectFrom('mails')
    .select('subject')
    .where('text', 'like', `%${balances}%`)
    .executeTakeFirstOrThrow()
  expect(mail.subject.replaceAll(/\s/g, ' ')).toBe('Credit Balance Report: Dec 6, 2026')
  for (const { id } of created.body.items) await world.call(deleteReportSchedule, { token, params: { id } })
})

test('refuses people who may not see it, filters that it does not have, and whoever may not set it up', async () => {
  for (const body of [
    { people: [shop.customer.user_id] },
    { people: [] },
    { filters: { secret: 'x' } },
    { filters: { placed_from: '2026-11-01' } },
    { every: 'hourly' },
    { timezone: 'Mars/Base' },
  ])
    expect([body, (await create(body)).status]).toEqual([body, 422])
  expect((await create({ report: 'reports/nothing' })).status).toBe(404)
  expect((await create({}, shop.branches.ca.manager.token)).status).toBe(403)
})
