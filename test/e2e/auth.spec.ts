import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { codeFor, newDriver, send } from './drivers.ts'
import { expect, test } from './fixtures.ts'
import { pattern, wordsOf } from './catalogue.ts'

const w = wordsOf.en
const password = 'a long drive to the sea'
test.use({ locale: 'en-CA', timezoneId: 'America/Toronto', reducedMotion: 'reduce' })

/** Selects a country before the page loads; with a token, signs in. */
async function arrive(page: Page, token?: string): Promise<void> {
  await page.addInitScript((kept) => {
    localStorage.setItem('selectedCountry', JSON.stringify({ id: 2, code: 'CA', name: 'Canada' }))
    if (kept !== undefined && sessionStorage.getItem('been') === null) {
      sessionStorage.setItem('been', 'here')
      localStorage.setItem('parkwell_user_token', kept)
    }
  }, token)
}
const keptToken = (page: Page) => page.evaluate(() => localStorage.getItem('parkwell_user_token'))
const logIn = async (page: Page, email: string, secret = password) => {
  await page.getByRole('textbox', { name: w.auth.email }).fill(email)
  await page.getByLabel(w.auth.password, { exact: true }).fill(secret)
  await page.getByRole('button', { name: w.auth.login.submit }).click()
}

/** Overlays are not checked by `screens.spec.ts`. */
async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .include('[role=dialog]')
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([])
}

test('registers, confirms, logs out and logs in again', { tag: '@desktop' }, async ({ page, baseURL }) => {
  await arrive(page)
  const email = `ada-${crypto.randomUUID()}@example.com`
  await page.goto('/register')
  // Markup in a name is shown as text.
  const name = '<img src=x onerror=alert(1)>'
  await page.getByRole('textbox', { name: w.auth.register.first_name }).fill(name)
  await page.getByRole('textbox', { name: w.auth.email }).fill(email)
  await page.getByLabel(w.auth.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: w.auth.register.submit }).click()
  await expect(page.getByText('Please Accept our all Terms and Privacy!').first()).toBeVisible()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: w.auth.register.submit }).click()
  await expect(page).toHaveURL(/\/verify/)
  expect(await keptToken(page)).toBeNull()

  const code = await codeFor(baseURL!, email)
  const field = page.getByRole('textbox', { name: w.auth.code })
  await field.fill(String((Number(code) + 1) % 1_000_000).padStart(6, '0'))
  await expect(page.getByText(w.errors.invalid_code).first()).toBeVisible()
  await field.fill(code)
  await expect(page).toHaveURL(/\/$/)
  expect(await keptToken(page)).not.toBeNull()
  await expect(page.getByText(pattern(w.auth.verify.confirmed))).toContainText(name)
  for (const key of ['user', 'profile'])
    expect(await page.evaluate((one) => localStorage.getItem(one), key), key).toContain(email)

  const token = (await keptToken(page))!
  await page.getByRole('button', { name: pattern(w.shell.nav.account) }).click()
  const loaded = page.waitForEvent('load')
  await page.getByRole('menuitem', { name: w.shell.nav.logout }).click()
  await loaded
  await expect(page.getByRole('banner').getByRole('link', { name: w.shell.nav.get_started })).toBeVisible()
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => /user|profile|email|social/.test(key))),
  ).toEqual([])
  await expect(send(baseURL!, 'GET', '/api/v1/users/profile', { token })).rejects.toThrow('401')

  await page.goto('/auth')
  await logIn(page, email, 'not-the-Password-1')
  await expect(page.getByText(w.errors.invalid_credentials)).toBeVisible()
  await logIn(page, email)
  await expect(page).toHaveURL(/\/$/)
  expect(await page.evaluate(() => localStorage.getItem('email'))).toBe(email)
})

test('resets a forgotten password by keyboard', { tag: '@desktop' }, async ({ page, baseURL }) => {
  const { email } = await newDriver(baseURL!, { country_code: 'CA', language: 'en' })
  await arrive(page)
  await page.goto('/auth')
  await page.getByRole('link', { name: w.auth.login.forgot }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: w.auth.forgot.title })).toBeVisible()
  await page.getByRole('textbox', { name: w.auth.email }).focus()
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: w.auth.code }).focus()
  await page.keyboard.type(await codeFor(baseURL!, email))
  await page.keyboard.press('Tab')
  await page.keyboard.type('another long drive home')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/auth/)
  await logIn(page, email, 'another long drive home')
  await expect(page).toHaveURL(/\/$/)
})

test('never redirects to another site after a login', { tag: '@desktop' }, async ({ page, baseURL }) => {
  const { email } = await newDriver(baseURL!, { country_code: 'CA', language: 'en' })
  await arrive(page)
  const left: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) left.push(new URL(request.url()).origin)
  })
  // Browsers read this as //evil.example; paths.test.ts covers other spellings.
  await page.goto(`/auth?next=${encodeURIComponent('/\t/evil.example')}`)
  await logIn(page, email)
  await expect(page.getByRole('button', { name: pattern(w.shell.nav.account) })).toBeVisible()
  expect(new Set(left)).toEqual(new Set([baseURL]))
  expect(new URL(page.url()).origin).toBe(baseURL)
})

test(
  'opens the login dialog from the prompt and reloads the page after the login',
  { tag: '@desktop' },
  async ({ page, baseURL }) => {
    const { email } = await newDriver(baseURL!, { country_code: 'CA', language: 'en' })
    await arrive(page)
    await page.goto('/wallet')
    await expect(page.getByText('Please login to view your account')).toBeVisible()
    await page.getByRole('button', { name: 'Login to Continue' }).click()
    const dialog = page.getByRole('dialog', { name: w.auth.login.title })
    await dialog.getByRole('button', { name: w.auth.login.submit }).click()
    await expect(dialog.getByText('This field is required!').first()).toBeVisible()
    await expect(dialog.getByText(w.auth.social.errors.unavailable)).toBeVisible()
    await expect(dialog.getByRole('button', { name: w.auth.social.with.google })).toBeDisabled()
    await expect(dialog.getByRole('link', { name: w.auth.login.register })).toHaveAttribute('href', /^\/auth\/register/)
    await expect(dialog.getByRole('link', { name: w.auth.login.forgot })).toHaveAttribute(
      'href',
      /^\/auth\/forgot-password/,
    )

    await expectAccessible(page)

    await dialog.getByRole('textbox', { name: w.auth.email }).fill(email)
    await dialog.getByLabel(w.auth.password, { exact: true }).fill(password)
    await page.route('**/api/v1/auth/login', (route) => route.fulfill({ json: {} }))
    await dialog.getByRole('button', { name: w.auth.login.submit }).click()
    await expect(dialog.getByText('Invalid response from server')).toBeVisible()

    let answer = () => undefined as void
    await page.route('**/api/v1/auth/login', async (route) => {
      await new Promise<void>((resolve) => (answer = resolve))
      await route.continue()
    })
    await dialog.getByRole('button', { name: w.auth.login.submit }).click()
    await expect(dialog.getByRole('button', { name: 'Loading...' })).toBeVisible()
    const loaded = page.waitForEvent('load')
    answer()
    await loaded
    await expect(dialog).toBeHidden()
    await expect(page.getByTestId('balance')).toBeVisible()
  },
)

test('reports a social login flag without a token and removes it', { tag: '@phone' }, async ({ page }) => {
  await arrive(page)
  await page.goto('/wallet')
  await page.evaluate(() => localStorage.setItem('social_login_success', 'true'))
  await page.getByRole('button', { name: 'Login to Continue' }).click()
  await expect(page.getByText('No successful social login found')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('social_login_success'))).toBeNull()
})

test(
  'changes the password, logs out devices, downloads the data and erases the account',
  { tag: '@desktop' },
  async ({ page, baseURL }) => {
    const { email, token } = await newDriver(baseURL!, { country_code: 'CA', language: 'en', top_up: 20 })
    const other = await send<{ access_token: string }>(baseURL!, 'POST', '/api/v1/auth/login', {
      body: { identifier: email, password },
    })
    const third = await send<{ access_token: string }>(baseURL!, 'POST', '/api/v1/auth/login', {
      body: { identifier: email, password },
    })
    await arrive(page, token)
    await page.goto('/profile')

    await test.step('logs out one device, then all others', async () => {
      const rows = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Log out: / }) })
      await expect(rows).toHaveCount(3)
      await expect(rows.first()).toContainText(w.account.devices.this)
      await rows.nth(1).getByRole('button').click()
      await expect(rows).toHaveCount(2)
    })

    const newPassword = 'another long drive home'
    await test.step('changes the password, which ends the others', async () => {
      await page.getByRole('button', { name: w.account.password.change }).press('Enter')
      await expect(page.getByLabel(w.account.password.current, { exact: true })).toBeFocused()
      await page.getByLabel(w.account.password.current, { exact: true }).fill('not-the-Password-1')
      await page.getByLabel(w.auth.new_password, { exact: true }).fill(newPassword)
      await page.getByRole('button', { name: w.account.password.submit }).click()
      await expect(page.getByText(w.errors.fields.password_wrong).first()).toBeVisible()
      await page.getByLabel(w.account.password.current, { exact: true }).fill(password)
      await page.getByRole('button', { name: w.account.password.submit }).click()
      await expect(page.getByText(w.account.password.changed)).toBeVisible()
      await expect(page.getByRole('button', { name: w.account.password.change })).toBeFocused()
      await expect(page.getByRole('button', { name: /^Log out: / })).toHaveCount(1)
      for (const dead of [token, other.access_token, third.access_token])
        await expect(send(baseURL!, 'GET', '/api/v1/users/profile', { token: dead })).rejects.toThrow('401')
      expect(await keptToken(page)).not.toBe(token)
    })

    await test.step('gets a copy', async () => {
      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name: w.account.privacy.copy }).click()
      const file = await saved
      expect(file.suggestedFilename()).toBe('parkwell-data.json')
    })

    await test.step('erases the account, the balance being said before', async () => {
      await page.getByRole('button', { name: w.account.privacy.erase, exact: true }).click()
      const dialog = page.getByRole('dialog', { name: w.account.erase.title })
      await expect(dialog.getByText(pattern(w.account.erase.balance))).toContainText('20')
      await expectAccessible(page)
      await dialog.getByLabel(w.auth.password, { exact: true }).fill(newPassword)
      await dialog.getByRole('button', { name: w.account.erase.confirm }).click()
      await expect(dialog.getByText(w.account.erase.balance_remaining)).toBeVisible()
      await dialog.getByRole('checkbox').check()
      await dialog.getByRole('button', { name: w.account.erase.confirm }).click()
      // The target page, not the previous one.
      await expect(page).toHaveURL('/')
      await expect(page.getByRole('banner').getByRole('link', { name: w.shell.nav.get_started })).toBeVisible()
      await page.goto('/auth')
      await logIn(page, email, newPassword)
      await expect(page.getByText(w.errors.invalid_credentials)).toBeVisible()
    })
  },
)
