import type { Page } from '@playwright/test'
import type { Person } from '#simulators/firebase.ts'
import { newDriver } from './drivers.ts'
import { expect, test } from './fixtures.ts'
import { routeProviders, startSocialProduct, type SocialProduct } from './providers.ts'
import { wordsOf } from './words.ts'

const w = wordsOf.en
const say = w.auth.social
test.use({ locale: 'en-CA', timezoneId: 'America/Toronto', reducedMotion: 'reduce' })
test.describe.configure({ mode: 'default' })

let product: SocialProduct
test.beforeAll(async () => {
  product = await startSocialProduct()
})
test.afterAll(() => product.stop())

const newPerson = (more: Partial<Person> = {}): Person => ({
  provider: 'google.com',
  uid: crypto.randomUUID(),
  email: `awa-${crypto.randomUUID()}@example.com`,
  name: 'Awa Ndiaye',
  ...more,
})

async function openDialog(page: Page) {
  await page.addInitScript(() =>
    localStorage.setItem('selectedCountry', JSON.stringify({ id: 2, code: 'CA', name: 'Canada' })),
  )
  await page.goto(`${product.address}/wallet`)
  await page.getByRole('button', { name: 'Login to Continue' }).click()
  return page.getByRole('dialog', { name: w.auth.login.title })
}
const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)

async function expectHome(page: Page, name: string): Promise<void> {
  await expect(page).toHaveURL(`${product.address}/`)
  await expect.poll(async () => JSON.parse((await stored(page, 'profile')) ?? '{}')).toMatchObject({ first_name: name })
  expect(await stored(page, 'parkwell_user_token')).not.toBeNull()
  expect(await stored(page, 'social_login_success')).toBe('true')
}

test('Google, in a window: the marks, the profile, the home page', { tag: '@desktop' }, async ({ page, context }) => {
  const { strangers, asked } = await routeProviders(context, product, newPerson())
  const dialog = await openDialog(page)
  // Nobody is asked anything before a driver wants it.
  expect(asked).toEqual([])
  await dialog.getByRole('button', { name: say.with.google }).click()
  await expectHome(page, 'Awa')
  expect(await stored(page, 'social_login_new_user')).toBe('true')
  expect(JSON.parse((await stored(page, 'profile'))!)).toMatchObject({ first_name: 'Awa', country_id: 'CA' })
  await expect(dialog).toBeHidden()
  expect(strangers).toEqual([])

  await test.step('the second time nobody is new, and the login page leads on', async () => {
    await page.getByRole('button', { name: /Awa/ }).click()
    const left = page.waitForEvent('load')
    await page.getByRole('menuitem', { name: w.shell.nav.logout }).click()
    await left
    await expect(page.getByRole('banner').getByRole('link', { name: w.shell.nav.get_started })).toBeVisible()
    expect(await stored(page, 'social_login_success')).toBeNull()
    await page.goto(`${product.address}/auth?next=/profile`)
    await page.getByRole('button', { name: say.with.google }).click()
    await expect(page).toHaveURL(`${product.address}/profile`)
    expect(await stored(page, 'social_login_new_user')).toBe('false')
    await expect(page.getByRole('button', { name: w.account.password.set })).toBeVisible()
  })
})

test('Apple, without a window: the whole page goes and comes back', { tag: '@phone' }, async ({ page, context }) => {
  await routeProviders(context, product, newPerson({ provider: 'apple.com' }))
  await page.addInitScript((own) => {
    window.open = () => null
    // The provider's page tells by the address that it was there.
    if (location.origin === own && location.hash === '#returned') {
      sessionStorage.setItem('stub_returned', 'apple.com')
      history.replaceState(null, '', location.pathname)
    }
  }, product.address)
  const dialog = await openDialog(page)
  await dialog.getByRole('button', { name: say.with.apple }).click()
  await expectHome(page, 'Awa')
})

for (const [name, refusal, provider, sentence] of [
  ['disabled', 'USER_DISABLED', 'google.com', 'This account has been disabled. Please contact support.'],
  [
    'Apple not enabled',
    'OPERATION_NOT_ALLOWED',
    'apple.com',
    'Apple Sign In is not enabled. Please use email/password login.',
  ],
  [
    'Apple failing',
    'INVALID_IDP_RESPONSE',
    'apple.com',
    'Apple Sign In failed. Please try again or use email/password login.',
  ],
  ['Google failing', 'INVALID_IDP_RESPONSE', 'google.com', 'Google sign in failed. Please try again.'],
  [
    'another credential',
    'NEED_CONFIRMATION',
    'google.com',
    'An account with this email already exists. Please sign in with your original method.',
  ],
] as const)
  test(`refused: ${name}`, { tag: '@phone' }, async ({ page, context }) => {
    await routeProviders(context, product, newPerson({ provider, refusal }))
    const dialog = await openDialog(page)
    await dialog.getByRole('button', { name: say.with[provider === 'google.com' ? 'google' : 'apple'] }).click()
    await expect(dialog.getByText(sentence)).toBeVisible()
    expect(await stored(page, 'parkwell_user_token')).toBeNull()
  })

test(
  'an address with a password: refused, then connected by the password',
  { tag: '@desktop' },
  async ({ page, context }) => {
    const driver = await newDriver(product.address, { country_code: 'CA', language: 'en' })
    await routeProviders(context, product, newPerson({ email: driver.email }))
    const dialog = await openDialog(page)
    await dialog.getByRole('button', { name: say.with.google }).click()
    await expect(dialog.getByText(say.errors.account_exists)).toBeVisible()
    const field = dialog.getByLabel(say.prove.replace('{{provider}}', 'Google'))
    const connect = dialog.getByRole('button', { name: say.connect.replace('{{provider}}', 'Google') })
    await field.fill('not-the-Password-1')
    await connect.click()
    await expect(dialog.getByText(say.errors.account_exists)).toBeVisible()
    await field.fill(driver.password)
    await connect.click()
    await expectHome(page, 'Ada')
    expect(await stored(page, 'social_login_new_user')).toBe('false')
  },
)

test('an answer without a token, and a profile that does not come', { tag: '@phone' }, async ({ page, context }) => {
  await routeProviders(context, product, newPerson())
  await page.route('**/api/v1/auth/social-login', (route) => route.fulfill({ json: { is_new_user: false } }))
  const dialog = await openDialog(page)
  await dialog.getByRole('button', { name: say.with.google }).click()
  await expect(dialog.getByText('No access token received')).toBeVisible()
  await page.unroute('**/api/v1/auth/social-login')
  await page.route('**/api/v1/users/profile', (route) => route.abort())
  await dialog.getByRole('button', { name: say.with.google }).click()
  await expect(
    dialog.getByText('Authentication succeeded but failed to update app state. Please refresh the page.'),
  ).toBeVisible()
})
