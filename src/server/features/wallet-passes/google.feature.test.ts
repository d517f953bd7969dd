import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { eraseAccount } from '#contract/accounts/account.ts'
import { type BookingStatus, bookingStatuses } from '#contract/bookings/bookings.ts'
import { issueWalletPass } from '#contract/wallet-passes/wallet-passes.ts'
import { bookingCallsOf, buildPaidBooking } from '#test/kits/bookings-kit.ts'
import { goodPassword, registerVerifiedUser } from '#test/kits/mailbox.ts'
import { createWalletWorld, type WalletWorld } from '#test/kits/wallets/world.ts'
import type { Driver } from '#test/kits/world.ts'
import { updateGooglePasses } from './google-changes.ts'

let all: WalletWorld
let world: WalletWorld['world']
beforeAll(async () => {
  all = await createWalletWorld({ pool: 6 })
  world = all.world
})
beforeEach(() => {
  all.google.calls.length = 0
})
afterAll(() => all.close())

const issue = ({ token }: Pick<Driver, 'token'>, bookingCode: string, language = 'en') =>
  world.call(issueWalletPass, {
    params: { bookingCode },
    body: { wallet: 'google' },
    token,
    headers: { 'accept-language': language },
  })

async function createScene(language = 'en') {
  const driver = await world.buildDriver({ country_code: 'US', balance_minor: 1n })
  const payer = await world.buildDriver({ balance_minor: 100_000n })
  const park = await world.buildPark({
    name: 'Front Street Garage',
    lat: 43.6426,
    lng: -79.3871,
    timezone: 'America/Toronto',
  })
  const booking = await buildPaidBooking(world, payer, park)
  const save = async () => all.google.save((await issue(payer, booking.booking_code, language)).body.url)
  const stored = () => all.google.objects.get(`3388000000012345678.${booking.id}`)!
  return { driver, payer, park, booking, save, stored, calls: bookingCallsOf(world, payer) }
}

const rowOf = ({ textModulesData }: ReturnType<Awaited<ReturnType<typeof createScene>>['stored']>, id: string) =>
  textModulesData.find((module) => module.id === id)?.body.replaceAll(/\s/gu, ' ')

test('saves what the page of the booking says, by a link that Google verifies', async () => {
  const { booking, save, calls } = await createScene('en-US')
  const pass = await save()
  const { pass: shown } = await calls.see(booking.id)
  expect(pass).toMatchObject({
    id: `3388000000012345678.${booking.id}`,
    classId: '3388000000012345678.parking',
    state: 'ACTIVE',
    genericType: 'GENERIC_PARKING_PASS',
    cardTitle: { defaultValue: { language: 'en', value: 'Parkwell' } },
    header: { defaultValue: { language: 'en', value: 'Front Street Garage' } },
    barcode: { type: 'QR_CODE', value: shown!.payload, alternateText: booking.booking_code },
    validTimeInterval: { start: { date: booking.start_time }, end: { date: booking.end_time } },
    merchantLocations: [{ latitude: 43.6426, longitude: -79.3871 }],
    linksModuleData: { uris: [{ uri: `http://127.0.0.1:3000/booking-details/${booking.booking_code}` }] },
  })
  expect(['start', 'end', 'plate', 'code'].map((id) => rowOf(pass, id))).toEqual([
    'Nov 21, 6:00 AM',
    'Nov 21, 8:00 AM',
    'ABC 123',
    booking.booking_code,
  ])
  // A token lasts, and the class is created once.
  all.google.calls.length = 0
  await (await createScene()).save()
  expect(all.google.calls).toEqual(['PATCH genericObject', 'POST genericObject'])
  all.google.calls.length = 0
  expect((await save()).id).toBe(pass.id)
  expect(all.google.calls).toEqual(['PATCH genericObject'])
})

test('is in the language of its reader, also when it changes', async () => {
  const { save, stored, calls, booking } = await createScene('fr-CA')
  expect((await save()).subheader).toEqual({ defaultValue: { language: 'fr', value: 'Pass de stationnement' } })
  await calls.plate(booking.id, 'NEW 1')
  await updateGooglePasses(world.deps)
  expect(stored().textModulesData[2]).toEqual({ id: 'plate', header: 'Plaque', body: 'NEW 1' })
})

test('follows the booking to its end', async () => {
  const { save, stored, calls, booking } = await createScene()
  await save()
  await calls.plate(booking.id, 'NEW 1')
  const end = new Date(Date.parse(booking.end_time) + 3_600_000).toISOString()
  await calls.extend(booking.id, end)
  all.google.calls.length = 0
  expect(await updateGooglePasses(world.deps)).toBe(1)
  expect(await updateGooglePasses(world.deps)).toBe(0)
  expect(all.google.calls).toEqual(['PATCH genericObject'])
  expect(stored()).toMatchObject({
    validTimeInterval: { end: { date: end } },
    barcode: { value: (await calls.see(booking.id)).pass!.payload },
  })
  const states: Partial<Record<BookingStatus, string>> = {}
  for (const status of [...bookingStatuses, 'cancelled'] as const) {
    await world.db.updateTable('bookings').set({ status }).where('id', '=', booking.id).execute()
    await updateGooglePasses(world.deps)
    states[status] = stored().state
  }
  expect(states).toEqual({
    pending: 'INACTIVE',
    active: 'ACTIVE',
    checked_in: 'ACTIVE',
    overstayed: 'ACTIVE',
    completed: 'EXPIRED',
    expired: 'INACTIVE',
    cancelled: 'INACTIVE',
    no_show: 'EXPIRED',
  })
})

test('is for the owner of a booking that can be used', async () => {
  const { driver, payer, booking, calls } = await createScene()
  expect((await issue(driver, booking.booking_code)).problem.code).toBe('booking_not_found')
  expect((await issue({ token: 'nobody' }, booking.booking_code)).status).toBe(401)
  await calls.cancel(booking.id)
  expect((await issue(payer, booking.booking_code)).problem.code).toBe('booking_not_found')
  expect(all.google.calls).toEqual([])
})

test('is tried again when Google is away, and a change of nobody’s pass is not sent', async () => {
  const { payer, save, stored, calls, booking } = await createScene()
  const warnings = vi.spyOn(world.deps.log, 'warn').mockImplementation(() => undefined)
  all.google.status = 503
  expect((await issue(payer, booking.booking_code)).problem).toMatchObject({ status: 502, code: 'wallet_unavailable' })
  await calls.plate(booking.id, 'NEW 1')
  expect(await updateGooglePasses(world.deps)).toBe(0)
  all.google.status = undefined
  await save()
  const others = await createScene()
  await others.save()
  all.google.status = 500
  await calls.plate(booking.id, 'NEW 2')
  await updateGooglePasses(world.deps)
  const failed = await world.db.selectFrom('failed_work').selectAll().where('queue', '=', 'google_passes').execute()
  expect(failed).toMatchObject([
    { subject: booking.booking_code, tries: 1, last_error: 'Google Wallet answered 500 to PATCH genericObject' },
  ])
  all.google.status = undefined
  const { now } = world.clock
  world.clock.advance(3)
  await others.calls.plate(others.booking.id, 'NEW 3')
  expect(await updateGooglePasses(world.deps)).toBe(2)
  world.clock.now = now
  expect([rowOf(stored(), 'plate'), rowOf(others.stored(), 'plate')]).toEqual(['NEW 2', 'NEW 3'])
  warnings.mockRestore()
})

test('asks for another token when Google no longer takes the one it had', async () => {
  const { save } = await createScene()
  await save()
  const { now } = world.clock
  world.clock.advance(60)
  all.google.calls.length = 0
  await save()
  expect(all.google.calls).toEqual(['token', 'PATCH genericObject'])
  world.clock.now = now
})

test('loses its plate at Google when the account is erased, and is then forgotten', async () => {
  const { token, email } = await registerVerifiedUser(world)
  const { id } = await world.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  const { save, stored, calls, booking } = await createScene()
  await save()
  await calls.cancel(booking.id)
  await world.db.updateTable('bookings').set({ user_id: id }).where('id', '=', booking.id).execute()
  expect((await world.call(eraseAccount, { token, body: { password: goodPassword } })).status).toBe(204)
  await updateGooglePasses(world.deps)
  expect([stored().state, rowOf(stored(), 'plate')]).toEqual(['INACTIVE', '–'])
  expect(
    await world.db.selectFrom('wallet_passes').select('booking_id').where('booking_id', '=', booking.id).execute(),
  ).toEqual([])
})
