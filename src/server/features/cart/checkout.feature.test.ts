import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as addresses from '#contract/addresses/addresses.ts'
import type { Branch } from '#contract/branches/desk/branches.ts'
import * as contract from '#contract/cart/cart.ts'
import { pictureUrl } from '#contract/catalogue/desk/pictures.ts'
import { newId } from '#server/database/ids.ts'
import { bookingCallsOf } from '#test/kits/bookings-kit.ts'
import { buildBranch, buildItem, buildShopCoupon } from '#test/kits/shop-kit.ts'
import { createWorld, type Driver, type TestPark, type World } from '#test/kits/world.ts'

let world: World
let branch: Branch
let park: TestPark
let blades: string
let coffee: string
let driver: Driver
beforeAll(async () => {
  world = await createWorld()
  const { token } = await world.buildDriver({ role: 'admin' })
  branch = await buildBranch(world, token, { name: 'Toronto' })
  park = await world.buildPark({ country_code: 'CA', timezone: 'America/Toronto' })
  await world.db.insertInto('branch_parks').values({ branch_id: branch.id, park_id: park.id }).execute()
  blades = await buildItem(world, { slug: 'blades', prices: { CAD: 2_000n, USD: 2_000n }, duration_min: 45 })
  coffee = await buildItem(world, { slug: 'coffee', kind: 'food', order_types: 'takeaway', prices: { CAD: 300n } })
})
afterAll(() => world.close())
beforeEach(async () => {
  driver = await world.buildDriver({ country_code: 'CA', balance_minor: 100_000n })
  await world.db.updateTable('branch_setup').set(setup).execute()
  await put(1)
})
const setup = {
  bay_charge_minor: 200n,
  basic_delivery_charge_minor: 300n,
  charge_per_unit_minor: 100n,
  free_distance: 1,
  radius: 5,
  free_above_minor: null,
  delivery_minimum_minor: 0n,
  takeaway_minimum_minor: 0n,
  takeaway_on: true,
  delivery_on: true,
}

const put = (quantity: number, item_id = blades, token = driver.token, at = branch) =>
  world.call(contract.addCartLine, { token, body: { branch: at.slug, item_id, quantity } })
const read = async (query: object, token = driver.token) => {
  const { body, status, problem } = await world.call(contract.getCart, { token, query })
  return status === 200
    ? body
    : Promise.reject(new Error(`${status} ${problem.code} ${problem.errors?.[0]?.field ?? ''}`))
}
const newAddress = async (lat: number, changes: object = {}) =>
  (
    await world.call(addresses.createAddress, {
      token: driver.token,
      body: { label: 'home', line: '1 King St', city: 'Toronto', country_code: 'CA', lat, lng: -79.38, ...changes },
    })
  ).body.id
const kilometre = 1 / 111.195

describe('delivery', () => {
  test('to a bay costs what the branch says, with taxes', async () => {
    expect(await read({ order_type: 'delivery', park: park.park_code.toLowerCase() })).toMatchObject({
      delivery: { distance_m: null, is_inside: true },
      amounts: {
        delivery_charge: { amount: 2 },
        delivery: { amount: 2.2 },
        items: { amount: 22 },
        total: { amount: 24.2 },
      },
      can_order: true,
    })
    await expect(read({ order_type: 'delivery', park: 'NOWHERE' })).rejects.toThrow('422 validation_failed park')
    expect((await read({ order_type: 'takeaway', park: park.park_code })).amounts).toMatchObject({ delivery: null })
  })

  test('to an address costs by its distance, within the zone', async () => {
    const [near, far, away] = [
      await newAddress(43.65 + 0.5 * kilometre),
      await newAddress(43.65 + 3.24 * kilometre),
      await newAddress(43.65 + 5.05 * kilometre),
    ]
    const ask = (address_id: string) => read({ order_type: 'delivery', address_id })
    expect((await ask(near)).amounts!.delivery).toEqual({ amount: 0, currency: 'CAD' })
    // 3.3 km are 2.3 beyond the free one: 3.00 + 2.30, and 10 %.
    expect(await ask(far)).toMatchObject({ delivery: { distance_m: 3_300 }, amounts: { delivery: { amount: 5.83 } } })
    expect(await ask(away)).toMatchObject({
      delivery: { distance_m: 5_100, is_inside: false, radius_m: 5_000 },
      amounts: { delivery: null },
      can_order: false,
    })
    const abroad = await newAddress(43.65, { country_code: 'US' })
    expect((await ask(abroad)).delivery!.is_inside).toBe(false)
    const { token } = await world.buildDriver()
    await put(1, blades, token)
    await expect(read({ order_type: 'delivery', address_id: near }, token)).rejects.toThrow('404 address_not_found')
    await expect(read({ order_type: 'delivery', address_id: newId() })).rejects.toThrow('404 address_not_found')
  })

  test('is set and charged by the mile in the United States', async () => {
    const admin = await world.buildDriver({ role: 'admin' })
    const american = await buildBranch(world, admin.token, { name: 'Buffalo', country_code: 'US' })
    const terms = { ...setup, charge_per_unit_minor: 150n, radius: 3 }
    await world.db.updateTable('branch_setup').set(terms).where('branch_id', '=', american.id).execute()
    driver = await world.buildDriver({ country_code: 'US' })
    expect((await put(1, blades, driver.token, american)).status).toBe(200)
    const ask = async (miles: number) => {
      const address_id = await newAddress(american.lat + (miles * 1.609344) / 111.195, {
        country_code: 'US',
        lng: american.lng,
      })
      return read({ order_type: 'delivery', address_id })
    }
    // 3 miles are 2 beyond the free one: 3.00 + 2 × 1.50, and 10 %.
    expect(await ask(3)).toMatchObject({
      delivery: { distance_m: 4_828.032, is_inside: true, radius_m: 4_828.032 },
      amounts: { delivery_charge: { amount: 6, currency: 'USD' }, delivery: { amount: 6.6 } },
    })
    expect(await ask(3.05)).toMatchObject({ delivery: { is_inside: false }, amounts: { delivery: null } })
    const band = { id: newId(), branch_id: american.id, from_distance: 0, to_distance: 2.5, charge_minor: 700n }
    await world.db.insertInto('delivery_charges').values(band).execute()
    expect((await ask(2.5)).amounts!.delivery_charge).toEqual({ amount: 7, currency: 'USD' })
    expect((await ask(2.55)).delivery!.is_inside).toBe(false)
    await world.db.deleteFrom('delivery_charges').execute()
  })

  test('costs by bands where there are some, and nothing from an amount on', async () => {
    const address_id = await newAddress(43.65 + 2 * kilometre)
    const band = { id: newId(), branch_id: branch.id, from_distance: 0, to_distance: 3, charge_minor: 700n }
    await world.db.insertInto('delivery_charges').values(band).execute()
    expect((await read({ order_type: 'delivery', address_id })).amounts!.delivery_charge!.amount).toBe(7)
    await world.db.updateTable('branch_setup').set({ free_above_minor: 4_000n }).execute()
    await put(1)
    expect((await read({ order_type: 'delivery', address_id })).amounts!.delivery_charge!.amount).toBe(0)
    await world.db.deleteFrom('delivery_charges').execute()
  })

  test('and takeaway have a minimum, and items that only one of them takes', async () => {
    await world.db.updateTable('branch_setup').set({ delivery_minimum_minor: 5_000n }).execute()
    expect(await read({ order_type: 'delivery' })).toMatchObject({
      minimum: { amount: { amount: 50 }, missing: { amount: 30 } },
      can_order: false,
    })
    expect(await read({ order_type: 'takeaway' })).toMatchObject({ minimum: null, can_order: true })
    await put(2)
    expect(await read({ order_type: 'delivery' })).toMatchObject({ minimum: { missing: null }, can_order: true })
    await put(1, coffee)
    expect((await read({ order_type: 'delivery' })).can_order).toBe(false)
    expect((await read({ order_type: 'takeaway' })).can_order).toBe(true)
  })
})

describe('a coupon', () => {
  const use = async (promo_code: string, token = driver.token, language = 'en') => {
    const headers = { 'accept-language': language }
    const { status, body, problem } = await world.call(contract.setCartCoupon, { token, body: { promo_code }, headers })
    return status === 200 ? body : problem
  }
  test('is shared among the lines, and pays for delivery only if it says so', async () => {
    await buildShopCoupon(world, { code: 'TEN' })
    await buildShopCoupon(world, { code: 'FREE', value: 0n, free_delivery: true })
    await put(1, coffee)
    expect(await use('ten')).toMatchObject({
      coupon: { code: 'TEN', problem: null },
      amounts: { coupon: { amount: 2.3 }, total: { amount: 22.77 } },
      lines: [{ coupon: { amount: 2 } }, { coupon: { amount: 0.3 } }],
    })
    const text = { name: 'Ten off', name_fr: 'Dix de moins', description: 'On all items' }
    const picture = pictureUrl(newId())
    await buildShopCoupon(world, { code: 'SHOWN', ...text, picture })
    expect(await use('SHOWN')).toMatchObject({ coupon: { name: 'Ten off', description: 'On all items', picture } })
    expect(await use('SHOWN', driver.token, 'fr')).toMatchObject({ coupon: { name: 'Dix de moins', picture } })
    const query = { order_type: 'delivery', park: park.park_code }
    expect((await read(query)).amounts!.delivery_charge!.amount).toBe(2)
    await use('FREE')
    expect((await read(query)).amounts!.delivery_charge!.amount).toBe(0)
    const { body } = await world.call(contract.removeCartCoupon, { token: driver.token })
    expect(body).toMatchObject({ coupon: null, amounts: { coupon: { amount: 0 } } })
  })

  test.each<[string, object, string]>([
    ['unknown', { code: 'OTHER' }, 'This promo code isn’t valid.'],
    ['over', { ends_at: new Date('2026-11-20T00:00:00Z') }, 'This promo code isn’t valid at the moment.'],
    ['early', { starts_at: new Date('2026-11-22T00:00:00Z') }, 'This promo code isn’t valid at the moment.'],
    ['off', { is_active: false }, 'This promo code isn’t valid at the moment.'],
    ['of parking', { scope: 'parking' }, 'This code is for parking, not for orders.'],
    [
      'of another currency',
      { kind: 'fixed', value: 100n, currency: 'USD' },
      'This promo code is for another currency.',
    ],
    ['below its minimum', { currency: 'CAD', least_minor: 2_001n }, 'This coupon is for orders of at least $20.01.'],
    [
      'above the subtotal',
      { kind: 'fixed', value: 2_001n, currency: 'CAD' },
      'The discount amount does not over the subtotal amount',
    ],
  ])('%s is refused with its sentence', async (_name, terms, sentence) => {
    const { code } = await buildShopCoupon(world, { code: `C${newId().slice(-12)}`.toUpperCase(), ...terms })
    const answer = await use(_name === 'unknown' ? 'NOSUCH' : code)
    expect(answer).toMatchObject({ status: 422, errors: [{ field: 'promo_code', message: sentence }] })
    expect((await read({})).coupon).toBeNull()
  })

  test('of another branch, or used up by one or by all, is refused', async () => {
    const { id, code } = await buildShopCoupon(world, { code: 'ONCE', limit_per_person: 1, most_uses: 2 })
    await world.db
      .insertInto('promo_uses')
      .values({ promo_code_id: id, user_id: driver.user_id, used: 1, most: 1 })
      .execute()
    expect(await use(code)).toMatchObject({ errors: [{ message: /already used/ }] })
    await world.db.insertInto('promo_totals').values({ promo_code_id: id, used: 2, most: 2 }).execute()
    expect(await use(code)).toMatchObject({ errors: [{ message: 'This coupon has been used as often as it can be.' }] })
    const other = await buildShopCoupon(world, { code: 'ELSEWHERE' })
    const { id: branch_id } = await buildBranch(world, (await world.buildDriver({ role: 'admin' })).token, {
      name: 'Hull',
    })
    await world.db.insertInto('promo_branches').values({ promo_code_id: other.id, branch_id }).execute()
    expect(await use('ELSEWHERE', driver.token, 'fr')).toMatchObject({
      errors: [{ message: 'Ce coupon n’est pas valable dans ce point de service.' }],
    })
  })

  test('that stops counting is shown with its sentence, and takes nothing off', async () => {
    const { id } = await buildShopCoupon(world, { code: 'SHORT' })
    await use('SHORT')
    await world.db.updateTable('promo_codes').set({ is_active: false }).where('id', '=', id).execute()
    expect(await read({})).toMatchObject({
      coupon: { code: 'SHORT', problem: 'This promo code isn’t valid at the moment.' },
      amounts: { coupon: { amount: 0 } },
      can_order: false,
    })
  })

  test('needs something in the cart, and a code', async () => {
    await world.call(contract.emptyCart, { token: driver.token })
    expect(await use('TEN')).toMatchObject({ status: 409, code: 'cart_empty' })
    expect(await use("' or 1=1")).toMatchObject({ status: 422, errors: [{ field: 'promo_code' }] })
  })
})

test('refuses the 21st wrong coupon in 15 minutes, from one account or one address', async () => {
  const limited = await createWorld({ settings: { RATE_LIMITS: 'on' } })
  try {
    const admin = await limited.buildDriver({ role: 'admin' })
    const { slug } = await buildBranch(limited, admin.token)
    const item_id = await buildItem(limited, { slug: 'blades', prices: { CAD: 2_000n } })
    await buildShopCoupon(limited, { code: 'TEN' })
    const open = async () => {
      const { token } = await limited.buildDriver({ country_code: 'CA' })
      await limited.call(contract.addCartLine, { token, body: { branch: slug, item_id } })
      return token
    }
    const guess = (token: string, promo_code: string) =>
      limited.call(contract.setCartCoupon, { token, body: { promo_code } })
    const token = await open()
    for (let n = 0; n < 19; n += 1) expect((await guess(token, `NO${n}`)).status).toBe(422)
    expect((await guess(token, 'TEN')).status).toBe(200)
    expect((await guess(token, 'NO')).status).toBe(422)
    const refused = await guess(token, 'TEN')
    expect([refused.status, refused.problem.code, refused.headers['retry-after']]).toEqual([429, 'rate_limited', '900'])
    expect((await guess(await open(), 'TEN')).status).toBe(429)
  } finally {
    await limited.close()
  }
})

describe('times', () => {
  const slots = async (query: object) => {
    const { body, status, problem } = await world.call(contract.listCartSlots, {
      token: driver.token,
      query: { order_type: 'delivery', ...query },
    })
    return status === 200 ? body : Promise.reject(new Error(`${status} ${problem.code}`))
  }

  test('are those that have room for everything in the cart', async () => {
    const today = await slots({ days: 2 })
    // 4:03 in Toronto: it opens at 8, and 45 minutes of work end by 20.
    expect([today.timezone, today.next!.starts_at]).toEqual(['America/Toronto', '2026-11-21T13:00:00.000Z'])
    expect(today.days.map(({ day, items }) => [day, items.length, items.at(-1)!.starts_at])).toEqual([
      ['2026-11-21', 23, '2026-11-22T00:00:00.000Z'],
      ['2026-11-22', 23, '2026-11-23T00:00:00.000Z'],
    ])
    await put(4)
    expect((await slots({})).next).toBeNull()
    await world.call(contract.emptyCart, { token: driver.token })
    await expect(slots({})).rejects.toThrow('409 cart_empty')
    await expect(slots({ days: 8 })).rejects.toThrow('422')
    await expect(slots({ day: '2026-02-30' })).rejects.toThrow('422')
  })

  test('of a parked vehicle lie within its booking, until ten minutes before its end', async () => {
    const times = { start_time: '2026-11-21T14:00:00Z', end_time: '2026-11-21T16:30:00Z' }
    const booked = await bookingCallsOf(world, driver).book({ park_id: park.id, plate: 'ABC 123', ...times })
    const { booking_code } = booked.body
    const found = await slots({ booking_code: booking_code.toLowerCase() })
    expect(found.days[0]!.items.map(({ starts_at }) => starts_at.slice(11, 16))).toEqual([
      '14:00',
      '14:30',
      '15:00',
      '15:30',
    ])
    expect(found.within).toEqual({ starts_at: '2026-11-21T14:00:00.000Z', ends_at: '2026-11-21T16:20:00.000Z' })
    expect(found.next!.starts_at).toBe('2026-11-21T14:00:00.000Z')
    expect((await slots({ booking_code, order_type: 'takeaway' })).within).toBeNull()
    await expect(slots({ booking_code: 'ABCD2345' })).rejects.toThrow('404 booking_not_found')
    await sql`update bookings set status = 'cancelled'`.execute(world.db)
    await expect(slots({ booking_code })).rejects.toThrow('404 booking_not_found')
  })
})
