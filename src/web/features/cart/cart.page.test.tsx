import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { pattern, wordsOf } from '#test/e2e/kit/catalogue.ts'
import { buildDriver, send } from '#test/e2e/kit/drivers.ts'
import { base, goTo, openPage } from '#test/kits/pages/page-kit.tsx'
import { isInTurn } from '#test/kits/rounds.ts'

const { cart: words, common, shell } = wordsOf.en

interface Cart {
  count: number
  lines: { id: string; quantity: number; item: { name: string } }[]
}
const cartOf = (token: string) => send<Cart>(base, 'GET', '/api/v1/cart', { token })

/** Puts an item without variations into the cart, as a visitor does. */
async function addItem(user: Awaited<ReturnType<typeof openPage>>) {
  await user.click(await screen.findByRole('button', { name: pattern(words.add_for) }))
  await screen.findByText(/is in your cart\.$/)
}
const nameOf = (key: string, item: string) => key.replace('{{item}}', item)

test('puts an item with an extra and a note into the cart, changes its number and removes it', async () => {
  const user = await openPage('/marketplace/wiper-blades')
  await user.click(await screen.findByRole('checkbox', { name: /Fitting/ }))
  await user.type(await screen.findByRole('textbox', { name: words.note }), 'Grey car')
  await addItem(user)
  expect(await screen.findByRole('link', { name: 'Cart, 1 item' })).toBeTruthy()
  await goTo('/cart')
  expect(await screen.findByText('Fitting')).toBeTruthy()
  expect(screen.getByText(words.note_text.replace('{{note}}', 'Grey car'))).toBeTruthy()
  const total = () => screen.getByRole('row', { name: new RegExp(`^${words.total}`) }).textContent
  const before = total()
  const stepper = screen.getByRole('group', { name: `${words.quantity}, Wiper blades` })
  // The second press does not wait for the first to be saved.
  await user.dblClick(within(stepper).getByRole('button', { name: words.more }))
  expect(within(stepper).getByRole('status').textContent).toBe('3')
  await waitFor(() => expect(total()).not.toBe(before))
  expect(await screen.findByRole('link', { name: 'Cart, 3 items' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: nameOf(words.remove_item, 'Wiper blades') }))
  expect(await screen.findByText(words.empty)).toBeTruthy()
  expect(screen.queryByRole('link', { name: /^Cart, / })).toBeNull()
})

test.runIf(isInTurn('changes the extras', 3))(
  'changes the extras of a line, and a new device of its owner knows the number',
  async () => {
    const customer = await buildDriver(base, { country_code: 'CA', language: 'en' })
    const user = await openPage('/marketplace/wiper-blades', customer)
    await addItem(user)
    await goTo('/cart')
    await user.click(await screen.findByRole('button', { name: nameOf(words.change_item, 'Wiper blades') }))
    const dialog = await screen.findByRole('dialog')
    await user.click(await within(dialog).findByRole('checkbox', { name: /Fitting/ }))
    await user.click(within(dialog).getByRole('button', { name: words.change_save }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await screen.findByText('Fitting')).toBeTruthy()
    localStorage.clear()
    await openPage('/marketplace', customer)
    expect(await screen.findByRole('link', { name: 'Cart, 1 item' })).toBeTruthy()
  },
)

test('asks before a cart of another branch is replaced', async () => {
  const user = await openPage('/marketplace/screen-wash?branch=yorkville')
  await addItem(user)
  await goTo('/marketplace/screen-wash?branch=front-street')
  await waitFor(() => expect(screen.getByRole('link', { name: 'Front Street, Toronto' })).toBeTruthy())
  await user.click(await screen.findByRole('button', { name: pattern(words.add_for) }))
  const dialog = await screen.findByRole('dialog', { name: words.other_branch })
  await user.click(within(dialog).getByRole('button', { name: words.keep }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: pattern(words.add_for) }))
  await user.click(
    within(await screen.findByRole('dialog', { name: words.other_branch })).getByRole('button', {
      name: words.replace,
    }),
  )
  await goTo('/cart')
  expect(await screen.findByRole('link', { name: words.from.replace('{{branch}}', 'Front Street') })).toBeTruthy()
})

test('a variation is required, and said so beside the choice', async () => {
  const user = await openPage('/marketplace/full-wash')
  await user.click(await screen.findByRole('button', { name: words.add }))
  expect(await screen.findByText('This field is required!')).toBeTruthy()
})

test('a coupon that is unknown says so, and one that counts takes its part off', async () => {
  const user = await openPage('/marketplace/wiper-blades')
  await addItem(user)
  await goTo('/cart')
  await user.click(await screen.findByRole('button', { name: words.coupon_open }))
  await user.type(await screen.findByRole('textbox', { name: words.coupon }), 'nosuchcode{Enter}')
  expect(await screen.findByText(wordsOf.en.errors.fields.promo_unknown)).toBeTruthy()
})

test('gives the cart of a visitor to the account that logs in', async () => {
  const driver = await buildDriver(base, { country_code: 'CA', language: 'en' })
  const user = await openPage('/marketplace/wiper-blades')
  await addItem(user)
  localStorage.setItem('parkwell_user_token', driver.token)
  window.dispatchEvent(new StorageEvent('storage', { key: 'parkwell_user_token' }))
  await goTo('/cart')
  expect(await screen.findByRole('link', { name: 'Wiper blades' })).toBeTruthy()
  await waitFor(async () => expect((await cartOf(driver.token)).count).toBe(1))
  expect(localStorage.getItem('cart_token')).toBeNull()
})

test.runIf(isInTurn('changes no country', 3))(
  'changes no country before the warning is accepted, which empties the cart',
  async () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)
    onTestFinished(() => reload.mockRestore())
    const user = await openPage('/marketplace/wiper-blades')
    await addItem(user)
    const choose = async () => {
      const [menu] = await screen.findAllByRole('button', { name: /^Country: / })
      await user.click(menu!)
      await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Senegal' }))
      return screen.findByRole('dialog', { name: words.change_country })
    }
    const dialog = await choose()
    expect(within(dialog).getByText(shell.country.cart_warning)).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: words.change_country_keep }))
    expect(localStorage.getItem('selectedCountry')).toContain('CA')
    expect(localStorage.getItem('cart_count')).toBe('1')
    await user.click(within(await choose()).getByRole('button', { name: words.change_country_confirm }))
    await waitFor(() => expect(localStorage.getItem('selectedCountry')).toContain('SN'))
    expect(localStorage.getItem('cart_count')).toBeNull()
  },
)

test('shows what went wrong when the cart cannot be loaded, and tries again', async () => {
  const realFetch = window.fetch
  const spy = vi
    .spyOn(window, 'fetch')
    .mockImplementation((input, init) =>
      String(input instanceof Request ? input.url : input).includes('/api/v1/cart')
        ? Promise.reject(new TypeError('Failed to fetch'))
        : realFetch(input, init),
    )
  onTestFinished(() => spy.mockRestore())
  const user = await openPage('/cart')
  const retry = await screen.findByRole('button', { name: common.try_again })
  spy.mockRestore()
  await user.click(retry)
  expect(await screen.findByText(words.empty)).toBeTruthy()
})
