import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { logOut } from '#contract/accounts/auth.ts'
import { updateNotificationPreference } from '#contract/notifications/notifications.ts'
import {
  addPushSubscription,
  findPushSubscription,
  getPushKey,
  removePushSubscription,
} from '#contract/notifications/push.ts'
import { bookingCallsOf, fieldsOf, buildPaidBooking } from '#test/kits/bookings-kit.ts'
import { startPushService, type Subscription } from '#test/kits/push-service.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'
import { remindOfEnds } from './remind.ts'

let world: World
let service: Awaited<ReturnType<typeof startPushService>>
let key: string
beforeAll(async () => {
  service = await startPushService()
  world = await createWorld()
  world.deps.config.PUSH_ORIGINS = [service.origin]
  key = (await world.call(getPushKey)).body.key
})
afterAll(async () => {
  await world.close()
  await service.close()
})

const bodyOf = ({ endpoint, keys }: Subscription) => ({ endpoint, keys })
const isOn = async ({ token }: Driver, { endpoint }: Subscription) =>
  (await world.call(findPushSubscription, { token, body: { endpoint } })).body.is_on

async function createScene(language = 'en') {
  const driver = await world.buildDriver({ balance_minor: 100_000n })
  const park = await world.buildPark({ name: 'Front Street' })
  const booking = await buildPaidBooking(world, driver, park, 4, 4)
  const device = service.subscribe(key)
  const headers = { 'accept-language': language }
  expect((await world.call(addPushSubscription, { token: driver.token, body: bodyOf(device), headers })).status).toBe(
    204,
  )
  return { driver, park, booking, device, calls: bookingCallsOf(world, driver) }
}

const moveTo = (instant: string, minutes: number) => {
  world.clock.now = new Date(Date.parse(instant) + minutes * 60_000)
}

test('reminds each device once before each end, in its language, encrypted for it alone', async () => {
  const { booking, device, driver, calls } = await createScene()
  const french = service.subscribe(key)
  await world.call(addPushSubscription, {
    token: driver.token,
    body: bodyOf(french),
    headers: { 'accept-language': 'fr' },
  })
  moveTo(booking.end_time, -16)
  await remindOfEnds(world.deps)
  expect(device.received).toEqual([])
  moveTo(booking.end_time, -15)
  await remindOfEnds(world.deps)
  await remindOfEnds(world.deps)
  expect(device.received).toHaveLength(1)
  expect(device.received[0]).toMatchObject({
    message: {
      title: expect.stringMatching(/^Your parking ends at \d/),
      body: 'Front Street. Need more time? Extend it now.',
      action: 'Extend',
      action_url: `/booking-details/${booking.booking_code}?do=extend`,
      url: `/booking-details/${booking.booking_code}`,
    },
    headers: { ttl: '900', urgency: 'high', 'content-encoding': 'aes128gcm' },
  })
  expect(french.received[0]!.message).toMatchObject({ action: 'Prolonger' })
  // The extended booking has another end.
  await calls.extend(booking.id, new Date(Date.parse(booking.end_time) + 3_600_000).toISOString())
  await remindOfEnds(world.deps)
  expect(device.received).toHaveLength(1)
  moveTo(booking.end_time, 50)
  await remindOfEnds(world.deps)
  expect(device.received).toHaveLength(2)
})

test('sends nothing for bookings that extend themselves, are cancelled, or whose driver switched it off', async () => {
  const extending = await createScene()
  const { end_time } = extending.booking
  await extending.calls.autoExtend(extending.booking.id, new Date(Date.parse(end_time) + 7_200_000).toISOString())
  const cancelled = await createScene()
  await cancelled.calls.cancel(cancelled.booking.id)
  const unwanted = await createScene()
  const body = { topic: 'parking_ends', channel: 'push', is_on: false } as const
  await world.call(updateNotificationPreference, { token: unwanted.driver.token, body })
  moveTo(end_time, -10)
  await remindOfEnds(world.deps)
  const scenes = [extending, cancelled, unwanted]
  expect(scenes.flatMap(({ device }) => device.received)).toEqual([])
  // The browser still shows what else happens.
  const { endpoint } = unwanted.device
  const { body: state } = await world.call(findPushSubscription, { token: unwanted.driver.token, body: { endpoint } })
  expect(state).toEqual({ is_on: true, reminds_of_ends: false })
})

test('forgets a device that the service no longer knows, and keeps one that it could not reach', async () => {
  const scenes = [await createScene(), await createScene(), await createScene()]
  const [gone, unknown, failing] = scenes as [(typeof scenes)[0], (typeof scenes)[0], (typeof scenes)[0]]
  gone.device.status = 410
  unknown.device.status = 404
  failing.device.status = 500
  moveTo(gone.booking.end_time, -10)
  const warnings = vi.spyOn(world.deps.log, 'warn').mockImplementation(() => undefined)
  await remindOfEnds(world.deps)
  expect(warnings).toHaveBeenCalledOnce()
  warnings.mockRestore()
  const states = await Promise.all(scenes.map(({ driver, device }) => isOn(driver, device)))
  expect(states).toEqual([false, false, true])
})

test('ends with the session, on request, and when another account uses the browser', async () => {
  const { driver, device } = await createScene()
  const other = await createScene()
  await world.call(addPushSubscription, { token: other.driver.token, body: bodyOf(device) })
  expect([await isOn(driver, device), await isOn(other.driver, device)]).toEqual([false, true])
  // Nobody removes another account's.
  await world.call(removePushSubscription, { token: driver.token, body: { endpoint: device.endpoint } })
  expect(await isOn(other.driver, device)).toBe(true)
  await world.call(removePushSubscription, { token: other.driver.token, body: { endpoint: device.endpoint } })
  expect(await isOn(other.driver, device)).toBe(false)
  await world.call(logOut, { token: other.driver.token })
  const left = await world.db
    .selectFrom('push_subscriptions')
    .select('id')
    .where('user_id', '=', other.driver.user_id)
    .execute()
  expect(left).toEqual([])
})

test('sends to the push services of browsers alone', async () => {
  const { token } = await world.buildDriver()
  const { keys } = service.subscribe(key)
  const add = (endpoint: string) => world.call(addPushSubscription, { token, body: { endpoint, keys } })
  for (const known of ['https://fcm.googleapis.com/fcm/send/a', 'https://updates.push.services.mozilla.com/wpush/v2/a'])
    expect((await add(known)).status).toBe(204)
  for (const foreign of [
    'http://fcm.googleapis.com/a',
    'https://fcm.googleapis.com.example.com/a',
    'https://fcm.googleapis.com:8443/a',
    'https://user@fcm.googleapis.com/a',
    'https://169.254.169.254/latest',
    'http://127.0.0.1:1/a',
    'file:///etc/passwd',
    'no address',
  ])
    expect(fieldsOf(await add(foreign)), foreign).toEqual(['endpoint'])
})
