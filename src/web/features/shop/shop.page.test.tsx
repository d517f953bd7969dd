import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { wordsOf } from '#test/e2e/kit/catalogue.ts'
import { book, buildDriver, send, tomorrow } from '#test/e2e/kit/drivers.ts'
import { base, goTo, openPage } from '#test/kits/pages/page-kit.tsx'
import { isInTurn } from '#test/kits/rounds.ts'

const { common, shop: words } = wordsOf.en

const findCard = async (name: string) => (await screen.findByRole('link', { name })).closest('li')!

test('searches the menu with a typing error, filters and sorts it, and opens an item', async () => {
  const user = await openPage('/marketplace')
  expect((await findCard('Outside wash')).textContent).toMatch(/from.*\$/)
  await user.type(screen.getByRole('searchbox'), 'wipper blades{Enter}')
  await waitFor(() => expect(window.location.search).toBe('?search=wipper+blades'))
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Outside wash' })).toBeNull())
  const findDelivery = () => screen.findByRole('link', { name: words.order_types.delivery })
  const delivery = await findDelivery()
  delivery.focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(window.location.search).toMatch(/order_type=delivery/))
  expect((await findDelivery()).getAttribute('aria-current')).toBe('true')
  await user.selectOptions(screen.getByRole('combobox', { name: words.sort }), '-price')
  await waitFor(() => expect(window.location.search).toMatch(/sort=-price/))
  const item = await screen.findByRole('link', { name: 'Wiper blades' })
  item.focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.title).toBe('Wiper blades, Toronto | Parkwell'))
  expect(await screen.findByRole('heading', { level: 1, name: 'Wiper blades' })).toBeTruthy()
  expect(screen.getByRole('checkbox', { name: /Fitting/ })).toBeTruthy()
})

test('says that nothing matches and leads back to everything', async () => {
  const user = await openPage('/marketplace?search=zzzzzzz')
  expect(await screen.findByText(words.nothing)).toBeTruthy()
  await user.click(screen.getByRole('link', { name: words.show_all }))
  expect(await findCard('Outside wash')).toBeTruthy()
})

test('shows the menu of another branch and remembers it on this device', async () => {
  const user = await openPage('/marketplace?branch=yorkville')
  expect(await screen.findByRole('link', { name: 'Yorkville, Toronto' })).toBeTruthy()
  await goTo('/marketplace')
  expect(await screen.findByRole('link', { name: 'Yorkville, Toronto' })).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'Front Street' }))
  expect(await screen.findByRole('link', { name: 'Front Street, Toronto' })).toBeTruthy()
})

test.runIf(isInTurn('the class of the saved', 3))('the class of the saved vehicle chooses the variation', async () => {
  const driver = await buildDriver(base, { country_code: 'CA', language: 'en' })
  const types = await send<{ id: number; vehicle_class: string }[]>(base, 'GET', '/api/v1/vehicles/public')
  const { id } = types.find(({ vehicle_class }) => vehicle_class === 'motorcycle')!
  await send(base, 'POST', '/api/v1/user/vehicles/', {
    token: driver.token,
    body: { plate: 'MOTO 1', country_code: 'CA', vehicle_type_id: id },
  })
  const user = await openPage('/marketplace/full-wash', driver)
  const classes = await screen.findByRole('group', { name: 'Vehicle class' })
  await waitFor(() =>
    expect(within(classes).getByRole<HTMLInputElement>('radio', { name: /Motorcycle/ }).checked).toBe(true),
  )
  expect(screen.getByText(words.by_vehicle.replace('{{vehicle}}', 'MOTO 1'))).toBeTruthy()
  await user.click(within(classes).getByRole('radio', { name: /Car/ }))
  expect(screen.queryByText(words.by_vehicle.replace('{{vehicle}}', 'MOTO 1'))).toBeNull()
})

test('an item that does not exist is not found, and a lost connection can be tried again', async () => {
  await openPage('/marketplace/no-such-thing')
  expect(await screen.findByText(words.not_found)).toBeTruthy()
  const realFetch = window.fetch
  const spy = vi
    .spyOn(window, 'fetch')
    .mockImplementation((input, init) =>
      String(input instanceof Request ? input.url : input).includes('/marketplace/')
        ? Promise.reject(new TypeError('Failed to fetch'))
        : realFetch(input, init),
    )
  onTestFinished(() => spy.mockRestore())
  await goTo('/marketplace/wash?country=US')
  const retry = await screen.findByRole('button', { name: common.try_again })
  spy.mockRestore()
  retry.click()
  expect(await findCard('Outside wash')).toBeTruthy()
})

test('the links to the texts about services keep their addresses in Canada', async () => {
  await openPage('/marketplace/tyres')
  expect(await screen.findByRole('link', { name: 'Pressure check' })).toBeTruthy()
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('Tire'))
})

test.runIf(isInTurn('a paid booking leads', 3))(
  'a paid booking leads to what a branch of its car park brings to the bay',
  async () => {
    const driver = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 500 })
    interface Branches {
      items: { slug: string; name: string; parks: { slug: string }[] }[]
    }
    const { items } = await send<Branches>(base, 'GET', '/api/v1/front/branches?country=CA')
    const { slug, name, parks } = items[0]!
    const park = await send<{ id: string }>(base, 'GET', `/api/v1/front/parks/${parks[0]!.slug}`)
    const { booking_code } = await book(base, driver, { ...park, ...tomorrow(), slug, available: 1 })
    interface Wash {
      id: string
      variations: { id: string }[]
    }
    const wash = await send<Wash>(base, 'GET', `/api/v1/marketplace/items/outside-wash?branch=${slug}`)
    const line = { branch: slug, item_id: wash.id, variation_id: wash.variations[0]!.id }
    await send(base, 'POST', '/api/v1/cart/lines', { token: driver.token, body: line })
    const user = await openPage(`/booking-details/${booking_code}`, driver)
    expect(await screen.findByRole('heading', { name: 'Something for the car while it is parked?' })).toBeTruthy()
    await user.click(
      screen.getByRole('link', { name: wordsOf.en.bookings.for_the_car_link.replace('{{branch}}', name) }),
    )
    await waitFor(() => expect(window.location.search).toBe(`?branch=${slug}&booking=${booking_code}`))
    expect(await findCard('Outside wash')).toBeTruthy()
    // The vehicle is the one that is parked.
    await goTo('/cart/checkout')
    const plate = await screen.findByRole<HTMLInputElement>('textbox', { name: /plate/i })
    await waitFor(() => expect(plate.value).toBe('BKTR 482'))
    await user.type(plate, ' X')
    expect(plate.value).toBe('BKTR 482 X')
  },
)
