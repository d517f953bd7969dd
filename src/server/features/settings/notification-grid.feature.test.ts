import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { noticeKinds } from '#contract/notifications/desk.ts'
import {
  eventChannels,
  eventNames,
  findRule,
  isSent,
  type EventChannel,
  type EventName,
} from '#contract/notifications/events.ts'
import { getNotificationPreferences } from '#contract/notifications/notifications.ts'
import * as contract from '#contract/settings/desk.ts'
import * as grid from '#contract/settings/notification-grid.ts'
import { getSettingsFile, importSettingsFile } from '#contract/settings/settings-file.ts'
import { getTextSettings } from '#contract/sms/numbers.ts'
import type { Tx } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'
import { eventOf, type MailGroup } from '#server/features/accounts/mail/mail-kinds.ts'
import { noticeEvents, noticeMails, notifyStaff } from '#server/features/notifications/staff-notices.ts'
import { lockOrder } from '#server/features/orders/lifecycle/change-status.ts'
import { notifyCouriers } from '#server/features/orders/lifecycle/notify-courier.ts'
import { notifyCustomer, orderMails } from '#server/features/orders/order-mails.ts'
import type { OrderMailTopic } from '#server/features/orders/transitions.ts'
import { queueTexts, textEvents, type TextKind } from '#server/features/sms/texts.ts'
import { createTwilio } from '#server/providers/sms/twilio.ts'
import { mailExamples } from '#test/kits/mail-examples.ts'
import { buildOrder, buildStock } from '#test/kits/order-kit.ts'
import { buildBranch, buildItem, outcomeOf } from '#test/kits/shop-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'
import { currentSettings } from './current.ts'
import { listEvents } from './notification-grid.ts'

let world: World
let admin: Driver
let customer: Driver
let order_id: string
beforeAll(async () => {
  const twilio = createTwilio({ account_sid: 'AC1', auth_token: 'a secret of a test', base_url: 'http://127.0.0.1:9' })
  world = await createWorld({ sms: { twilio } })
  admin = await world.buildDriver({ role: 'admin' })
  const branch = await buildBranch(world, admin.token)
  const item_id = await buildItem(world, { slug: 'wipers', prices: { CAD: 1_000n } })
  const stock_level_id = await buildStock(world, branch.id, item_id, 50)
  customer = await world.buildDriver({ country_code: 'CA', balance_minor: 100_000n })
  const line = { item_id, quantity: 1, goods_minor: 1_000n, stock_level_id }
  order_id = (await buildOrder(world, customer, branch, { lines: [line] })).id
  await agreeToTexts()
  await world.db.updateTable('sessions').set({ confirmed_at: world.clock.now }).execute()
  await subscribe()
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.advance(1)
  const confirmed_at = world.clock.now
  await world.db.updateTable('sessions').set({ confirmed_at }).where('user_id', '=', admin.user_id).execute()
})
afterEach(async () => {
  await world.db.deleteFrom('settings').where('key', 'like', 'site_settings.%').execute()
  await currentSettings(world.db).refresh()
})

async function agreeToTexts(): Promise<void> {
  const [number, now, { user_id }] = ['+14165550123', world.clock.now, customer]
  await world.db.updateTable('users').set({ phone: number }).where('id', '=', user_id).execute()
  await world.db
    .insertInto('text_numbers')
    .values({ user_id, number, country: 'CA', confirmed_at: now, code_sent_at: now, stop_key: 'AAAAAAAAAA' })
    .execute()
  for (const [n, topic] of ['bookings', 'parking_ends', 'orders'].entries())
    await world.db
      .insertInto('text_consents')
      .values({ id: `0190a1b2-0000-7000-8000-00000000000${n}`, user_id, topic, number, agreed_at: now })
      .execute()
}
async function subscribe(): Promise<void> {
  const { user_id } = customer
  const session = await world.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  await world.db
    .insertInto('push_subscriptions')
    .values({
      id: '0190a1b2-0000-7000-8000-0000000000aa',
      user_id,
      session_id: session.id,
      endpoint: 'https://fcm.googleapis.com/fcm/send/x',
      p256dh: 'x',
      auth: 'x',
      language: 'en',
      created_at: world.clock.now,
    })
    .execute()
}

const read = async () => (await world.call(grid.getNotificationSettings, { token: admin.token })).body
const update = async (event: EventName, channel: EventChannel, is_on: boolean) =>
  world.call(grid.updateNotificationSettings, {
    token: admin.token,
    body: { event, channel, is_on, version: (await read()).version },
  })

const tables = {
  site: ['notifications', 'staff_notices'],
  email: ['mails'],
  push: ['push_messages'],
  sms: ['sms_messages'],
} as const
const countRows = async (tx: Tx, channel: EventChannel): Promise<number> => {
  let sum = 0
  for (const table of tables[channel]) {
    const { n } = await tx
      .selectFrom(table)
      .select((row) => row.fn.countAll<string>().as('n'))
      .executeTakeFirstOrThrow()
    sum += Number(n)
  }
  return sum
}

/** The channels through which `send` tells somebody; nothing of it stays. */
async function findChannels(send: (tx: Tx) => Promise<unknown>): Promise<EventChannel[]> {
  const undo = new Error('undo')
  const found: EventChannel[] = []
  await transact(world.db, async (tx) => {
    const before = new Map<EventChannel, number>()
    for (const channel of eventChannels) before.set(channel, await countRows(tx, channel))
    await send(tx)
    for (const channel of eventChannels) if ((await countRows(tx, channel)) > before.get(channel)!) found.push(channel)
    throw undo
  }).catch((error: unknown) => {
    if (error !== undo) throw error
  })
  return found
}

interface Sending {
  name: string
  event: EventName
  channels: readonly EventChannel[]
  send: (tx: Tx) => Promise<unknown>
}

/** All that the product sends, by the functions that send it, with the channels that each uses. */
function listSendings(): Sending[] {
  const now = world.clock.now
  const orderKinds = Object.keys(orderMails.kinds) as OrderMailTopic[]
  return [
    ...mailExamples.flatMap(({ group, queue }) =>
      Object.keys(group.kinds).map((kind) => ({
        name: `mail ${group.section}.${kind}`,
        event: eventOf(group as unknown as MailGroup<string, unknown>, kind),
        channels: ['email'] as const,
        send: (tx: Tx) => queue(tx, kind, customer.email, now),
      })),
    ),
    ...orderKinds.map((topic) => ({
      name: `order ${topic}`,
      event: eventOf(orderMails, topic),
      channels: [...(['site', 'email', 'push'] as const), ...(topic in textEvents ? (['sms'] as const) : [])],
      send: async (tx: Tx) =>
        notifyCustomer(
          tx,
          world.deps,
          { ...(await lockOrder(tx, order_id)), held_until: new Date(now.getTime() + 3_600_000) },
          { topic, at: now },
        ),
    })),
    ...(Object.keys(textEvents) as TextKind[]).map((kind) => ({
      name: `text ${kind}`,
      event: textEvents[kind],
      channels: ['sms'] as const,
      send: (tx: Tx) =>
        queueTexts(
          tx,
          world.deps,
          [
            {
              email: customer.email,
              topic: 'bookings',
              kind,
              locale: 'en-CA',
              name: 'Front Street',
              params: {},
              zone: 'America/Toronto',
              about_at: now,
              expires_at: new Date(now.getTime() + 3_600_000),
            },
          ],
          now,
        ),
    })),
    ...(['delivery_offered', 'delivery_assigned', 'delivery_withdrawn', 'delivery_canceled'] as const).map((topic) => ({
      name: `courier ${topic}`,
      event: 'deliveries' as const,
      channels: ['push'] as const,
      send: (tx: Tx) => notifyCouriers(tx, { order_id, courier_ids: [customer.user_id], topic }, now),
    })),
    ...noticeKinds.map((kind) => ({
      name: `notice ${kind}`,
      event: noticeEvents[kind],
      channels: [...(['site'] as const), ...(Object.hasOwn(noticeMails.kinds, kind) ? (['email'] as const) : [])],
      send: (tx: Tx) =>
        notifyStaff(
          tx,
          world.deps,
          [admin.user_id],
          { kind, branch_id: null, record_id: order_id, path: 'x', params: { amount_minor: '1', currency: 'CAD' } },
          now,
        ),
    })),
  ]
}

test('everything is sent by the channels that its event names, until it is switched off', async () => {
  const sendings = listSendings()
  expect(sendings.length).toBeGreaterThan(120)
  for (const { name, event, channels, send } of sendings) {
    expect([name, await findChannels(send)]).toEqual([
      name,
      eventChannels.filter((channel) => channels.includes(channel)),
    ])
    for (const channel of channels) expect(findRule(event, channel), `${name} ${channel}`).toBeDefined()
  }
})

test('each channel of each event is switched off alone where the desk may, and stays on where it may not', async () => {
  const sendings = listSendings()
  for (const event of eventNames)
    for (const channel of eventChannels) {
      const isOptional = findRule(event, channel) === 'optional'
      const { status } = await update(event, channel, false)
      expect([event, channel, status]).toEqual([event, channel, isOptional ? 200 : 422])
      if (isOptional) expect((await read()).events.find((row) => row.event === event)?.[channel]).toBe('off')
      for (const sending of sendings.filter((sending) => sending.event === event)) {
        const left = sending.channels.filter((used) => !(isOptional && used === channel))
        expect([sending.name, await findChannels(sending.send)]).toEqual([
          sending.name,
          eventChannels.filter((used) => left.includes(used)),
        ])
      }
      if (isOptional) expect((await update(event, channel, true)).status).toBe(200)
    }
  expect((await listEvents(world.db)).flatMap((row) => eventChannels.map((channel) => row[channel]))).not.toContain(
    'off',
  )
}, 60_000)

test('what is off is no choice of customers, is in the history, and can be put back or taken to another server', async () => {
  await update('ready', 'push', false)
  for (const event of ['booking_confirmed', 'booking_changed', 'booking_cancelled'] as const)
    await update(event, 'sms', false)
  const { items } = (await world.call(getNotificationPreferences, { token: customer.token })).body
  expect(items.filter(({ topic }) => topic === 'ready').map(({ channel }) => channel)).toEqual(['email', 'site'])
  const texts = (await world.call(getTextSettings, { token: customer.token })).body
  expect(texts.topics.map(({ topic }) => topic)).toEqual(['parking_ends', 'orders'])
  const changes = await world.call(contract.listSettingChanges, {
    params: { group: 'notification' },
    token: admin.token,
  })
  const change = changes.body.items.find(({ field }) => field === 'ready.push')!
  expect(change).toMatchObject({ before: null, after: false })
  const file = (await world.call(getSettingsFile, { token: admin.token })).body
  expect(file.settings.notification).toMatchObject({ 'ready.push': false })
  const body = { field: 'ready.push', entry: change.entry, version: (await read()).version }
  const restored = await world.call(contract.restoreSetting, {
    params: { group: 'notification' },
    body,
    token: admin.token,
  })
  expect(restored.status).toBe(200)
  expect(isSent('ready', 'push')).toBe(true)
  const given = { settings: { notification: { 'ready.push': false, 'wallet.email': false } }, apply: true }
  const imported = await world.call(importSettingsFile, { token: admin.token, body: given })
  expect(imported.body.applied).toBe(false)
  expect(imported.body.changes.map(({ field, problem }) => [field, problem === null])).toEqual([
    ['ready.push', true],
    ['wallet.email', false],
  ])
})

test('needs the permission for settings, and the password', async () => {
  const staff = await world.buildDriver({ role: 'staff' })
  expect((await world.call(grid.getNotificationSettings, { token: staff.token })).status).toBe(403)
  await world.db.updateTable('sessions').set({ confirmed_at: null }).where('user_id', '=', admin.user_id).execute()
  expect(outcomeOf(await update('ready', 'push', false))).toBe('403 reauth_required')
})
