import { afterAll, beforeAll, expect, test } from 'vitest'
import { issueWalletPass } from '#contract/wallet-passes/wallet-passes.ts'
import { transact } from '#server/database/transact.ts'
import { bookingCallsOf, buildPaidBooking } from '#test/kits/bookings-kit.ts'
import { buildPhone, createWalletWorld, type WalletWorld } from '#test/kits/wallets/world.ts'
import { updateGooglePasses } from './google-changes.ts'
import { pushWalletChanges } from './push-changes.ts'
import { registerDevice } from './registrations.ts'

let all: WalletWorld
let world: WalletWorld['world']
beforeAll(async () => {
  all = await createWalletWorld({ pool: 10 })
  world = all.world
})
afterAll(() => all.close())

let devices = 0
async function createScene() {
  const driver = await world.buildDriver({ balance_minor: 100_000n })
  const booking = await buildPaidBooking(world, driver, await world.buildPark())
  devices += 1
  const device_id = devices.toString(16).padStart(32, 'e')
  const phone = buildPhone(all, device_id, device_id)
  const saveAtGoogle = () =>
    world.call(issueWalletPass, {
      params: { bookingCode: booking.booking_code },
      body: { wallet: 'google' },
      token: driver.token,
    })
  const googlePlate = () => all.google.objects.get(`3388000000012345678.${booking.id}`)?.textModulesData[2]?.body
  return { driver, booking, phone, device_id, saveAtGoogle, googlePlate, calls: bookingCallsOf(world, driver) }
}

const plateOf = (phone: ReturnType<typeof buildPhone>, serial: string) =>
  phone.passOf(serial).eventTicket.auxiliaryFields[0]!.value

/** Something that a test holds back, and then lets go. */
function createGate() {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open }
}

test('a change while a device registers reaches it, whichever comes first', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { driver, booking, phone, calls } = await createScene()
    const serial = await phone.download(driver, booking.booking_code)
    await Promise.all([phone.register(serial), calls.plate(booking.id, 'NEW 1')])
    all.gateway.pushed.length = 0
    await pushWalletChanges(world.deps)
    expect(all.gateway.pushed).toHaveLength(1)
    await phone.update()
    expect(plateOf(phone, serial)).toBe('NEW 1')
  }
})

test('a change waits for a registration that is being stored, and finds it', async () => {
  const { driver, booking, phone, device_id, calls } = await createScene()
  const serial = await phone.download(driver, booking.booking_code)
  const gate = createGate()
  const registered = createGate()
  const registering = transact(world.db, async (tx) => {
    await registerDevice(tx, { device_id, booking_id: serial, push_token: device_id }, world.clock.now)
    registered.open()
    await gate.opened
  })
  await registered.opened
  const changing = calls.plate(booking.id, 'NEW 1')
  gate.open()
  await Promise.all([registering, changing])
  all.gateway.pushed.length = 0
  await pushWalletChanges(world.deps)
  expect(all.gateway.pushed.map(({ token }) => token)).toEqual([device_id])
})

test('two changes at once are both told, in one or two pushes', async () => {
  const { driver, booking, phone, calls } = await createScene()
  const serial = await phone.add(driver, booking.booking_code)
  const end = new Date(Date.parse(booking.end_time) + 900_000).toISOString()
  await Promise.all([calls.plate(booking.id, 'NEW 1'), calls.extend(booking.id, end)])
  await Promise.all(Array.from({ length: 4 }, () => pushWalletChanges(world.deps)))
  await phone.update()
  expect([plateOf(phone, serial), phone.passOf(serial).expirationDate]).toEqual(['NEW 1', end])
})

test('each push is sent once, whichever process sends it', async () => {
  const { driver, booking, phone, calls } = await createScene()
  await phone.add(driver, booking.booking_code)
  await calls.plate(booking.id, 'NEW 1')
  all.gateway.pushed.length = 0
  await Promise.all(Array.from({ length: 6 }, () => pushWalletChanges(world.deps)))
  expect(all.gateway.pushed).toHaveLength(1)
})

test('a change while a push is on its way is pushed afterwards', async () => {
  const { driver, booking, phone, device_id, calls } = await createScene()
  await phone.add(driver, booking.booking_code)
  const gate = createGate()
  all.gateway.waits.set(device_id, gate.opened)
  await calls.plate(booking.id, 'NEW 1')
  all.gateway.pushed.length = 0
  const pushing = pushWalletChanges(world.deps)
  await calls.plate(booking.id, 'NEW 2')
  gate.open()
  await pushing
  await pushWalletChanges(world.deps)
  expect(all.gateway.pushed.length).toBeGreaterThan(0)
  const due = await world.db
    .selectFrom('wallet_registrations')
    .select(['push_due', 'claimed_until'])
    .where('device_id', '=', device_id)
    .executeTakeFirstOrThrow()
  expect(due).toEqual({ push_due: null, claimed_until: null })
})

test('Google ends with the last change, however links, changes and jobs meet', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { booking, saveAtGoogle, googlePlate, calls } = await createScene()
    const answers = await Promise.all([saveAtGoogle(), calls.plate(booking.id, 'NEW 1'), saveAtGoogle()])
    for (const { status } of [answers[0], answers[2]]) expect([200, 502]).toContain(status)
    await Promise.all([
      updateGooglePasses(world.deps),
      calls.plate(booking.id, 'NEW 2'),
      updateGooglePasses(world.deps),
    ])
    await updateGooglePasses(world.deps)
    expect(googlePlate()).toBe('NEW 2')
  }
})

test('what changes while Google is being told is told afterwards', async () => {
  const { booking, saveAtGoogle, googlePlate, calls } = await createScene()
  const gate = createGate()
  all.google.wait = gate.opened
  const saving = saveAtGoogle()
  await expect
    .poll(async () => {
      const pass = await world.db
        .selectFrom('wallet_passes')
        .select('google_claimed_until')
        .where('booking_id', '=', booking.id)
        .executeTakeFirst()
      return pass?.google_claimed_until ?? null
    })
    .not.toBeNull()
  await calls.plate(booking.id, 'NEW 1')
  gate.open()
  all.google.wait = undefined
  expect((await saving).status).toBe(200)
  await updateGooglePasses(world.deps)
  expect(googlePlate()).toBe('NEW 1')
})
