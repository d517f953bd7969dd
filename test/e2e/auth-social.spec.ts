import type { Locator, Page } from '@playwright/test'
import { loginSentences, type LoginOutcome } from '#simulators/page-text.ts'
import { wordsOf } from './kit/catalogue.ts'
import { buildDriver } from './kit/drivers.ts'
import { expect, test, testInTurn } from './kit/fixtures.ts'

const w = wordsOf.en
const social = w.auth.social
const simulated = loginSentences.en
test.use({ locale: 'en-CA', timezoneId: 'America/Toronto', reducedMotion: 'reduce' })
const newEmail = () => `awa-${crypto.randomUUID()}@example.com`

async function openDialog(page: Page) {
  await page.addInitScript(() =>
    localStorage.setItem('selectedCountry', JSON.stringify({ id: 2, code: 'CA', name: 'Canada' })),
  )
  await page.goto('/wallet')
  return reopenDialog(page)
}
async function reopenDialog(page: Page) {
  await page.getByRole('button', { name: 'Login to Continue' }).click()
  return page.getByRole('dialog', { name: w.auth.login.title })
}
const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)

/** Presses a button of the simulated provider's page. */
async function choose(provider: Page, outcome: LoginOutcome, email: string): Promise<void> {
  await provider.waitForURL('**/auth/handler?**')
  await provider.getByLabel(simulated.email).fill(email)
  await provider.getByRole('button', { name: simulated.outcomes[outcome].label }).click()
}
/** Logs in with Google in a popup. */
async function chooseInPopup(page: Page, form: Page | Locator, outcome: LoginOutcome, email = newEmail()) {
  const opening = page.waitForEvent('popup')
  await form.getByRole('button', { name: social.with.google }).click()
  await choose(await opening, outcome, email)
}

async function expectHome(page: Page, name: string): Promise<void> {
  await expect(page).toHaveURL('/')
  await expect.poll(async () => JSON.parse((await stored(page, 'profile')) ?? '{}')).toMatchObject({ first_name: name })
  await expect.poll(() => stored(page, 'parkwell_user_token')).not.toBeNull()
  await expect.poll(() => stored(page, 'social_login_success')).toBe('true')
}

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

testInTurn(1, 4)(
  'signs in with Google in a pop-up, stores the flags and the profile and opens the home page @desktop',
  async ({ page, context, baseURL }) => {
    const contacted: string[] = []
    context.on('request', (request) => {
      const { hostname, pathname } = new URL(request.url())
      if (hostname !== '127.0.0.1' || /^\/(emulator|__)\//.test(pathname)) contacted.push(request.url())
    })
    await page.addInitScript(() => {
      const push = history.pushState.bind(history)
      history.pushState = (...to) => {
        if (to[2] === '/') sessionStorage.setItem('home_at', String(performance.now()))
        push(...to)
      }
    })
    const dialog = await openDialog(page)
    // No provider is contacted before the driver chooses one.
    expect(contacted).toEqual([])

    await chooseInPopup(page, dialog, 'disabled')
    await expect(dialog.getByText('This account has been disabled. Please contact support.')).toBeVisible()
    await page.route('**/api/v1/auth/social-login', (route) => route.fulfill({ json: { is_new_user: false } }))
    await chooseInPopup(page, dialog, 'success')
    await expect(dialog.getByText('No access token received')).toBeVisible()
    expect(await stored(page, 'parkwell_user_token')).toBeNull()
    await page.unroute('**/api/v1/auth/social-login')

    const email = newEmail()
    await chooseInPopup(page, dialog, 'success', email)
    await expectHome(page, 'Awa')
    await expect.poll(() => stored(page, 'social_login_new_user')).toBe('true')
    expect(JSON.parse((await stored(page, 'profile'))!)).toMatchObject({ first_name: 'Awa', country_id: 'CA' })
    await expect(dialog).toBeHidden()
    expect(contacted.filter((url) => !url.startsWith(baseURL!))).toEqual([])
    const pause_ms = await page.evaluate(() => {
      const requests = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      const profile = requests.find(({ name }) => name.endsWith('/users/profile'))
      return Number(sessionStorage.getItem('home_at')) - profile!.responseEnd
    })
    expect(pause_ms).toBeGreaterThanOrEqual(495)

    await test.step('the second time nobody is new, and the login page leads on', async () => {
      await forgetSession(page)
      await page.goto('/auth?next=/profile')
      await chooseInPopup(page, page, 'success', email)
      await expect(page).toHaveURL('/profile')
      await expect.poll(() => stored(page, 'social_login_new_user')).toBe('false')
      await expect(page.getByRole('button', { name: w.account.password.set })).toBeVisible()
    })

    await test.step('links a Google account to an existing account after its password is entered', async () => {
      await forgetSession(page)
      const driver = await buildDriver(baseURL!, { country_code: 'CA', language: 'en' })
      const again = await openDialog(page)
      await page.route('**/api/v1/users/profile', (route) => route.abort())
      await chooseInPopup(page, again, 'success', driver.email)
      await prove(page, again, driver.password)
      await expect(
        again.getByText('Authentication succeeded but failed to update app state. Please refresh the page.'),
      ).toBeVisible()
      await page.unroute('**/api/v1/users/profile')
      await chooseInPopup(page, again, 'success', driver.email)
      await expectHome(page, 'Ada')
      await expect.poll(() => stored(page, 'social_login_new_user')).toBe('false')
    })
  },
)

/** Blocks pop-ups, and keeps the notices that are shown before the page leaves. */
const blockPopups = (page: Page) =>
  page.addInitScript(() => {
    window.open = () => null
    const keepNotices = () => {
      const shown = document.querySelector('[aria-label="Notifications"]')?.textContent ?? ''
      const remaining = sessionStorage.getItem('shown_notices') ?? ''
      if (!remaining.includes(shown)) sessionStorage.setItem('shown_notices', `${remaining} ${shown}`)
    }
    new MutationObserver(keepNotices).observe(document, { subtree: true, childList: true })
  })

testInTurn(2, 4)('signs in with Apple by redirect if pop-ups are blocked @desktop', async ({ page, baseURL }) => {
  await blockPopups(page)
  const leave = async (dialog: Locator, outcome: LoginOutcome) => {
    await dialog.getByRole('button', { name: social.with.apple }).click()
    await choose(page, outcome, newEmail())
  }
  await leave(await openDialog(page), 'failed')
  await expect(page.getByText('Failed to process social login redirect.')).toBeVisible()
  const notices = await page.evaluate(() => sessionStorage.getItem('shown_notices'))
  expect(notices).toContain('Please allow popups for social login to work.')
  expect(await stored(page, 'parkwell_user_token')).toBeNull()

  await test.step('says that nobody logged in if the redirect returns without a result', async () => {
    await leave(await reopenDialog(page), 'cancelled')
    await expect(page.getByText('No successful social login found')).toBeVisible()
    expect(await stored(page, 'parkwell_user_token')).toBeNull()
  })

  await leave(await reopenDialog(page), 'success')
  await expectHome(page, 'Awa')

  await test.step('asks for the password after a redirect to the login page', async () => {
    await forgetSession(page)
    const driver = await buildDriver(baseURL!, { country_code: 'CA', language: 'en' })
    await page.goto('/auth?next=/profile')
    await page.getByRole('button', { name: social.with.google }).click()
    await choose(page, 'success', driver.email)
    await prove(page, page.getByRole('main'), driver.password)
    await expect(page).toHaveURL('/profile')
    await expect.poll(() => stored(page, 'parkwell_user_token')).not.toBeNull()
  })
})
