import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { setEntrances } from '#contract/parks/desk/park-photos.ts'
import { getParkRecord, updatePark } from '#contract/parks/desk/park-record.ts'
import { day_ms } from '#contract/time.ts'
import { issueWalletPass } from '#contract/wallet-passes/wallet-passes.ts'
import { bookingCallsOf, buildPaidBooking } from '#test/kits/bookings-kit.ts'
import { buildPhone, createWalletWorld, type WalletWorld } from '#test/kits/wallets/world.ts'
import type { Driver, TestPark } from '#test/kits/world.ts'
import { updateGooglePasses } from './google-changes.ts'
import { walletPassesJobs, walletPassesMetrics } from './jobs.ts'
import { pushWalletChanges } from './push-changes.ts'

let all: WalletWorld
let world: WalletWorld['world']
let staff: Driver
beforeAll(async () => {
  all = await createWalletWorld()
  world = all.world
  staff = await world.buildDriver({ role: 'staff' })
})
beforeEach(async () => {
  await pushWalletChanges(world.deps)
  all.gateway.pushed.length = 0
})
afterAll(() => all.close())

const versionOf = async (id: string) =>
  (await world.call(getParkRecord, { token: staff.token, params: { id } })).body.version
const update = async ({ id }: TestPark, facts: object) => {
  const body = { ...facts, version: await versionOf(id) }
  expect((await world.call(updatePark, { token: staff.token, params: { id }, body })).status).toBe(200)
}
const setEntrancesOf = async ({ id }: TestPark, entrances: object[]) => {
  const body = { entrances, version: await versionOf(id) }
  expect((await world.call(setEntrances, { token: staff.token, params: { id }, body: body as never })).status).toBe(200)
}
/** How many phones the job has pushed. */
const push = async (): Promise<number> => {
  await pushWalletChanges(world.deps)
  return all.gateway.pushed.splice(0).length
}

let phones = 0
/** A booking whose pass is in Apple Wallet. */
async function createScene(park: TestPark) {
  const driver = await world.buildDriver({ balance_minor: 100_000n })
  const booking = await buildPaidBooking(world, driver, park)
  phones += 1
  const id = phones.toString(16).padStart(32, 'e')
  const phone = buildPhone(all, id, id.repeat(2))
  const serial = await phone.add(driver, booking.booking_code)
  return { driver, booking, phone, serial, calls: bookingCallsOf(world, driver) }
}

test('a car park that is renamed, moved or reached in another way has new passes', async () => {
  const park = await world.buildPark({ name: 'Front Street Garage', lat: 43.65, lng: -79.38 })
  const { phone, serial } = await createScene(park)
  await createScene(await world.buildPark())
  const seen = () => phone.passOf(serial)
  const textOf = (key: string) => seen().eventTicket.backFields.find((field) => field.key === key)?.value
  await update(park, { name: 'Union Garage' })
  expect(await push()).toBe(1)
  expect(await phone.update()).toEqual({ [serial]: 200 })
  expect(seen().description).toBe('Parking pass for Union Garage')
  await world.db.updateTable('parks').set({ lat: 43.651 }).where('id', '=', park.id).execute()
  expect(await push()).toBe(1)
  await phone.update()
  expect(seen().locations[0]!.latitude).toBe(43.651)
  await update(park, { gate_code: '4711' })
  expect(await push()).toBe(1)
  await phone.update()
  expect(textOf('access_1')).toContain('4711')
  const entrance = { name: 'York Street', lat: 43.6511, lng: -79.3801, photo_id: null }
  await setEntrancesOf(park, [entrance])
  expect(await push()).toBe(1)
  await phone.update()
  expect(textOf('access_1')).toContain('York Street')
  await setEntrancesOf(park, [])
  expect(await push()).toBe(1)
  await phone.update()
  expect(textOf('access_1')).not.toContain('York Street')
})

test('what a pass does not show of its car park changes no pass, nor does it that of a booking that is over', async () => {
  const park = await world.buildPark()
  await createScene(park)
  await update(park, { opening_hours: 'Mo-Su 06:00-22:00' })
  expect(await push()).toBe(0)
  const over = await createScene(park)
  await over.calls.cancel(over.booking.id)
  await push()
  await update(park, { name: 'Another name' })
  expect(await push()).toBe(1)
})

test('a renamed car park has another name at Google', async () => {
  const park = await world.buildPark({ name: 'Front Street Garage' })
  const driver = await world.buildDriver({ balance_minor: 100_000n })
  const { id, booking_code: bookingCode } = await buildPaidBooking(world, driver, park)
  const params = { params: { bookingCode }, token: driver.token, body: { wallet: 'google' as const } }
  await all.google.save((await world.call(issueWalletPass, params)).body.url)
  await update(park, { name: 'Union Garage' })
  await updateGooglePasses(world.deps)
  expect(all.google.objects.get(`3388000000012345678.${id}`)!.header.defaultValue.value).toBe('Union Garage')
})

test('the end of the certificates for Apple Wallet is announced 30 days before', async () => {
  const check = walletPassesJobs.find(({ name }) => name === 'check_pass_certificates')!
  const warned = vi.spyOn(world.deps.log, 'warn').mockImplementation(() => undefined)
  const failed = vi.spyOn(world.deps.log, 'error').mockImplementation(() => undefined)
  const end = all.world.deps.wallets.apple!.keys.certificates_end
  const day = end.toISOString().slice(0, 10)
  const { now } = world.clock
  const logged: Record<number, unknown> = {}
  for (const days of [31, 30, 1, -1]) {
    world.clock.now = new Date(end.getTime() - days * day_ms)
    await check.run(world.deps)
    const [figure] = walletPassesMetrics(world.deps)
    logged[days] = [...[warned, failed].map((log) => log.mock.calls.splice(0).flat()), await figure!.read()]
  }
  world.clock.now = now
  warned.mockRestore()
  failed.mockRestore()
  const warning = [`The certificates for Apple Wallet end on ${day}`]
  expect(logged).toEqual({
    31: [[], [], 31 * 86_400],
    30: [warning, [], 30 * 86_400],
    1: [warning, [], 86_400],
    '-1': [[], [`The certificates for Apple Wallet ended on ${day}`], -86_400],
  })
  const [figure] = walletPassesMetrics({ ...world.deps, wallets: {} })
  expect(await figure!.read()).toEqual([])
})
