import type { Locator, Page } from '@playwright/test'
import type { Person } from '#simulators/firebase.ts'
import { newDriver } from './drivers.ts'
import { routeProviders } from './identity-provider.ts'
import { expect, test } from './fixtures.ts'
import { wordsOf } from './catalogue.ts'

const w = wordsOf.en
const social = w.auth.social
test.use({ locale: 'en-CA', timezoneId: 'America/Toronto', reducedMotion: 'reduce' })
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
  await page.goto('/wallet')
  await page.getByRole('button', { name: 'Login to Continue' }).click()
  return page.getByRole('dialog', { name: w.auth.login.title })
}
const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)

async function expectHome(page: Page, name: string): Promise<void> {
  await expect(page).toHaveURL('/')
  await expect.poll(async () => JSON.parse((await stored(page, 'profile')) ?? '{}')).toMatchObject({ first_name: name })
  expect(await stored(page, 'parkwell_user_token')).not.toBeNull()
  expect(await stored(page, 'social_login_success')).toBe('true')
}

const refusals = [
  ['USER_DISABLED', 'google', 'This account has been disabled. Please contact support.'],
  ['OPERATION_NOT_ALLOWED', 'apple', 'Apple Sign In is not enabled. Please use email/password login.'],
  ['INVALID_IDP_RESPONSE', 'apple', 'Apple Sign In failed. Please try again or use email/password login.'],
  ['INVALID_IDP_RESPONSE', 'google', 'Google sign in failed. Please try again.'],
  [
    'NEED_CONFIRMATION',
    'google',
    'An account with this email already exists. Please sign in with your original method.',
  ],
] as const

/** Logs out without the server, and discards what the providers' library keeps in the tab. */
const forgetSession = (page: Page) =>
  page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })

/** If the address belongs to an account with a password, a wrong password changes nothing and the right one connects the provider. */
async function prove(page: Page, form: Locator, password: string): Promise<void> {
  await expect(form.getByText(social.errors.account_exists)).toBeVisible()
  const field = form.getByLabel(social.link_password.replace('{{provider}}', 'Google'))
  const connect = form.getByRole('button', { name: social.link.replace('{{provider}}', 'Google') })
  await field.fill('not-the-Password-1')
  await connect.click()
  await expect(form.getByText(w.errors.fields.password_wrong)).toBeVisible()
  expect(await stored(page, 'parkwell_user_token')).toBeNull()
  await field.fill(password)
  await connect.click()
}

test(
  'signs in with Google in a pop-up, stores the flags and the profile and opens the home page',
  { tag: '@desktop' },
  async ({ page, context, baseURL }) => {
    const { admit, unexpected_urls, hosts } = await routeProviders(context)
    await page.addInitScript(() => {
      const push = history.pushState.bind(history)
      history.pushState = (...to) => {
        if (to[2] === '/') sessionStorage.setItem('home_at', String(performance.now()))
        push(...to)
      }
    })
    const dialog = await openDialog(page)
    // No provider is contacted before the driver chooses one.
    expect(hosts).toEqual([])

    await test.step('shows the specified sentence for each refused sign-in', async () => {
      for (const [refusal, provider, sentence] of refusals) {
        await admit(newPerson({ provider: `${provider}.com`, refusal }))
        await dialog.getByRole('button', { name: social.with[provider] }).click()
        await expect(dialog.getByText(sentence)).toBeVisible()
      }
      await admit(newPerson())
      await page.route('**/api/v1/auth/social-login', (route) => route.fulfill({ json: { is_new_user: false } }))
      await dialog.getByRole('button', { name: social.with.google }).click()
      await expect(dialog.getByText('No access token received')).toBeVisible()
      expect(await stored(page, 'parkwell_user_token')).toBeNull()
      await page.unroute('**/api/v1/auth/social-login')
    })

    await dialog.getByRole('button', { name: social.with.google }).click()
    await expectHome(page, 'Awa')
    expect(await stored(page, 'social_login_new_user')).toBe('true')
    expect(JSON.parse((await stored(page, 'profile'))!)).toMatchObject({ first_name: 'Awa', country_id: 'CA' })
    await expect(dialog).toBeHidden()
    expect(unexpected_urls).toEqual([])
    const pause_ms = await page.evaluate(() => {
      const requests = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      const profile = requests.find(({ name }) => name.endsWith('/users/profile'))
      return Number(sessionStorage.getItem('home_at')) - profile!.responseEnd
    })
    expect(pause_ms).toBeGreaterThanOrEqual(495)

    await test.step('the second time nobody is new, and the login page leads on', async () => {
      await page.getByRole('button', { name: /Awa/ }).click()
      const left = page.waitForEvent('load')
      await page.getByRole('menuitem', { name: w.shell.nav.logout }).click()
      await left
      await expect(page.getByRole('banner').getByRole('link', { name: w.shell.nav.get_started })).toBeVisible()
      expect(await stored(page, 'social_login_success')).toBeNull()
      await page.goto('/auth?next=/profile')
      await page.getByRole('button', { name: social.with.google }).click()
      await expect(page).toHaveURL('/profile')
      expect(await stored(page, 'social_login_new_user')).toBe('false')
      await expect(page.getByRole('button', { name: w.account.password.set })).toBeVisible()
    })

    await test.step('links a Google account to an existing account after its password is entered', async () => {
      await forgetSession(page)
      const driver = await newDriver(baseURL!, { country_code: 'CA', language: 'en' })
      await admit(newPerson({ email: driver.email }))
      const again = await openDialog(page)
      await page.route('**/api/v1/users/profile', (route) => route.abort())
      await again.getByRole('button', { name: social.with.google }).click()
      await prove(page, again, driver.password)
      await expect(
        again.getByText('Authentication succeeded but failed to update app state. Please refresh the page.'),
      ).toBeVisible()
      await page.unroute('**/api/v1/users/profile')
      await again.getByRole('button', { name: social.with.google }).click()
      await expectHome(page, 'Ada')
      expect(await stored(page, 'social_login_new_user')).toBe('false')
    })
  },
)

/** Blocks pop-ups and keeps shown notices; after the redirect the provider is recognized by the address's fragment. */
const withoutWindow = (page: Page, own: string) =>
  page.addInitScript((own) => {
    window.open = () => null
    const keepNotices = () => {
      const shown = document.querySelector('[aria-label="Notifications"]')?.textContent ?? ''
      const kept = sessionStorage.getItem('shown_notices') ?? ''
      if (!kept.includes(shown)) sessionStorage.setItem('shown_notices', `${kept} ${shown}`)
    }
    if (location.origin === own) new MutationObserver(keepNotices).observe(document, { subtree: true, childList: true })
    const [mark, provider] = location.hash.split('=')
    if (location.origin === own && mark === '#returned') {
      sessionStorage.setItem('stub_returned', provider!)
      history.replaceState(null, '', location.pathname + location.search)
    }
  }, own)

test(
  'signs in with Apple by redirect if pop-ups are blocked',
  { tag: '@desktop' },
  async ({ page, context, baseURL }) => {
    const { admit } = await routeProviders(context)
    await withoutWindow(page, baseURL!)
    const leave = async () => (await openDialog(page)).getByRole('button', { name: social.with.apple }).click()

    await admit(newPerson({ provider: 'apple.com', refusal: 'INVALID_IDP_RESPONSE' }))
    await leave()
    await expect(page.getByText('Failed to process social login redirect.')).toBeVisible()
    // Shown before the redirect; while the page is leaving, Playwright would wait for the next one.
    const notices = await page.evaluate(() => sessionStorage.getItem('shown_notices'))
    expect(notices).toContain('Please allow popups for social login to work.')
    expect(await stored(page, 'parkwell_user_token')).toBeNull()

    await admit(newPerson({ provider: 'apple.com' }))
    await leave()
    await expectHome(page, 'Awa')

    await test.step('asks for the password after a redirect to the login page', async () => {
      await forgetSession(page)
      const driver = await newDriver(baseURL!, { country_code: 'CA', language: 'en' })
      await admit(newPerson({ email: driver.email }))
      await page.goto('/auth?next=/profile')
      await page.getByRole('button', { name: social.with.google }).click()
      await prove(page, page.getByRole('main'), driver.password)
      await expect(page).toHaveURL('/profile')
      await expect.poll(() => stored(page, 'parkwell_user_token')).not.toBeNull()
    })
  },
)
