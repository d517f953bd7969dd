import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import * as contract from '#contract/notifications/campaigns.ts'
import {
  getNotificationPreferences,
  stopNewsByKey,
  updateNotificationPreference,
} from '#contract/notifications/notifications.ts'
import { addPushSubscription, getPushKey } from '#contract/notifications/push.ts'
import { buildPaidBooking } from '#test/kits/bookings-kit.ts'
import { startPushService, type Subscription } from '#test/kits/push-service.ts'
import { outcomeOf } from '#test/kits/shop-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'
import { sendPushCampaigns } from './send-campaigns.ts'

let world: World
let service: Awaited<ReturnType<typeof startPushService>>
let key: string
let admin: Driver
beforeAll(async () => {
  service = await startPushService()
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  world = await createWorld({ pool: 6, log })
  world.deps.config.PUSH_ORIGINS = [service.origin]
  key = (await world.call(getPushKey)).body.key
  admin = await world.buildDriver({ role: 'admin' })
})
beforeEach(() => {
  // 15:00 in Toronto, 21:00 in Lagos.
  world.clock.now = new Date('2026-12-01T20:00:00Z')
})
afterEach(async () => {
  await world.db.deleteFrom('push_campaigns').execute()
  await world.db.deleteFrom('news_consents').execute()
})
afterAll(async () => {
  await world.close()
  await service.close()
})

const agree = ({ token }: Driver, is_on = true) =>
  world.call(updateNotificationPreference, { token, body: { topic: 'news', channel: 'push', is_on } })
async function buildReader(options: Parameters<World['buildDriver']>[0] = {}, language = 'en') {
  const driver = await world.buildDriver({ country_code: 'CA', balance_minor: 100_000n, ...options })
  const browser = service.subscribe(key)
  const { endpoint, keys } = browser
  const headers = { 'accept-language': language }
  await world.call(addPushSubscription, { token: driver.token, body: { endpoint, keys }, headers })
  await agree(driver)
  return { driver, browser }
}
const facts = (changes: object = {}) => ({
  title: 'Half price on Sunday',
  title_fr: 'Moitié prix dimanche',
  text: 'All car washes cost half.',
  text_fr: 'Tous les lavages à moitié prix.',
  link: '/marketplace?country=CA',
  role: 'customers',
  country_code: null,
  city: null,
  branch_id: null,
  activity: null,
  within_days: null,
  send_at: world.clock.now.toISOString(),
  ...changes,
})
const create = (changes: object = {}, { token } = admin) =>
  world.call(contract.createPushCampaign, { token, body: facts(changes) })
const read = async (id: string) =>
  (await world.call(contract.getPushCampaign, { token: admin.token, params: { id } })).body
const schedule = (id: string) => world.call(contract.schedulePushCampaign, { token: admin.token, params: { id } })
/** Creates and schedules a message, and returns its id. */
async function plan(changes: object = {}): Promise<string> {
  const { id } = (await create(changes)).body
  expect((await schedule(id)).status).toBe(200)
  return id
}
/** Runs the job in several processes until nobody can be sent anything. */
async function send(): Promise<void> {
  for (;;) {
    const counts = await Promise.all([1, 2, 3].map(() => sendPushCampaigns(world.deps)))
    if (counts.every((count) => count === 0)) return
  }
}
const titlesOn = ({ received }: Subscription) => received.map(({ message }) => (message as { title: string }).title)

test('is counted before it is sent, and reaches each of its audience once, in the language of the device', async () => {
  const [first, second] = [await buildReader(), await buildReader({}, 'fr')]
  await buildReader({ country_code: 'NG' })
  const silent = await buildReader()
  await agree(silent.driver, false)
  const { id, recipients, actions } = (await create({ country_code: 'CA' })).body
  expect([recipients, actions]).toEqual([2, ['update', 'schedule', 'remove']])
  await send()
  expect(titlesOn(first.browser)).toEqual([])
  expect((await schedule(id)).body).toMatchObject({ status: 'scheduled', actions: ['update', 'cancel'] })
  await send()
  await send()
  expect([titlesOn(first.browser), titlesOn(second.browser), titlesOn(silent.browser)]).toEqual([
    ['Half price on Sunday'],
    ['Moitié prix dimanche'],
    [],
  ])
  expect(await read(id)).toMatchObject({ status: 'sent', recipients: 2, sent: 2, waiting: 0, gone: 0, actions: [] })
  expect(outcomeOf(await schedule(id))).toBe('409 invalid_transition')
  const log = await world.db.selectFrom('audit_log').select('action').where('record_id', '=', id).execute()
  expect(log.map(({ action }) => action).toSorted()).toEqual(['createPushCampaign', 'schedulePushCampaign'])
})

test('waits for its time, and for the morning of its reader', async () => {
  const [toronto, lagos] = [await buildReader(), await buildReader({ country_code: 'NG' })]
  const id = await plan({ send_at: new Date(world.clock.now.getTime() + 60_000).toISOString() })
  await send()
  expect(await read(id)).toMatchObject({ status: 'scheduled', recipients: 2 })
  world.clock.advance(2)
  await send()
  expect([titlesOn(toronto.browser).length, titlesOn(lagos.browser).length]).toEqual([1, 0])
  expect(await read(id)).toMatchObject({ status: 'sending', sent: 1, waiting: 1 })
  world.clock.now = new Date('2026-12-02T07:00:00Z')
  await send()
  expect(titlesOn(lagos.browser)).toHaveLength(1)
  expect((await read(id)).status).toBe('sent')
})

test('nobody gets more than one a day, whichever processes send', async () => {
  const { browser } = await buildReader()
  const [first, second] = [await plan(), await plan({ title: 'Another one' })]
  await send()
  expect(browser.received).toHaveLength(1)
  world.clock.advance(23 * 60)
  await send()
  expect(browser.received).toHaveLength(1)
  world.clock.advance(2 * 60)
  await send()
  expect(titlesOn(browser).toSorted()).toEqual(['Another one', 'Half price on Sunday'])
  expect([(await read(first)).status, (await read(second)).status]).toEqual(['sent', 'sent'])
})

test('ends by one press on it, without a login, and whoever waits for one then gets none', async () => {
  const { driver, browser } = await buildReader()
  const first = await plan()
  await send()
  const { url, action, action_url } = browser.received[0]!.message as Record<string, string>
  expect(action).toBe('Stop these messages')
  const pressed = await world.app.inject({ url: url! })
  expect([pressed.statusCode, pressed.headers.location]).toEqual([302, '/marketplace?country=CA'])
  await world.app.inject({ url: url! })
  expect(await read(first)).toMatchObject({ clicked: 1 })
  const second = await plan()
  await send()
  const [, stop_key] = /^\/unsubscribe\/(\w+)\?news=1$/.exec(action_url!)!
  expect((await world.call(stopNewsByKey, { params: { key: stop_key! } })).status).toBe(204)
  const { items } = (await world.call(getNotificationPreferences, { token: driver.token })).body
  expect(items.find(({ topic }) => topic === 'news')?.is_on).toBe(false)
  world.clock.advance(25 * 60)
  await send()
  expect(browser.received).toHaveLength(1)
  expect(await read(second)).toMatchObject({ status: 'sent', sent: 0, skipped: 1 })
  expect((await world.app.inject({ url: '/n/unknown' })).headers.location).toBe('/')
})

test.each([
  ['city', { city: 'front street city' }],
  ['last booking', { activity: 'booking', within_days: 7 }],
  ['any activity', { activity: 'any', within_days: 7 }],
])('an audience by %s', async (_case, audience) => {
  const parked = await buildReader()
  await buildReader()
  await buildPaidBooking(world, parked.driver, await world.buildPark({ city: 'Front Street City' }))
  expect((await create(audience)).body.recipients).toBe(1)
  world.clock.advance(8 * 24 * 60)
  expect((await create(audience)).body.recipients).toBe('city' in audience ? 1 : 0)
})

test('staff are an audience of their own', async () => {
  await buildReader({ role: 'staff' })
  await buildReader()
  const counts = []
  for (const role of contract.campaignRoles) counts.push((await create({ role })).body.recipients)
  expect(counts).toEqual([1, 1, 2])
})

test('a device that is gone is forgotten and counted, one that cannot be reached is counted', async () => {
  const [gone, failing] = [await buildReader(), await buildReader()]
  gone.browser.status = 410
  failing.browser.status = 500
  const id = await plan()
  await send()
  expect(await read(id)).toMatchObject({ sent: 2, gone: 1, failed: 1 })
  const left = await world.db
    .selectFrom('push_subscriptions')
    .select('id')
    .where('user_id', '=', gone.driver.user_id)
    .execute()
  expect(left).toEqual([])
})

test('is cancelled while it is sent, and a change makes a scheduled one a draft again', async () => {
  await buildReader({ country_code: 'NG' })
  const id = await plan()
  await send()
  const cancelled = await world.call(contract.cancelPushCampaign, { token: admin.token, params: { id } })
  expect(cancelled.body).toMatchObject({ status: 'cancelled', waiting: 0, skipped: 1, actions: [] })
  const other = await read(await plan({ send_at: '2026-12-24T12:00:00.000Z' }))
  // Its times are those of its country, and those of the team where it has none.
  expect(other.timezone).toBe('Africa/Lagos')
  const american = await read(await plan({ country_code: 'US' }))
  expect(american.timezone).toBe('America/New_York')
  const { status, body } = await world.call(contract.updatePushCampaign, {
    token: admin.token,
    params: { id: other.id },
    body: { ...facts(), version: other.version },
  })
  expect([status, body.status]).toEqual([200, 'draft'])
  const removed = await world.call(contract.deletePushCampaign, {
    token: admin.token,
    params: { id: other.id },
    query: { version: body.version },
  })
  expect(removed.status).toBe(204)
})

test.each([
  ['link', { link: 'https://elsewhere.example' }],
  ['link', { link: '//elsewhere.example' }],
  ['link', { link: '/no/such/page' }],
  ['within_days', { activity: 'booking' }],
  ['activity', { within_days: 3 }],
  ['title', { title: 'x' }],
])('refuses a wrong %s', async (field, changes) => {
  const { status, problem } = await create(changes)
  expect([status, problem.errors?.[0]?.field]).toEqual([422, field])
})

test('needs its permission', async () => {
  const staff = await world.buildDriver({ role: 'staff' })
  expect((await world.call(contract.campaignList.endpoint, { token: staff.token })).status).toBe(403)
  expect((await create({}, staff)).status).toBe(403)
  await create()
  const { body } = await world.call(contract.campaignList.endpoint, { token: admin.token })
  expect(body.items[0]).toMatchObject({ title: 'Half price on Sunday', sent: 0, clicked: 0 })
  const headers = { 'accept-language': 'fr-SN' }
  const french = await world.call(contract.campaignList.endpoint, { token: admin.token, headers })
  expect(french.body.items[0]).toMatchObject({ title: 'Moitié prix dimanche' })
})
