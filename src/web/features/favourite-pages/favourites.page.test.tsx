import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { wordsOf } from '#test/e2e/kit/catalogue.ts'
import { buildDriver } from '#test/e2e/kit/drivers.ts'
import { base, openPage } from '#test/kits/pages/page-kit.tsx'

const words = wordsOf.en
const startOf = (text: string) => new RegExp(`^${text.split('{{')[0]!}`)
const hearts = () => screen.findAllByRole('button', { name: startOf(words.park.favourite) })

test('favourites of a visitor stay on the device, are listed, and join the account at login', async () => {
  const user = await openPage('/parks-list?country=CA')
  const [first, second] = await hearts()
  const names = (await screen.findAllByRole('article')).map((card) => within(card).getByRole('heading').textContent)
  await user.click(first!)
  await user.click(second!)
  await waitFor(async () =>
    expect((await hearts()).slice(0, 3).map((heart) => heart.getAttribute('aria-pressed'))).toEqual([
      'true',
      'true',
      'false',
    ]),
  )
  expect(JSON.parse(localStorage.getItem('favouriteParks')!)).toHaveLength(2)

  await openPage('/favourites')
  await screen.findByText(words.park_page.favourites.on_device)
  const listed = () => screen.findAllByRole('article')
  expect((await listed()).map((card) => within(card).getByRole('heading').textContent)).toEqual([names[1], names[0]])

  const driver = await buildDriver(base, { country_code: 'CA', language: 'en' })
  await openPage('/favourites', { token: driver.token })
  await waitFor(() => expect(localStorage.getItem('favouriteParks')).toBeNull())
  expect(await listed()).toHaveLength(2)
  expect(screen.queryByText(words.park_page.favourites.on_device)).toBeNull()
  await user.click((await hearts())[0]!)
  await waitFor(async () => expect(await listed()).toHaveLength(1))
  await user.click((await hearts())[0]!)
  await screen.findByText(words.park_page.favourites.none)
})

test('favourites of an account that cannot be loaded say so, and are loaded on request', async () => {
  const { token } = await buildDriver(base, { country_code: 'CA', language: 'en' })
  const realFetch = window.fetch
  const spy = vi
    .spyOn(window, 'fetch')
    .mockImplementation((input, init) =>
      String(input instanceof Request ? input.url : input).includes('/user/favourites')
        ? Promise.resolve(Response.json({ code: 'internal', message: 'Something went wrong' }, { status: 500 }))
        : realFetch(input, init),
    )
  onTestFinished(() => spy.mockRestore())
  const user = await openPage('/favourites', { token })
  const retry = await screen.findByRole('button', { name: words.common.try_again })
  expect(screen.getAllByText(words.common.something_wrong)).toHaveLength(1)
  spy.mockRestore()
  await user.click(retry)
  await screen.findByText(words.park_page.favourites.none)
})
