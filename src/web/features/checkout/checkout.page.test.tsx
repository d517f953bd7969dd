import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { pattern, wordsOf } from '#test/e2e/kit/catalogue.ts'
import { book, bookingsOf, parksToBook, send, type Choice, type E2eDriver } from '#test/e2e/kit/drivers.ts'
import {
  arriveAtBooking,
  checkoutOf,
  findPark,
  findPay,
  findPlate,
  listBookings,
  buildCanadian,
  openCheckout,
  reload,
  toronto,
} from '#test/kits/pages/booking-page-kit.ts'
import { base, openPage } from '#test/kits/pages/page-kit.tsx'
import { isInTurn } from '#test/kits/rounds.ts'

const words = wordsOf.en
const priceLines = () => screen.getByRole('table', { name: words.checkout.price_caption }).textContent
const findApplied = () => screen.findByText(words.checkout.promo_applied.replace('{{code}}', 'WELCOME20'))

async function applyPromo(user: UserEvent, code: string): Promise<void> {
  const name = words.checkout.promo
  // Its link appears with the price; after a refusal the field is open already.
  const opener = await waitFor(
    () => screen.queryByRole('button', { name: words.checkout.promo_open }) ?? screen.getByRole('textbox', { name }),
  )
  if (opener.tagName === 'BUTTON') await user.click(opener)
  const field = await screen.findByRole('textbox', { name })
  await user.clear(field)
  await user.type(field, `${code}{Enter}`)
}

test('rejects unknown and used promo codes, keeps a valid one over the login and removes it', async () => {
  const driver = await buildCanadian(200)
  const park = await findPark()
  let user = await openPage(checkoutOf(park))
  await user.type(await findPlate(), 'BKTR 482')
  await applyPromo(user, 'nothing')
  expect(await screen.findByText(words.errors.fields.promo_unknown)).toBeTruthy()
  expect(priceLines()).not.toContain('−')
  await applyPromo(user, 'welcome20')
  expect(await findApplied()).toBeTruthy()

  localStorage.setItem('parkwell_user_token', driver.token)
  user = await reload()
  await findPay()
  expect(await findApplied()).toBeTruthy()
  await waitFor(() => expect(priceLines()).toContain('−'))
  const name = words.checkout.promo_remove_code.replace('{{code}}', 'WELCOME20')
  // The button is replaced when the price is requested again, for instance once the account is known.
  await waitFor(async () => {
    const remove = screen.queryByRole('button', { name })
    if (remove !== null) await user.click(remove)
    expect(screen.getByRole('button', { name: words.checkout.promo_open })).toBeTruthy()
  })
  await waitFor(() => expect(priceLines()).not.toContain('−'))
  await applyPromo(user, 'welcome20')
  expect(await findApplied()).toBeTruthy()
  expect((await findPlate()).value).toBe('BKTR 482')
  await user.click(await findPay())
  await arriveAtBooking()
})

test.runIf(isInTurn('rejects a promo code that', 3))('rejects a promo code that the driver has used', async () => {
  const driver = await buildCanadian(200)
  const park = await findPark()
  await bookWithPromo(park, driver)
  const user = await openCheckout(park, driver)
  await applyPromo(user, 'WELCOME20')
  expect(await screen.findByText(words.errors.fields.promo_used)).toBeTruthy()
  expect(await findPay()).toBeTruthy()
})

test('asks to accept the new price when the promo code was used elsewhere', async () => {
  const driver = await buildCanadian(200)
  const park = await findPark()
  const user = await openCheckout(park, driver)
  await applyPromo(user, 'WELCOME20')
  expect(await findApplied()).toBeTruthy()
  await bookWithPromo(park, driver)
  await user.click(await findPay())
  expect(await screen.findByText(words.errors.promo_used)).toBeTruthy()
  expect(await screen.findAllByText(pattern(words.checkout.price_up))).not.toEqual([])
  await user.click(await screen.findByRole('button', { name: pattern(words.checkout.accept_price) }))
  expect((await findPlate()).value).toBe('BKTR 482')
  await user.click(await findPay())
  await arriveAtBooking()
  expect(await listBookings(driver, 'upcoming')).toHaveLength(2)
})

async function bookWithPromo({ id, start_time, end_time }: Choice, { token }: E2eDriver): Promise<void> {
  const body = { park_id: id, start_time, end_time, promo_code: 'WELCOME20', plate: 'OTHER 1' }
  await send(base, 'POST', '/api/v1/bookings', { token, body })
}

test.runIf(isInTurn('preselects the default vehicle', 3))(
  'preselects the default vehicle and keeps another plate over a reload',
  async () => {
    const driver = await buildCanadian(200)
    const { token } = driver
    for (const plate of ['CAR 111', 'CAR 222'])
      await send(base, 'POST', '/api/v1/user/vehicles/', { token, body: { plate, nickname: `My ${plate}` } })
    let user = await openPage(checkoutOf(await findPark()), driver)
    const first = await screen.findByRole<HTMLInputElement>('radio', { name: /My CAR 111/ })
    expect(first.checked).toBe(true)
    await user.click(screen.getByRole('radio', { name: words.checkout.vehicle_other }))
    await user.type(await findPlate(), 'LENT 9')
    user = await reload()
    expect((await findPlate()).value).toBe('LENT 9')
    await user.click(screen.getByRole('radio', { name: /My CAR 222/ }))
    await waitFor(() => expect(screen.queryByRole('textbox', { name: words.checkout.plate })).toBeNull())
    await user.click(await findPay())
    await arriveAtBooking()
    expect((await listBookings(driver, 'upcoming')).map(({ plate }) => plate)).toEqual(['CAR 222'])
  },
)

const spent = 'SPENT 1'

test.runIf(isInTurn('asks to accept the price without', 3))(
  'asks to accept the price without free minutes the plate has already used',
  async () => {
    const driver = await buildCanadian(500)
    const user = await openPage(checkoutOf(await findParkWithFreeMinutes(driver)), driver)
    await findPay()
    await user.type(await findPlate(), spent)
    await user.click(await findPay())
    expect(await screen.findAllByText(pattern(words.checkout.price_up))).not.toEqual([])
    await user.clear(await findPlate())
    await user.type(await findPlate(), 'OTHER 1')
    await user.tab()
    await findPay()
    await user.clear(await findPlate())
    await user.type(await findPlate(), spent)
    await user.tab()
    expect(await screen.findByText(words.checkout.price_up_plate)).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: pattern(words.checkout.accept_price) }))
    await user.click(await findPay())
    await arriveAtBooking()
  },
)

/** A park where the plate has used its free minutes tomorrow, and a window that costs more without them. */
async function findParkWithFreeMinutes({ token }: E2eDriver): Promise<Choice> {
  interface Rates {
    rates: { vehicle_type_id: number; free_minutes: number }[]
  }
  for (const park of await parksToBook(base, toronto)) {
    const { rates } = await send<Rates>(base, 'GET', `/api/v1/front/parks/${park.slug}`)
    if (!rates.some(({ vehicle_type_id, free_minutes }) => vehicle_type_id === 1 && free_minutes > 0)) continue
    const later = { start_time: park.end_time, end_time: park.end_time.replace('18:00', '19:15') }
    const quote = async (plate: string) =>
      send<{ total: number }>(base, 'POST', '/api/v1/bookings/quote', { body: { park_id: park.id, plate, ...later } })
    const { id, start_time, end_time } = park
    await send(base, 'POST', '/api/v1/bookings', { token, body: { park_id: id, plate: spent, start_time, end_time } })
    if ((await quote(spent)).total > (await quote('OTHER 1')).total) return { ...park, ...later }
  }
  throw new Error('no park here counts free minutes')
}

test('reports a full car park without a charge and links to others', async () => {
  const driver = await buildCanadian(500)
  const otherDriver = await buildCanadian(10_000)
  // Not the nearest, which other tests book at the same time.
  const parks = (await parksToBook(base, toronto)).slice(5)
  const smallest = parks.reduce((least, park) => (park.available < least.available ? park : least))
  const user = await openCheckout(smallest, driver)
  for (let left = smallest.available; left > 0; left -= 1) await book(base, otherDriver, smallest)
  await user.click(await findPay())
  expect(await screen.findAllByText(words.errors.no_space)).not.toEqual([])
  expect(await screen.findAllByRole('link', { name: words.checkout.elsewhere })).not.toEqual([])
  expect(await bookingsOf(base, driver)).toBe(0)
})
