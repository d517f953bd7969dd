import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { eraseAccount } from '#contract/accounts/account.ts'
import { getPassBooking } from '#contract/bookings/booking-changes.ts'
import { type BookingStatus, bookingStatuses, getBooking } from '#contract/bookings/bookings.ts'
import * as contract from '#contract/wallet-passes/wallet-passes.ts'
import { rotatePassKeys } from '#server/commands/rotate-pass-keys.ts'
import { advanceBookings } from '#server/features/bookings/lifecycle/advance.ts'
import { resetDemo } from '#server/features/demo/reset.ts'
import {
  bookingCallsOf,
  bookingRequestFor,
  buildPaidBooking,
  buildScanPark,
  callQuote,
} from '#test/kits/bookings-kit.ts'
import { goodPassword, registerVerifiedUser } from '#test/kits/mailbox.ts'
import { passType, team } from '#test/kits/wallets/keys.ts'
import { readPkpass } from '#test/kits/wallets/pkpass.ts'
import { buildPhone, createWalletWorld, type WalletWorld } from '#test/kits/wallets/world.ts'
import { createWorld, type Driver } from '#test/kits/world.ts'
import { pushWalletChanges } from './push-changes.ts'

let all: WalletWorld
let world: WalletWorld['world']
beforeAll(async () => {
  all = await createWalletWorld()
  world = all.world
})
beforeEach(async () => {
  // What the test before has left.
  await pushWalletChanges(world.deps)
  all.gateway.pushed.length = 0
})
afterAll(() => all.close())

let devices = 0
/** A phone with the identifiers of its own that Apple gives it. */
const newPhone = () => {
  devices += 1
  const id = devices.toString(16).padStart(32, 'd')
  return { ...buildPhone(all, id, id.repeat(2)), id, push_token: id.repeat(2) }
}

async function createScene(options: Parameters<typeof world.buildPark>[0] & { driver?: Driver } = {}) {
  const { driver = await world.buildDriver({ balance_minor: 100_000n }), ...place } = options
  const park = await world.buildPark(place)
  const booking = await buildPaidBooking(world, driver, park)
  return { driver, park, booking, calls: bookingCallsOf(world, driver) }
}

/** Runs the job, and returns the tokens of the phones that were pushed, in their order. */
const push = async (): Promise<string[]> => {
  await pushWalletChanges(world.deps)
  return all.gateway.pushed
    .splice(0)
    .map(({ token }) => token)
    .toSorted()
}
const valuesOf = ({ eventTicket }: ReturnType<typeof readPkpass>) =>
  Object.fromEntries(
    Object.values(eventTicket)
      .flat()
      .map(({ key, value }) => [key, value.replaceAll(/\s/gu, ' ')]),
  )
const callFile = (token: string, bookingCode: string, language = 'en') =>
  world.call(contract.getApplePass, { params: { bookingCode }, token, headers: { 'accept-language': language } })
const setStatus = (id: string, status: BookingStatus) =>
  world.db.updateTable('bookings').set({ status }).where('id', '=', id).execute()

describe('the file', () => {
  test('is signed, and says what the page of the booking says', async () => {
    const { driver, booking, calls } = await createScene({
      name: 'Front Street Garage',
      lat: 43.6426,
      lng: -79.3871,
      timezone: 'America/Toronto',
    })
    const answer = await callFile(driver.token, booking.booking_code)
    expect(answer).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'application/vnd.apple.pkpass',
        'content-disposition': `inline; filename="parkwell-${booking.booking_code}.pkpass"`,
        'cache-control': 'private, no-store',
      },
    })
    const pass = readPkpass(answer.raw, all.authority)
    const { pass: shown } = await calls.see(booking.id)
    expect(pass).toMatchObject({
      formatVersion: 1,
      passTypeIdentifier: passType,
      teamIdentifier: team,
      serialNumber: booking.id,
      webServiceURL: 'http://127.0.0.1:3000/api/v1/apple-wallet',
      organizationName: 'Parkwell',
      description: 'Parking pass for Front Street Garage',
      voided: false,
      relevantDate: booking.start_time,
      relevantDates: [{ startDate: booking.start_time, endDate: booking.end_time }],
      expirationDate: booking.end_time,
      locations: [
        { latitude: 43.6426, longitude: -79.3871, relevantText: 'Your parking pass for Front Street Garage' },
      ],
      backgroundColor: 'rgb(13, 21, 38)',
      barcodes: [
        {
          format: 'PKBarcodeFormatQR',
          message: shown!.payload,
          messageEncoding: 'iso-8859-1',
          altText: booking.booking_code,
        },
      ],
    })
    expect(pass.authenticationToken.length).toBeGreaterThan(40)
    // 11:00 UTC in Toronto; Canadians who read English have 12-hour times.
    expect(valuesOf(pass)).toMatchObject({
      park: 'Front Street Garage',
      start: 'Nov 21, 6:00 AM',
      end: 'Nov 21, 8:00 AM',
      status: '8:00 AM',
      plate: 'ABC 123',
      code: booking.booking_code,
      zone: 'Eastern Standard Time',
      manage: `http://127.0.0.1:3000/booking-details/${booking.booking_code}`,
    })
    // The gate reads the code.
    const { token } = await world.buildDriver({ role: 'staff' })
    const read = await world.call(getPassBooking, { body: { pass: pass.barcodes![0]!.message }, token })
    expect(read.status).toBe(200)
  })

  test.each([
    ['US', 'en-US', '6:00 AM'],
    ['US', 'en', '6:00 AM'],
    ['NG', 'en', '06:00'],
    ['CA', 'fr-CA', '6 h 00'],
    ['SN', 'fr', '06:00'],
  ] as const)('has the times of readers in %s (%s): %s', async (country_code, language, time) => {
    const driver = await world.buildDriver({ country_code, balance_minor: 100_000n })
    const ca = await world.buildDriver({ balance_minor: 100_000n })
    const { booking } = await createScene({ driver: ca, timezone: 'America/Toronto' })
    await world.db.updateTable('bookings').set({ user_id: driver.user_id }).where('id', '=', booking.id).execute()
    const { raw } = await callFile(driver.token, booking.booking_code, language)
    const { start } = valuesOf(readPkpass(raw, all.authority))
    expect(start).toMatch(new RegExp(`${time}$`))
  })

  test('is in the language of its reader, also when it changes', async () => {
    const { driver, booking, calls } = await createScene({ name: 'Rue Front' })
    const phone = newPhone()
    const serial = await phone.add(driver, booking.booking_code, 'fr-CA')
    expect(phone.passOf(serial).description).toBe('Pass de stationnement pour Rue Front')
    await calls.cancel(booking.id)
    await phone.update()
    expect(phone.passOf(serial).eventTicket.headerFields).toEqual([
      { key: 'status', label: 'Réservation', value: 'Annulée', changeMessage: 'Votre réservation\u00a0: %@' },
    ])
  })

  test('serves until the car has left where it is scanned, and names one day of a long booking', async () => {
    const driver = await world.buildDriver({ balance_minor: 1_000_000n })
    const booking = await buildPaidBooking(world, driver, await buildScanPark(world), 8, 4 * 24 * 3)
    const pass = readPkpass((await callFile(driver.token, booking.booking_code)).raw, all.authority)
    const after = (instant: string, hours: number) => new Date(Date.parse(instant) + hours * 3_600_000).toISOString()
    expect(pass.expirationDate).toBe(after(booking.end_time, 24))
    expect(pass.relevantDates).toEqual([{ startDate: booking.start_time, endDate: after(booking.start_time, 24) }])
  })

  test('is for the owner of a booking that can be used', async () => {
    const { driver, booking, calls } = await createScene()
    const stranger = await world.buildDriver()
    expect((await callFile(stranger.token, booking.booking_code)).problem.code).toBe('booking_not_found')
    expect((await callFile('nobody', booking.booking_code)).status).toBe(401)
    const { plate, ...window } = bookingRequestFor(world, await world.buildPark())
    const { quote_id } = (await callQuote(world, window)).body
    const held = await calls.hold({ quote_id, plate })
    expect((await callFile(driver.token, held.body.booking_code)).status).toBe(404)
    const statuses: Partial<Record<BookingStatus, unknown>> = {}
    for (const status of bookingStatuses) {
      await setStatus(booking.id, status)
      const file = await callFile(driver.token, booking.booking_code)
      const { wallets } = (await world.call(getBooking, { params: { bookingCode: booking.id }, token: driver.token }))
        .body
      statuses[status] = [file.status, wallets]
    }
    const both = [200, ['apple', 'google']]
    const none = [404, []]
    expect(statuses).toEqual({
      pending: none,
      active: both,
      checked_in: both,
      overstayed: both,
      completed: none,
      expired: none,
      cancelled: none,
      no_show: none,
    })
  })

  test('opens by a link without a session for five minutes', async () => {
    const { driver, booking } = await createScene()
    const issue = (token: string) =>
      world.call(contract.issueWalletPass, {
        params: { bookingCode: booking.booking_code },
        body: { wallet: 'apple' },
        token,
      })
    const { token } = await world.buildDriver()
    expect((await issue(token)).problem.code).toBe('booking_not_found')
    const { url } = (await issue(driver.token)).body
    const path = url.replace('http://127.0.0.1:3000', '')
    const open = (address: string) => world.app.inject(address)
    const opened = await open(path)
    expect([opened.statusCode, opened.headers['cache-control']]).toEqual([200, 'private, no-store'])
    expect(readPkpass(opened.rawPayload, all.authority).serialNumber).toBe(booking.id)
    const changed = path.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))
    expect((await open(path.slice(0, -4))).statusCode).toBe(404)
    expect((await open(changed)).statusCode).toBe(404)
    world.clock.advance(5)
    expect((await open(path)).statusCode).toBe(404)
  })
})

describe('the service for devices', () => {
  test('registers a device once, and forgets it', async () => {
    const { driver, booking } = await createScene()
    const phone = newPhone()
    const serial = await phone.download(driver, booking.booking_code)
    expect([await phone.register(serial), await phone.register(serial)]).toEqual([201, 200])
    expect(await phone.update()).toEqual({ [serial]: 304 })
    expect(await phone.unregister(serial)).toBe(200)
    expect(await phone.update()).toEqual({})
    expect(await phone.unregister(serial)).toBe(200)
  })

  test('refuses whoever has not the token of the pass', async () => {
    const mine = await createScene()
    const other = await createScene()
    const phone = newPhone()
    const serial = await phone.download(mine.driver, mine.booking.booking_code)
    const otherSerial = await phone.download(other.driver, other.booking.booking_code)
    const foreign = phone.held.get(otherSerial)!.token
    for (const authorization of [
      '',
      'ApplePass ',
      `ApplePass ${foreign}`,
      `Bearer ${mine.driver.token}`,
      `ApplePass ${mine.driver.token}`,
    ]) {
      const headers = { authorization }
      expect(await phone.register(serial, headers), authorization).toBe(401)
      expect(await phone.unregister(serial, headers)).toBe(401)
      const params = { pass_type_id: passType, serial_number: serial }
      expect((await world.call(contract.getUpdatedPass, { params, headers })).status).toBe(401)
    }
    const headers = { authorization: `ApplePass ${phone.held.get(serial)!.token}` }
    const params = { pass_type_id: 'pass.example.other', serial_number: serial }
    expect((await world.call(contract.getUpdatedPass, { params, headers })).status).toBe(404)
    // A booking that was never handed to a wallet has no pass, whatever token is tried.
    const { booking } = await createScene()
    const unknown = { pass_type_id: passType, serial_number: booking.id }
    expect((await world.call(contract.getUpdatedPass, { params: unknown, headers })).status).toBe(401)
    expect((await world.call(contract.getApplePass, { params: { bookingCode: serial }, headers })).status).toBe(401)
  })

  test('logs what devices report, on one line each and not too much of it', async () => {
    const warnings = vi.spyOn(world.deps.log, 'warn').mockImplementation(() => undefined)
    const logs = ['bad\r\npass', 'x'.repeat(2_000), ...Array.from({ length: 50 }, String)]
    expect((await world.call(contract.logWalletMessages, { body: { logs } })).status).toBe(200)
    const lines = warnings.mock.calls.map(([line]) => String(line))
    warnings.mockRestore()
    expect([lines[0], lines.length, lines[1]!.length]).toEqual(['Apple Wallet: bad pass', 10, 514])
  })
})

describe('a change', () => {
  test('reaches every phone that has the pass, and no other', async () => {
    const { driver, booking, calls } = await createScene()
    const elsewhere = await createScene()
    const [first, second, other] = [newPhone(), newPhone(), newPhone()]
    const serial = await first.add(driver, booking.booking_code)
    await second.add(driver, booking.booking_code)
    await other.add(elsewhere.driver, elsewhere.booking.booking_code)
    expect(await push()).toEqual([])
    await calls.plate(booking.id, 'NEW 1')
    await pushWalletChanges(world.deps)
    expect(all.gateway.pushed.toSorted((a, b) => (a.token < b.token ? -1 : 1))).toMatchObject(
      [first, second].map(({ push_token: token }) => ({
        token,
        payload: {},
        sender: passType,
        headers: { 'apns-topic': passType, 'apns-push-type': 'background' },
      })),
    )
    all.gateway.pushed.length = 0
    expect(await push()).toEqual([])
    expect(await first.update()).toEqual({ [serial]: 200 })
    expect(valuesOf(first.passOf(serial))['plate']).toBe('NEW 1')
    expect(first.passOf(serial).barcodes![0]!.message).toBe((await calls.see(booking.id)).pass!.payload)
    expect(first.passOf(serial).authenticationToken).toBe(second.passOf(serial).authenticationToken)
    const end = new Date(Date.parse(booking.end_time) + 3_600_000).toISOString()
    await calls.extend(booking.id, end)
    expect(await push()).toEqual([first.push_token, second.push_token])
    // The list names what was changed in the last minutes once more; what is the same is not sent again.
    expect([await first.update(), await first.update()]).toEqual([{ [serial]: 200 }, { [serial]: 304 }])
    expect(first.passOf(serial).expirationDate).toBe(end)
    await calls.cancel(booking.id)
    expect(await push()).toEqual([first.push_token, second.push_token])
    await first.update()
    expect(first.passOf(serial)).toMatchObject({ voided: true })
    expect(first.passOf(serial).barcodes).toBeUndefined()
  })

  test('of each status is shown', async () => {
    const { driver, booking } = await createScene()
    const phone = newPhone()
    const serial = await phone.add(driver, booking.booking_code)
    const shown: Partial<Record<BookingStatus, unknown>> = {}
    for (const status of [...bookingStatuses, 'active'] as const) {
      await setStatus(booking.id, status)
      await phone.update()
      const { voided, barcodes, eventTicket } = phone.passOf(serial)
      shown[status] = [voided, barcodes?.length, eventTicket.headerFields[0]!.value]
    }
    const valid = [false, 1, expect.stringContaining('AM')]
    expect(shown).toEqual({
      pending: [true, undefined, 'Cancelled'],
      active: valid,
      checked_in: valid,
      overstayed: valid,
      completed: [true, undefined, 'Ended'],
      expired: [true, undefined, 'Cancelled'],
      cancelled: [true, undefined, 'Cancelled'],
      no_show: [true, undefined, 'Ended'],
    })
  })

  test('by the clock reaches the phone: the booking ends', async () => {
    const { driver, booking } = await createScene()
    const phone = newPhone()
    const serial = await phone.add(driver, booking.booking_code)
    const { now } = world.clock
    world.clock.now = new Date(Date.parse(booking.end_time) + 60_000)
    await advanceBookings(world.deps)
    expect(await push()).toContain(phone.push_token)
    await phone.update()
    expect(phone.passOf(serial)).toMatchObject({ voided: true, expirationDate: booking.end_time })
    world.clock.now = now
  })

  test('of what the pass does not show pushes nothing', async () => {
    const { driver, booking, calls } = await createScene()
    await newPhone().add(driver, booking.booking_code)
    await calls.autoExtend(booking.id, new Date(Date.parse(booking.end_time) + 7_200_000).toISOString())
    expect(await push()).toEqual([])
  })

  test('between the download and the registration is pushed', async () => {
    const { driver, booking, calls } = await createScene()
    const phone = newPhone()
    const serial = await phone.download(driver, booking.booking_code)
    await calls.plate(booking.id, 'NEW 1')
    expect(await push()).toEqual([])
    await phone.register(serial)
    expect(await push()).toEqual([phone.push_token])
    expect(await phone.update()).toEqual({ [serial]: 200 })
  })

  test('within the second of the last download is fetched', async () => {
    const { driver, booking, calls } = await createScene()
    const phone = newPhone()
    const serial = await phone.add(driver, booking.booking_code)
    for (const plate of ['ONE 1', 'TWO 2', 'TWO 3']) {
      await calls.plate(booking.id, plate)
      expect(await phone.update()).toEqual({ [serial]: 200 })
      expect(valuesOf(phone.passOf(serial))['plate']).toBe(plate)
    }
  })

  test('of the key that signs, because it was compromised, gives usable passes another code', async () => {
    const { driver, booking } = await createScene()
    const over = await createScene()
    const phone = newPhone()
    const serial = await phone.add(driver, booking.booking_code)
    await phone.add(over.driver, over.booking.booking_code)
    await over.calls.cancel(over.booking.id)
    await push()
    const before = phone.passOf(serial).barcodes![0]!.message
    world.clock.advance(1)
    await rotatePassKeys.run(world.deps, [], Buffer.alloc(0))
    expect(await push()).toEqual([])
    world.clock.advance(1)
    await rotatePassKeys.run(world.deps, ['--compromised'], Buffer.alloc(0))
    expect(await push()).toContain(phone.push_token)
    await phone.update()
    expect(phone.passOf(serial).barcodes![0]!.message).not.toBe(before)
  })
})

describe('a device', () => {
  test('that Apple no longer knows is forgotten, unless it has registered again since', async () => {
    const { driver, booking, calls } = await createScene()
    const [gone, bad, back, working] = [newPhone(), newPhone(), newPhone(), newPhone()]
    for (const phone of [gone, bad, back, working]) await phone.add(driver, booking.booking_code)
    const before = world.clock.now.getTime() - 60_000
    const unregistered = (timestamp: number) => ({ status: 410, body: { reason: 'Unregistered', timestamp } })
    all.gateway.answers.set(gone.push_token, unregistered(world.clock.now.getTime()))
    all.gateway.answers.set(back.push_token, unregistered(before))
    all.gateway.answers.set(bad.push_token, { status: 400, body: { reason: 'BadDeviceToken' } })
    await calls.plate(booking.id, 'NEW 1')
    expect(await push()).toEqual([working.push_token])
    const left = await world.db
      .selectFrom('wallet_registrations')
      .select('device_id')
      .where('booking_id', '=', booking.id)
      .execute()
    expect(left.map(({ device_id }) => device_id).toSorted()).toEqual([back.id, working.id].toSorted())
  })

  test('that fails does not hold up the others, and is tried again, with each further change too', async () => {
    const { driver, booking, calls } = await createScene()
    const failing = Array.from({ length: 12 }, newPhone)
    for (const phone of failing) await phone.add(driver, booking.booking_code)
    const working = newPhone()
    await working.add(driver, booking.booking_code)
    const away = { status: 503, body: { reason: 'ServiceUnavailable' } }
    for (const { push_token } of failing) all.gateway.answers.set(push_token, away)
    const warnings = vi.spyOn(world.deps.log, 'warn').mockImplementation(() => undefined)
    await calls.plate(booking.id, 'NEW 1')
    expect(await push()).toEqual([working.push_token])
    const failed = () => world.db.selectFrom('failed_work').selectAll().where('queue', '=', 'wallet_pushes').execute()
    expect((await failed()).length).toBe(failing.length)
    expect((await failed())[0]).toMatchObject({
      subject: booking.booking_code,
      last_error: "Apple's push service answered 503 (ServiceUnavailable)",
    })
    // They wait for their next try, save for another change.
    expect(await push()).toEqual([])
    const [first] = failing
    all.gateway.answers.delete(first!.push_token)
    const { now } = world.clock
    world.clock.advance(2)
    await calls.plate(booking.id, 'NEW 2')
    expect(await push()).toEqual([first!.push_token, working.push_token].toSorted())
    world.clock.now = now
    warnings.mockRestore()
    await world.db.deleteFrom('failed_work').execute()
    await world.db.deleteFrom('wallet_registrations').execute()
  })

  test('is told over another connection after Apple has ended one', async () => {
    const { driver, booking, calls } = await createScene()
    const phone = newPhone()
    await phone.add(driver, booking.booking_code)
    for (const plate of ['ONE 1', 'TWO 2']) {
      await calls.plate(booking.id, plate)
      expect(await push()).toEqual([phone.push_token])
      all.gateway.hangUp()
    }
  })
})

test('an erased account leaves no registration, and its passes are refused', async () => {
  const { token, email } = await registerVerifiedUser(world)
  const { id } = await world.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  const { driver, booking, calls } = await createScene()
  const phone = newPhone()
  const serial = await phone.add(driver, booking.booking_code)
  await calls.cancel(booking.id)
  await world.db.updateTable('bookings').set({ user_id: id }).where('id', '=', booking.id).execute()
  expect((await world.call(eraseAccount, { token, body: { password: goodPassword } })).status).toBe(204)
  const left = (table: 'wallet_passes' | 'wallet_registrations') =>
    world.db.selectFrom(table).select('booking_id').where('booking_id', '=', serial).execute()
  expect([await left('wallet_passes'), await left('wallet_registrations')]).toEqual([[], []])
  const headers = { authorization: `ApplePass ${phone.held.get(serial)!.token}` }
  const params = { pass_type_id: passType, serial_number: serial }
  expect((await world.call(contract.getUpdatedPass, { params, headers })).status).toBe(401)
  expect(await phone.update()).toEqual({})
})

test('the demo’s reset leaves no pass', async () => {
  const { driver, booking } = await createScene()
  await newPhone().add(driver, booking.booking_code)
  await resetDemo(world.deps)
  for (const table of ['wallet_passes', 'wallet_registrations'] as const)
    expect(await world.db.selectFrom(table).selectAll().execute()).toEqual([])
})

test('without keys nothing is offered', async () => {
  const plain = await createWorld()
  const driver = await plain.buildDriver({ balance_minor: 100_000n })
  const { booking_code: bookingCode } = await buildPaidBooking(plain, driver, await plain.buildPark())
  const { token } = driver
  const params = { bookingCode }
  expect((await plain.call(getBooking, { params, token })).body.wallets).toEqual([])
  expect((await plain.call(contract.getApplePass, { params, token })).status).toBe(404)
  for (const wallet of ['apple', 'google'] as const)
    expect((await plain.call(contract.issueWalletPass, { params, token, body: { wallet } })).status).toBe(404)
  const registration = { device_id: 'd', pass_type_id: passType, serial_number: crypto.randomUUID() }
  expect((await plain.call(contract.getUpdatedPass, { params: registration })).status).toBe(404)
  expect((await plain.call(contract.listUpdatedPasses, { params: registration })).status).toBe(404)
  await pushWalletChanges(plain.deps)
  await plain.close()
})
