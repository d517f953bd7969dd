import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pictureUrl } from '#contract/catalogue/desk/pictures.ts'
import * as contract from '#contract/promos/desk.ts'
import { newId } from '#server/database/ids.ts'
import { deleteUnusedPictures } from '#server/features/catalogue/pictures.ts'
import { bookingCallsOf, bookingRequestFor } from '#test/kits/bookings-kit.ts'
import { buildOrder } from '#test/kits/order-kit.ts'
import { buildBranch, buildItem } from '#test/kits/shop-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'
import { countPromoUse } from './commands.ts'

let world: World
let staff: Driver
let administrator: Driver
beforeAll(async () => {
  world = await createWorld()
  staff = await world.buildDriver({ role: 'staff' })
  administrator = await world.buildDriver({ role: 'administrator' })
})
afterAll(() => world.close())

const terms = {
  discount_type: 'percentage',
  discount: 25,
  currency: null,
  minimum_order_amount: null,
  maximum_discount: null,
  limit_per_user: 2,
  start_date: '2026-11-01T00:00:00Z',
  end_date: '2026-12-31T00:00:00Z',
}
const create = (change: object = {}, token = staff.token) =>
  world.call(contract.createCoupon, { token, body: { code: 'AUTUMN', ...terms, ...change } })

describe('a coupon', () => {
  test('has a picture that was uploaded, which stays as long as the coupon shows it', async () => {
    expect((await create({ code: 'NOPIC', picture: pictureUrl(newId()) })).status).toBe(422)
    const id = newId()
    const picture = { id, content: Buffer.from('a'), small: Buffer.from('b'), width: 4, height: 3 }
    const created_at = new Date('2020-01-01T00:00:00Z')
    await world.db
      .insertInto('pictures')
      .values({ ...picture, created_at })
      .execute()
    const { status, body } = await create({ code: 'PICTURE', picture: pictureUrl(id) })
    expect([status, body.picture]).toEqual([201, pictureUrl(id)])
    await deleteUnusedPictures(world.deps)
    const stored = await world.db.selectFrom('pictures').select('id').where('id', '=', id).execute()
    expect(stored).toHaveLength(1)
    const { body: listed } = await world.call(contract.couponList.endpoint, {
      token: staff.token,
      query: { search: 'PICTURE', columns: 'picture,code,name,branches,funded_by,free_delivery' } as never,
    })
    expect(listed.items).toMatchObject([{ picture: pictureUrl(id), funded_by: 'us', free_delivery: false }])
    const without = await world.call(contract.updateCoupon, {
      token: staff.token,
      params: { id: body.id },
      body: { ...terms, version: body.version },
    })
    expect(without.body.picture).toBeNull()
  })

  test('is created with the specification’s fields, edited, switched off and on, each change in the audit log', async () => {
    const created = await create({ code: 'desk25', currency: 'CAD', minimum_order_amount: 2, maximum_discount: 5 })
    expect(created.status, JSON.stringify(created.body)).toBe(201)
    expect(created.body).toMatchObject({
      title: 'DESK25',
      status: 'active',
      percent: 25,
      amount: null,
      minimum_order_amount: { amount: 2, currency: 'CAD' },
      maximum_discount: { amount: 5, currency: 'CAD' },
      uses: 0,
      given: [],
      version: 1,
      actions: ['update', 'deactivate', 'remove'],
    })
    const { id } = created.body
    const call = { token: staff.token, params: { id } }
    const changed = await world.call(contract.updateCoupon, { ...call, body: { ...terms, discount: 10, version: 1 } })
    expect(changed.body).toMatchObject({ code: 'DESK25', discount: 10, currency: null, version: 2 })
    const late = await world.call(contract.updateCoupon, { ...call, body: { ...terms, version: 1 } })
    expect([late.status, late.problem.code]).toEqual([409, 'changed_meanwhile'])
    expect((await world.call(contract.deactivateCoupon, call)).body).toMatchObject({
      status: 'inactive',
      actions: ['update', 'activate', 'remove'],
    })
    // The second press changes nothing.
    expect((await world.call(contract.deactivateCoupon, call)).body).toMatchObject({ status: 'inactive', version: 3 })
    expect((await world.call(contract.activateCoupon, call)).body).toMatchObject({ status: 'active' })
    const entries = await world.db.selectFrom('audit_log').select('action').where('record_id', '=', id).execute()
    expect(entries.map(({ action }) => action)).toEqual([
      'createCoupon',
      'updateCoupon',
      'deactivateCoupon',
      'activateCoupon',
    ])
  })

  test('shows who used it, when and the amount given, and can then not be deleted', async () => {
    const { body: coupon } = await create({ code: 'USED25' })
    const [park, driver] = [await world.buildPark(), await world.buildDriver({ balance_minor: 100_000n })]
    const calls = bookingCallsOf(world, driver)
    const booked = await calls.book({ ...bookingRequestFor(world, park), promo_code: 'USED25' })
    const read = () => world.call(contract.getCoupon, { token: staff.token, params: { id: coupon.id } })
    expect((await read()).body).toMatchObject({ uses: 1, given: [{ amount: 1, currency: 'CAD' }] })
    const listUses = (token: string, query: object = {}) =>
      world.call(contract.couponUseList.endpoint, { token, query: { coupon: coupon.id, ...query } })
    expect((await listUses(staff.token)).body.items).toEqual([
      {
        id: booked.body.id,
        coupon: 'USED25',
        code: booked.body.booking_code,
        booking_status: 'active',
        order_status: null,
        customer: 'Ada',
        place: 'Test garage',
        used_at: booked.body.created_at,
        given: { amount: 1, currency: 'CAD' },
      },
    ])
    expect((await listUses(staff.token, { coupon: "'; drop table" })).body.total).toBe(0)
    const remove = { token: administrator.token, params: { id: coupon.id }, query: { version: 1 } }
    const stored = await world.call(contract.deleteCoupon, remove)
    expect([stored.status, stored.problem.code]).toEqual([409, 'in_use'])
    await calls.cancel(booked.body.id)
    expect((await read()).body).toMatchObject({ uses: 0, given: [] })
  })

  test('shows the orders that used it beside the bookings', async () => {
    const { body: coupon } = await create({ code: 'SHOPUSE', scope: 'shop' })
    const item_id = await buildItem(world, { slug: 'coupon-item', prices: { CAD: 1_000n } })
    const branch = await buildBranch(world, (await world.buildDriver({ role: 'admin' })).token, { name: 'Used here' })
    const driver = await world.buildDriver({ balance_minor: 100_000n })
    const lines = [{ item_id, quantity: 1, goods_minor: 1_000n }]
    const { order_number } = await buildOrder(world, driver, branch, { lines, promo_code_id: coupon.id })
    const query = { coupon: coupon.id }
    const { body } = await world.call(contract.couponUseList.endpoint, { token: staff.token, query })
    expect(body.items).toMatchObject([
      { code: order_number, booking_status: null, order_status: 'pending', place: 'Used here', customer: 'Ada' },
    ])
  })

  test('that nobody used is deleted by those who may', async () => {
    const { body: coupon } = await create({ code: 'NEVER' })
    const call = { params: { id: coupon.id }, query: { version: 1 } }
    expect((await world.call(contract.deleteCoupon, { ...call, token: staff.token })).status).toBe(403)
    expect((await world.call(contract.deleteCoupon, { ...call, token: administrator.token })).status).toBe(204)
    const gone = await world.call(contract.getCoupon, { token: staff.token, params: { id: coupon.id } })
    expect([gone.status, gone.problem.code]).toEqual([404, 'promo_not_found'])
  })

  test.each([
    [{ discount: 101 }, 'discount', 'Discount less then or equal to 100'],
    [{ discount_type: 'fixed' }, 'currency', 'Choose the currency of these amounts.'],
    [{ maximum_discount: 5 }, 'currency', 'Choose the currency of these amounts.'],
    [
      { currency: 'XOF', minimum_order_amount: 0.5 },
      'minimum_order_amount',
      'Enter a whole amount in naira or CFA francs, or no more than two decimal places in dollars.',
    ],
    [{ end_date: terms.start_date }, 'end_date', 'The last day must be after the first.'],
    [{ uses: 4 }, 'uses', 'This field isn’t recognized.'],
  ])('is refused with %o', async (change, field, message) => {
    const refused = await create({ code: 'REFUSED', ...change })
    expect([refused.status, refused.problem.errors]).toEqual([422, [{ field, message }]])
  })

  test('keeps its code to itself', async () => {
    expect((await create({ code: 'TWICE' })).status).toBe(201)
    const again = await create({ code: 'twice' })
    expect([again.status, again.problem.code]).toEqual([409, 'promo_exists'])
  })
})

test('employees see coupons without customers’ names, and customers see nothing', async () => {
  const [employee, customer] = [await world.buildDriver({ role: 'employee' }), await world.buildDriver()]
  expect((await world.call(contract.couponList.endpoint, { token: employee.token })).status).toBe(200)
  expect((await create({}, employee.token)).status).toBe(403)
  expect((await world.call(contract.couponList.endpoint, { token: customer.token })).status).toBe(403)
})

describe('a coupon of the shop', () => {
  const shop = { scope: 'shop', name: 'Autumn', name_fr: 'Automne', funded_by: 'branch', most_uses: 3 }

  test('has its scope, names, branches, limit for all and who pays for it', async () => {
    const { token } = await world.buildDriver({ role: 'admin' })
    const branch = await buildBranch(world, token, { name: 'Toronto' })
    const created = await create({ code: 'SHOP', ...shop, branch_ids: [branch.id], discount: 0, free_delivery: true })
    expect(created.status, JSON.stringify(created.problem)).toBe(201)
    expect(created.body).toMatchObject({ ...shop, branches: ['Toronto'], free_delivery: true, discount: 0 })
    const { id } = created.body
    const owner = { promo_code_id: id, user_id: staff.user_id }
    const use = () =>
      world.db.transaction().execute((tx) => countPromoUse(tx, { ...owner, limit_per_person: 9, most_uses: 3 }))
    await use()
    await use()
    const update = (change: object, version: number) =>
      world.call(contract.updateCoupon, {
        token: staff.token,
        params: { id },
        body: { ...terms, ...shop, ...change, version },
      })
    const low = await update({ most_uses: 1 }, 1)
    expect([low.status, low.problem.errors?.[0]?.field]).toEqual([422, 'most_uses'])
    expect((await update({ most_uses: 2 }, 1)).body).toMatchObject({ most_uses: 2, uses: 2, branches: [] })
    await expect(
      world.db.transaction().execute((tx) => countPromoUse(tx, { ...owner, limit_per_person: 9, most_uses: 2 })),
    ).rejects.toThrow(/promo_totals_limit/)
  })

  test.each<[object, string]>([
    [{ discount: 0 }, 'discount'],
    [{ discount: 100.5 }, 'discount'],
    [{ scope: 'parking', free_delivery: true }, 'free_delivery'],
    [{ scope: 'food' }, 'scope'],
    [{ name_fr: null }, 'name_fr'],
    [{ branch_ids: ['00000000-0000-7000-8000-000000000000'] }, 'branch_ids'],
    [{ most_uses: 0 }, 'most_uses'],
    [{ funded_by: 'me' }, 'funded_by'],
  ])('with %o is refused', async (change, field) => {
    const { status, problem } = await create({ code: 'WRONG', ...shop, ...change })
    expect([status, problem.errors?.[0]?.field]).toEqual([422, field])
    if ('discount' in change && change.discount === 100.5)
      expect(problem.message).toBe('Discount less then or equal to 100')
  })

  test('does not count for parking, and one of parking has a limit for all, too', async () => {
    await create({ code: 'ONLYSHOP', ...shop })
    await create({ code: 'TWOINALL', most_uses: 1, limit_per_user: null })
    const [park, driver] = [
      await world.buildPark({ capacity: 9 }),
      await world.buildDriver({ balance_minor: 100_000n }),
    ]
    const book = (promo_code: string) =>
      bookingCallsOf(world, driver).book({ ...bookingRequestFor(world, park), promo_code })
    expect((await book('ONLYSHOP')).problem.message).toBe('This code is for orders, not for parking.')
    expect((await book('TWOINALL')).status).toBe(201)
    const refused = await book('TWOINALL')
    expect([refused.status, refused.problem.errors?.[0]?.field]).toEqual([422, 'promo_code'])
  })
})
