import { createPublicKey, verify } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { getPassImage } from '#contract/bookings/booking-changes.ts'
import {
  changeBookingStatus,
  createBooking,
  getBooking,
  listBookings,
  previewBooking,
  createQuote,
} from '#contract/bookings/bookings.ts'
import { readPassText } from '#contract/bookings/pass-text.ts'
import { listPassKeys } from '#contract/bookings/passes.ts'
import {
  balanceOf,
  buildPaidBooking,
  changeTariff,
  snapshotTables,
  expectConsistentData,
  callQuote,
  bookingRequestFor,
  windowOf,
} from '#test/kits/bookings-kit.ts'
import { createWorld, type World } from '#test/kits/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterEach(() => expectConsistentData(world))
afterAll(() => world.close())

const book = (body: object, token: string, headers: Record<string, string> = {}) =>
  world.call(createBooking, { body, token, headers })

describe('createQuote', () => {
  test('returns the total in labelled lines in the requested language without signing in', async () => {
    const park = await world.buildPark({ increment_minor: 200n })
    const window = windowOf(world, 4, 8)
    const english = await callQuote(world, { park_id: park.id, ...window })
    const french = await callQuote(world, { park_id: park.park_code.toLowerCase(), ...window }, 'fr-CA')
    expect(english.status).toBe(200)
    expect(english.body).toMatchObject({
      park_id: park.id,
      vehicle_type_id: 1,
      ...window,
      currency: 'CAD',
      total: 4.35,
      lines: [
        { code: 'parking', label: 'Parking', amount: 4 },
        { code: 'service_fee', label: 'Service fee', amount: 0.35 },
      ],
      expires_at: '2026-11-21T09:13:20.000Z',
      available: 10,
      cancellation: { policy: 'flexible', free_until: window.start_time },
    })
    expect(french.body.lines.map(({ label }) => label)).toEqual(['Stationnement', 'Frais de service'])
    expect(french.body.total).toBe(english.body.total)
  })

  test('applies the taxes of the park’s state and names their rates', async () => {
    const park = await world.buildPark()
    const state = await world.db.selectFrom('states').select('id').where('code', '=', 'CA-ON').executeTakeFirstOrThrow()
    await world.db.updateTable('parks').set({ state_id: state.id }).where('id', '=', park.id).execute()
    const { body } = await callQuote(world, { park_id: park.id, ...windowOf(world, 4, 8) }, 'fr')
    const sum = body.lines.reduce((whole, { amount }) => whole + Math.round(amount * 100), 0)
    expect(sum).toBe(Math.round(body.total * 100))
    expect(body.lines.at(-1)!.label).toMatch(/\(13\s%\)$/)
  })

  test('prices in XOF without minor units', async () => {
    const park = await world.buildPark({
      country_code: 'SN',
      timezone: 'Africa/Dakar',
      increment_minor: 333n,
      day_cap_minor: null,
    })
    const { body } = await callQuote(world, { park_id: park.slug, ...windowOf(world, 4, 12) })
    expect(body.currency).toBe('XOF')
    expect([body.total, ...body.lines.map(({ amount }) => amount)].every(Number.isInteger)).toBe(true)
  })

  test('takes no space and returns how many are available', async () => {
    const park = await world.buildPark({ capacity: 2 })
    const driver = await world.buildDriver({ balance_minor: 10_000n })
    await buildPaidBooking(world, driver, park, 8, 8)
    await buildPaidBooking(world, driver, park, 12, 8)
    const left = async (from: number, length: number) =>
      (await callQuote(world, { park_id: park.id, ...windowOf(world, from, length) })).body.available
    expect([await left(4, 4), await left(8, 2), await left(8, 8), await left(16, 4), await left(20, 4)]).toEqual([
      2, 1, 0, 1, 2,
    ])
    expect(await left(0, 400)).toBe(0)
  })
})

describe('an invalid quote or booking', () => {
  type Case = [
    name: string,
    change: (world: World) => Promise<object> | object,
    status: number,
    code: string,
    field?: string,
  ]
  const cases: Case[] = [
    ['an unknown park', () => ({ park_id: 'nowhere' }), 404, 'park_not_found'],
    ['an unknown park by its id', () => ({ park_id: '01890000-0000-7000-8000-000000000000' }), 404, 'park_not_found'],
    [
      'a park without a partner',
      async (w) => ({ park_id: (await w.buildPark({ partner: null })).id }),
      409,
      'park_not_bookable',
    ],
    ['a type that is not served', () => ({ vehicle_type_id: 3 }), 409, 'vehicle_type_not_served'],
    ['an unknown type', () => ({ vehicle_type_id: 99 }), 422, 'validation_failed', 'vehicle_type_id'],
    [
      'a closed park',
      async (w) => ({ park_id: (await w.buildPark({ opening_hours: 'Mo-Fr 08:00-18:00' })).id }),
      409,
      'park_closed',
    ],
    ['a past window', (w) => windowOf(w, -1, 4), 422, 'validation_failed', 'start_time'],
    ['an empty window', (w) => windowOf(w, 4, 0), 422, 'validation_failed', 'end_time'],
    ['a window too long', (w) => windowOf(w, 4, 30 * 96 + 1), 422, 'validation_failed', 'end_time'],
    ['a window too far', (w) => windowOf(w, 181 * 96, 4), 422, 'validation_failed', 'start_time'],
    [
      'a start off the quarter hour',
      () => ({ start_time: '2026-11-21T12:05:00Z' }),
      422,
      'validation_failed',
      'start_time',
    ],
    ['an invalid time', () => ({ start_time: 'tomorrow' }), 422, 'validation_failed', 'start_time'],
    ['no park', () => ({ park_id: undefined }), 422, 'validation_failed', 'park_id'],
    ['an unknown field', () => ({ total: 0 }), 422, 'validation_failed', 'total'],
  ]

  test.each(cases)('is rejected for %s', async (_name, change, status, code, field) => {
    const park = await world.buildPark()
    const driver = await world.buildDriver({ balance_minor: 1_000_000n })
    const { plate, ...window } = bookingRequestFor(world, park)
    const changed = { ...window, ...(await change(world)) }
    const before = await snapshotTables(world)
    for (const answer of [await callQuote(world, changed), await book({ plate, ...changed }, driver.token)]) {
      expect({ status: answer.status, code: answer.problem.code }).toEqual({ status, code })
      expect(answer.problem.message.length).toBeGreaterThan(8)
      if (field !== undefined) expect(answer.problem.errors?.map((problem) => problem.field)).toContain(field)
    }
    expect(await snapshotTables(world)).toEqual(before)
  })

  test('is rejected for a vehicle above the height limit', async () => {
    const park = await world.buildPark()
    await world.db.updateTable('parks').set({ max_height_cm: 150 }).where('id', '=', park.id).execute()
    const answer = await callQuote(world, { park_id: park.id, ...windowOf(world, 4, 4) })
    expect(answer.problem.code).toBe('vehicle_type_not_served')
  })

  test('is rejected without signing in or with an invalid plate', async () => {
    const park = await world.buildPark()
    const driver = await world.buildDriver({ balance_minor: 10_000n })
    expect((await world.call(createBooking, { body: bookingRequestFor(world, park) })).status).toBe(401)
    for (const plate of ['', '-', 'A', 'ABCDEFGHIJKLM', '<script>', '🚗🚗'])
      expect((await book({ ...bookingRequestFor(world, park), plate }, driver.token)).problem.errors?.[0]?.field).toBe(
        'plate',
      )
    expect((await book({ ...bookingRequestFor(world, park), plate: ' ab-1é ' }, driver.token)).body.plate).toBe('AB-1É')
  })
})

describe('a booking', () => {
  test('charges the wallet, takes the space, sends a mail and appears in the list', async () => {
    const park = await world.buildPark()
    const driver = await world.buildDriver({ balance_minor: 10_000n, language: 'fr' })
    const quote = await callQuote(world, { park_id: park.id, ...windowOf(world, 8, 8) })
    const booked = await book(
      { ...bookingRequestFor(world, park), quote_id: quote.body.quote_id, notes: 'blue car' },
      driver.token,
    )
    expect(booked.status).toBe(201)
    expect(booked.body).toMatchObject({
      status: 'active',
      payment_status: 'paid',
      refund_status: 'none',
      total: quote.body.total,
      refunded: 0,
      plate: 'ABC 123',
      park: { id: park.id, slug: park.slug, timezone: 'America/Toronto' },
      lines: quote.body.lines,
    })
    expect(await balanceOf(world, driver)).toBe(10_000n - 435n)
    const credits = await world.db
      .selectFrom('ledger_entries')
      .innerJoin('ledger_accounts', 'ledger_accounts.id', 'ledger_entries.account_id')
      .innerJoin('ledger_transfers', 'ledger_transfers.id', 'ledger_entries.transfer_id')
      .select(['ledger_accounts.kind', 'owner', 'amount_minor', 'description'])
      .where('reference', '=', booked.body.id)
      .orderBy('amount_minor')
      .execute()
    const description = `booking:${booked.body.booking_code}`
    expect(credits).toEqual([
      { kind: 'customer', owner: driver.user_id, amount_minor: -435n, description },
      { kind: 'fee_income', owner: '', amount_minor: 35n, description },
      { kind: 'park_payable', owner: park.id, amount_minor: 400n, description },
    ])
    const mail = await world.db
      .selectFrom('mails')
      .selectAll()
      .where('to_address', '=', driver.email)
      .executeTakeFirstOrThrow()
    expect(mail.subject).toBe(`Réservation confirmée : ${booked.body.booking_code}`)
    expect(mail.text).toContain('4,35\u202f$')
    expect(mail.text).toContain('6\u00a0h\u00a000')
    const list = await world.call(listBookings, { token: driver.token })
    expect(list.body).toMatchObject({ total: 1, page: 1, size: 10, pages: 1, items: [{ id: booked.body.id }] })
  })

  test('is returned by id or code with its history, wallet entries and pass', async () => {
    const park = await world.buildPark()
    const driver = await world.buildDriver({ balance_minor: 10_000n })
    const booking = await buildPaidBooking(world, driver, park)
    const get = (bookingCode: string) => world.call(getBooking, { params: { bookingCode }, token: driver.token })
    const { body } = await get(booking.booking_code.toLowerCase())
    expect((await get(booking.id)).body).toEqual(body)
    expect(body).toMatchObject({
      ...booking,
      can: { cancel: true },
      history: [{ from: null, to: 'active', cause: 'booked', actor: 'driver', at: '2026-11-21T09:03:20.000Z' }],
      entries: [{ kind: 'booking', amount: -4.35 }],
    })
    const { content, packed, signature } = readPassText(body.pass!.payload)!
    const { keys } = (await world.call(listPassKeys)).body
    expect(keys).toEqual([expect.objectContaining({ kid: content.key_id, accepted_until: null, signed_pw1: false })])
    const key = createPublicKey({ key: keys[0]!, format: 'jwk' })
    expect(verify(null, packed, key, signature)).toBe(true)
    expect(content).toEqual({
      key_id: content.key_id,
      booking_code: booking.booking_code,
      generation: 0,
      park_code: park.park_code,
      vehicle_type_id: 1,
      plate: 'ABC 123',
      start_time: new Date(booking.start_time),
      end_time: new Date(booking.end_time),
    })
    expect(body.pass!.size).toBe(41)
    const image = await world.call(getPassImage, { params: { bookingCode: booking.booking_code }, token: driver.token })
    expect(image.headers['content-type']).toBe('image/svg+xml')
    expect(image.raw.toString()).toContain(body.pass!.qr_path)
  })

  test('costs nothing within the free minutes', async () => {
    const park = await world.buildPark({ increment_minor: 0n })
    const driver = await world.buildDriver()
    const booking = await buildPaidBooking(world, driver, park)
    expect(booking).toMatchObject({ total: 0, status: 'active', lines: [{ code: 'parking', amount: 0 }] })
    const cancelled = await world.call(changeBookingStatus, {
      params: { id: booking.id },
      query: { status: 'cancelled' },
      token: driver.token,
    })
    expect(cancelled.body).toMatchObject({ status: 'cancelled', refunded: 0, refund_status: 'none' })
  })

  test('can last several days, and one account can book several spaces', async () => {
    const park = await world.buildPark({ capacity: 3 })
    const driver = await world.buildDriver({ balance_minor: 1_000_000n })
    for (let n = 0; n < 3; n += 1) await buildPaidBooking(world, driver, park, 8, 96 * 12)
    const before = await snapshotTables(world)
    const full = await book({ ...bookingRequestFor(world, park, 96 * 5, 4), again: true }, driver.token)
    expect({ status: full.status, code: full.problem.code }).toEqual({ status: 409, code: 'no_space' })
    expect(await snapshotTables(world)).toEqual(before)
    expect((await book(bookingRequestFor(world, park, 8 + 96 * 12, 4), driver.token)).status).toBe(201)
  })

  test('is refused with the missing amount if the balance is too low', async () => {
    const park = await world.buildPark()
    const driver = await world.buildDriver({ balance_minor: 100n })
    const before = await snapshotTables(world)
    const answer = await book(bookingRequestFor(world, park), driver.token, { 'accept-language': 'fr' })
    expect(answer.status).toBe(402)
    expect(answer.problem).toMatchObject({ code: 'insufficient_balance', missing: { amount: 3.35, currency: 'CAD' } })
    expect(answer.problem.message).toContain('3,35')
    expect(await snapshotTables(world)).toEqual(before)
  })

  test('is not paid from a balance in another currency', async () => {
    const park = await world.buildPark({ country_code: 'US', timezone: 'America/New_York' })
    const driver = await world.buildDriver({ country_code: 'CA', balance_minor: 10_000n })
    expect((await book(bookingRequestFor(world, park), driver.token)).problem).toMatchObject({
      code: 'insufficient_balance',
      missing: { currency: 'USD' },
    })
  })
})

describe('a booking with a quote', () => {
  test('keeps the quoted price after a tariff change', async () => {
    const park = await world.buildPark()
    const driver = await world.buildDriver({ balance_minor: 10_000n })
    const quote = await callQuote(world, { park_id: park.id, ...windowOf(world, 8, 8) })
    await changeTariff(world, park, 999n)
    world.clock.advance(9)
    const booked = await book(
      {
        ...bookingRequestFor(world, park, 8),
        ...windowOf(world, 8, 8),
        quote_id: quote.body.quote_id,
        start_time: quote.body.start_time,
        end_time: quote.body.end_time,
      },
      driver.token,
    )
    expect(booked.body).toMatchObject({ total: quote.body.total, lines: quote.body.lines })
    expect(await balanceOf(world, driver)).toBe(10_000n - BigInt(Math.round(quote.body.total * 100)))
    expect((await callQuote(world, { park_id: park.id, ...windowOf(world, 8, 8) })).body.total).toBe(10.35)
  })

  test('is refused after ten minutes with the current price', async () => {
    const park = await world.buildPark()
    const driver = await world.buildDriver({ balance_minor: 10_000n })
    const window = windowOf(world, 8, 4)
    const quote = await callQuote(world, { park_id: park.id, ...window })
    await changeTariff(world, park, 300n)
    world.clock.advance(10)
    const before = await snapshotTables(world)
    const expired = await book(
      { park_id: park.id, plate: 'ABC 123', ...window, quote_id: quote.body.quote_id },
      driver.token,
    )
    expect(expired.status).toBe(409)
    expect(expired.problem).toMatchObject({ code: 'quote_expired', price: { amount: 3.35, currency: 'CAD' } })
    expect(await snapshotTables(world)).toEqual(before)
    expect((await book({ park_id: park.id, plate: 'ABC 123', ...window }, driver.token)).body.total).toBe(3.35)
  })

  test('keeps its window after the quarter hour of the quote has passed', async () => {
    const park = await world.buildPark()
    const driver = await world.buildDriver({ balance_minor: 10_000n })
    world.clock.now = new Date('2026-11-21T13:14:00Z')
    const window = windowOf(world, 0, 4)
    const quote = await callQuote(world, { park_id: park.id, ...window })
    world.clock.advance(3)
    const request = { park_id: park.id, plate: 'ABC 123', ...window }
    expect((await book(request, driver.token)).problem.errors?.[0]?.field).toBe('start_time')
    expect((await book({ ...request, quote_id: quote.body.quote_id }, driver.token)).status).toBe(201)
    world.clock.advance(10)
    expect((await book({ ...request, quote_id: quote.body.quote_id }, driver.token)).status).toBe(422)
  })

  test.each([
    ['another park', async (w: World) => ({ park_id: (await w.buildPark()).id })],
    ['another window', (w: World) => windowOf(w, 8, 9)],
    ['another start', (w: World) => windowOf(w, 7, 9)],
    ['another type', () => ({ vehicle_type_id: 2 })],
    ['an unknown quote', () => ({ quote_id: '01890000-0000-7000-8000-000000000000' })],
  ])('is refused for %s', async (_name, change) => {
    const park = await world.buildPark()
    await world.db
      .insertInto('tariffs')
      .columns([
        'id',
        'park_id',
        'vehicle_type_id',
        'version',
        'currency',
        'increment_minutes',
        'increment_minor',
        'is_example',
        'source',
        'created_at',
      ])
      .expression((eb) =>
        eb
          .selectFrom('tariffs')
          .select([
            eb.fn<string>('gen_random_uuid').as('id'),
            'park_id',
            eb.val(2).as('vehicle_type_id'),
            'version',
            'currency',
            'increment_minutes',
            'increment_minor',
            'is_example',
            'source',
            'created_at',
          ])
          .where('park_id', '=', park.id),
      )
      .execute()
    const driver = await world.buildDriver({ balance_minor: 10_000n })
    const quote = await callQuote(world, { park_id: park.id, ...windowOf(world, 8, 8) })
    const before = await snapshotTables(world)
    const answer = await book(
      { ...bookingRequestFor(world, park), quote_id: quote.body.quote_id, ...(await change(world)) },
      driver.token,
    )
    expect({ status: answer.status, code: answer.problem.code }).toEqual({ status: 409, code: 'quote_mismatch' })
    expect(await snapshotTables(world)).toEqual(before)
  })
})

describe('a repeated request', () => {
  test('returns the first response and charges once; rejects another body with the same key', async () => {
    const park = await world.buildPark()
    const driver = await world.buildDriver({ balance_minor: 10_000n })
    const key = { 'idempotency-key': 'checkout-1' }
    const first = await book(bookingRequestFor(world, park), driver.token, key)
    const repeated = await book(bookingRequestFor(world, park), driver.token, { ...key, 'accept-language': 'fr' })
    expect([first.status, repeated.status]).toEqual([201, 201])
    expect(repeated.body).toEqual(first.body)
    expect(await balanceOf(world, driver)).toBe(10_000n - 435n)
    const other = await book(bookingRequestFor(world, park, 8, 4), driver.token, key)
    expect({ status: other.status, code: other.problem.code }).toEqual({ status: 409, code: 'idempotency_key_reused' })
    expect((await world.call(listBookings, { token: driver.token })).body.total).toBe(1)
  })

  test('can reuse the key of a failed request; keys are per user', async () => {
    const park = await world.buildPark()
    const driverWithoutMoney = await world.buildDriver({ balance_minor: 10n })
    const driver = await world.buildDriver({ balance_minor: 10_000n })
    const key = { 'idempotency-key': 'checkout-2' }
    expect((await book(bookingRequestFor(world, park), driverWithoutMoney.token, key)).status).toBe(402)
    expect((await book(bookingRequestFor(world, park), driver.token, key)).status).toBe(201)
    expect((await book(bookingRequestFor(world, park, 8, 4), driverWithoutMoney.token, key)).status).toBe(402)
  })
})

test('another driver’s booking is not found by any endpoint', async () => {
  const park = await world.buildPark()
  const owner = await world.buildDriver({ balance_minor: 10_000n })
  const other = await world.buildDriver({ balance_minor: 10_000n })
  const booking = await buildPaidBooking(world, owner, park)
  const before = await snapshotTables(world)
  for (const handle of [booking.id, booking.booking_code, 'NOTHING1', '%', '01890000-0000-7000-8000-000000000000']) {
    const answers = [
      await world.call(getBooking, { params: { bookingCode: handle }, token: other.token }),
      await world.call(previewBooking, { params: { id: handle }, query: { action: 'cancel' }, token: other.token }),
      await world.call(changeBookingStatus, {
        params: { id: handle },
        query: { status: 'cancelled' },
        token: other.token,
      }),
      await world.call(getPassImage, { params: { bookingCode: handle }, token: other.token }),
    ]
    for (const { status, problem } of answers) expect([status, problem.code]).toEqual([404, 'booking_not_found'])
  }
  expect((await world.call(listBookings, { token: other.token })).body.total).toBe(0)
  expect(
    (await world.call(createQuote, { body: { park_id: park.id, ...windowOf(world, 4, 4) }, token: 'nobody' })).status,
  ).toBe(200)
  expect(await snapshotTables(world)).toEqual(before)
})
