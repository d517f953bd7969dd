import type { Page } from '@playwright/test'
import { findViolations } from './kit/axe.ts'
import { pattern, wordsOf } from './kit/catalogue.ts'
import { codeFor, send } from './kit/drivers.ts'
import { expect, test } from './kit/fixtures.ts'

const w = wordsOf.en
const password = 'a long drive to the sea'
test.use({ locale: 'en-CA', timezoneId: 'America/Toronto', reducedMotion: 'reduce' })

/** Selects a country before the page loads. */
const selectCountry = (page: Page) =>
  page.addInitScript(() =>
    localStorage.setItem('selectedCountry', JSON.stringify({ id: 2, code: 'CA', name: 'Canada' })),
  )
const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('parkwell_user_token'))

/** Overlays are not checked by `screens.spec.ts`. */
const expectAccessible = async (page: Page) =>
  expect(await findViolations(page, { within: '[role=dialog]' })).toEqual([])

test('registers, confirms, logs out and logs in again', { tag: '@desktop' }, async ({ page, baseURL }) => {
  await selectCountry(page)
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
  expect(await storedToken(page)).toBeNull()

  const code = await codeFor(baseURL!, email)
  const field = page.getByRole('textbox', { name: w.auth.code })
  await field.fill(String((Number(code) + 1) % 1_000_000).padStart(6, '0'))
  await expect(page.getByText(w.errors.invalid_code).first()).toBeVisible()
  await field.fill(code)
  await expect(page).toHaveURL(/\/$/)
  await expect.poll(() => storedToken(page)).not.toBeNull()
  await expect(page.getByText(pattern(w.auth.verify.confirmed))).toContainText(name)
  for (const key of ['user', 'profile'])
    await expect.poll(() => page.evaluate((value) => localStorage.getItem(value), key), key).toContain(email)

  const token = (await storedToken(page))!
  await page.evaluate(() => localStorage.setItem('social_login_success', 'true'))
  await page.getByRole('button', { name: pattern(w.shell.nav.account) }).click()
  const loaded = page.waitForEvent('load')
  await page.getByRole('menuitem', { name: w.shell.nav.logout }).click()
  await loaded
  await expect(page.getByRole('banner').getByRole('link', { name: w.shell.nav.get_started })).toBeVisible()
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /user|profile|social/.test(key)))).toEqual(
    [],
  )
  // For the next login.
  expect(await page.evaluate(() => localStorage.getItem('email'))).toBe(email)
  await expect(send(baseURL!, 'GET', '/api/v1/users/profile', { token })).rejects.toThrow('401')

  await test.step('opens the login dialog from the prompt and reloads the page after the login', async () => {
    await page.goto('/wallet')
    await expect(page.getByText('Please login to view your account')).toBeVisible()
    await page.getByRole('button', { name: 'Login to Continue' }).click()
    const dialog = page.getByRole('dialog', { name: w.auth.login.title })
    const submit = dialog.getByRole('button', { name: w.auth.login.submit, exact: true })
    await submit.click()
    await expect(dialog.getByText('This field is required!').first()).toBeVisible()
    await expect(dialog.getByRole('link', { name: w.auth.login.register })).toHaveAttribute('href', /^\/auth\/register/)
    await expect(dialog.getByRole('link', { name: w.auth.login.forgot })).toHaveAttribute(
      'href',
      /^\/auth\/forgot-password/,
    )
    await expectAccessible(page)

    await dialog.getByRole('textbox', { name: w.auth.email }).fill(email)
    const secret = dialog.getByLabel(w.auth.password, { exact: true })
    await secret.fill('not-the-Password-1')
    await submit.click()
    await expect(dialog.getByText(w.errors.invalid_credentials)).toBeVisible()
    await secret.fill(password)
    await page.route('**/api/v1/auth/login', (route) => route.fulfill({ json: {} }))
    await submit.click()
    await expect(dialog.getByText('Invalid response from server')).toBeVisible()

    await page.unroute('**/api/v1/auth/login')
    const loadingChecked = Promise.withResolvers<void>()
    await page.route('**/api/v1/auth/login', async (route) => {
      await loadingChecked.promise
      await route.continue()
    })
    await submit.click()
    await expect(dialog.getByRole('button', { name: 'Loading...' })).toBeVisible()
    const reloaded = page.waitForEvent('load')
    loadingChecked.resolve()
    await reloaded
    await expect(dialog).toBeHidden()
    await expect(page.getByTestId('balance')).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('email'))).toBe(email)
  })

  await test.step('downloads the data of the account, whose vehicle dialog is accessible', async () => {
    await page.goto('/profile')
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: w.account.privacy.copy }).click()
    expect((await saved).suggestedFilename()).toBe('parkwell-data.json')
    await page.getByRole('button', { name: w.vehicles.add }).click()
    const vehicle = page.getByRole('dialog', { name: w.vehicles.add })
    await vehicle.getByRole('button', { name: w.vehicles.save }).click()
    await expect(vehicle.locator('[aria-invalid=true]').first()).toBeFocused()
    await expectAccessible(page)
  })
})
