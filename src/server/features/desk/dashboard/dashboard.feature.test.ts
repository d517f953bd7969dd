import { afterAll, beforeAll, expect, test } from 'vitest'
import { getDashboard, type DashboardFigure, type DashboardFigureName } from '#contract/desk/dashboard.ts'
import { findOrCreatePartner } from '#test/access-kit.ts'
import { makeBooking } from '#test/bookings-kit.ts'
import { createWorld, type Driver, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const read = async ({ token }: Driver, query: object = {}) => {
  const { body } = await world.call(getDashboard, { token, query: query as never })
  const figures = Object.fromEntries(body.figures.map((figure) => [figure.name, figure])) as Partial<
    Record<DashboardFigureName, DashboardFigure>
  >
  return { ...body, figures }
}

test('bookings and revenue of a period stand next to those before, and each figure leads to its list', async () => {
  const administrator = await world.newDriver({ role: 'administrator' })
  const start = await read(administrator)
  const driver = await world.newDriver({ balance_minor: 10_000n })
  const booking = await makeBooking(world, driver, await world.newPark(), 0, 4)
  const { from, to, figures, days, hours } = await read(administrator)
  expect(figures.bookings).toMatchObject({
    value: Number(start.figures.bookings!.value) + 1,
    list: `bookings?created_from=${from}&created_to=${to}`,
  })
  const revenueOf = ({ revenue }: typeof figures) =>
    (revenue!.value as { amount: number; currency: string }[]).find(({ currency }) => currency === booking.currency)
      ?.amount ?? 0
  expect(revenueOf(figures) - revenueOf(start.figures)).toBeCloseTo(booking.total)
  expect(days.map(({ bookings }) => bookings).reduce((a, b) => a + b)).toBe(figures.bookings!.value)
  expect(hours.map(({ bookings }) => bookings).reduce((a, b) => a + b)).toBe(figures.bookings!.value)
  expect(days).toHaveLength(7)
  // A week later it counts for the period before.
  world.clock.now = new Date(world.clock.now.getTime() + 7 * 86_400_000)
  const later = await read(await world.newDriver({ role: 'administrator' }))
  expect(later.figures.bookings!.previous).toBe(figures.bookings!.value)
})

test('a partner sees the figures of their own car parks, and nobody sees figures of lists that they may not open', async () => {
  const partner_id = await findOrCreatePartner(world.db, 'CA', 'Own operator')
  const operator = await world.newDriver({ role: 'partner', partner: 'Own operator', country_code: 'CA' })
  const driver = await world.newDriver({ balance_minor: 10_000n })
  const own = await world.newPark()
  await makeBooking(world, driver, await world.newPark(), 0, 4)
  expect((await read(operator)).figures.bookings!.value).toBe(0)
  await world.db.updateTable('parks').set({ partner_id }).where('id', '=', own.id).execute()
  await makeBooking(world, driver, own, 8, 12)
  const { figures } = await read(operator)
  expect(figures.bookings!.value).toBe(1)
  expect(Object.keys(figures)).not.toEqual(expect.arrayContaining(['new_customers']))
  expect(Object.keys(figures)).not.toEqual(expect.arrayContaining(['failed_mails']))
  const guard = await world.newDriver({ role: 'guard' })
  expect((await world.call(getDashboard, { token: guard.token })).status).toBe(403)
})

test('wrong days are refused by name', async () => {
  const { token } = await world.newDriver({ role: 'administrator' })
  const outcome = async (query: object) => {
    const { status, problem } = await world.call(getDashboard, { token, query: query as never })
    return [status, problem.errors?.[0]?.field]
  }
  expect(await outcome({ period: 'custom', from: '2026-03-02', to: '2026-03-01' })).toEqual([422, 'to'])
  expect(await outcome({ period: 'custom' })).toEqual([422, 'from'])
  expect(await outcome({ period: 'custom', from: '2020-01-01', to: '2026-03-01' })).toEqual([422, 'to'])
  expect(await outcome({ period: 'century' })).toEqual([422, 'period'])
  expect(await outcome({ timezone: 'Mars/Olympus' })).toEqual([422, 'timezone'])
})
