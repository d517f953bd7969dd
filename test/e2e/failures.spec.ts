import type { Page } from '@playwright/test'
import { error_dsn, readEnvelope, type ReportedEvent } from '#simulators/error-service.ts'
import { wordsOf } from './kit/catalogue.ts'
import { buildDriver } from './kit/drivers.ts'
import { expect, test } from './kit/fixtures.ts'

const w = wordsOf.en
test.use({ locale: 'en-CA', timezoneId: 'America/Toronto', reducedMotion: 'reduce' })

const signIn = (page: Page, token: string) =>
  page.addInitScript((stored) => {
    localStorage.setItem('selectedCountry', JSON.stringify({ id: 2, code: 'CA', name: 'Canada' }))
    localStorage.setItem('parkwell_user_token', stored)
  }, token)

test(
  'shows an error page with ways to continue, reports the error once and ignores noise',
  { tag: '@desktop' },
  async ({ context, baseURL }) => {
    const driver = await buildDriver(baseURL!, { country_code: 'CA', language: 'en' })
    // A page of its own: the fixture's page would fail the test on the expected console errors.
    const page = await context.newPage()
    await signIn(page, driver.token)
    const events: ReportedEvent[] = []
    await page.route(`${new URL(error_dsn).origin}/**`, async (route) => {
      const request = route.request()
      events.push(readEnvelope(request.url(), request.postData() ?? ''))
      await route.fulfill({ json: {}, headers: { 'access-control-allow-origin': '*' } })
    })
    // A response our server never sends.
    await page.route('**/api/v1/wallet', (route) => route.fulfill({ json: { data: null } }))
    await page.goto('/wallet?from=somewhere')
    const failed = page.getByRole('heading', { name: 'Something went wrong' })
    const again = page.getByRole('button', { name: w.common.try_again })
    const home = page.getByRole('button', { name: w.common.go_home })
    await expect(failed).toBeVisible()
    await expect(page.getByText('An unexpected error occurred. Please try refreshing the page.')).toBeVisible()
    await again.click()
    await expect(failed).toBeVisible()
    await expect(home).toHaveCount(0)
    await again.click()
    await expect(home).toBeVisible()

    await expect.poll(() => events.length).toBe(1)
    const [event] = events
    expect(event!.exception.values).toMatchObject([{ type: 'TypeError' }])
    expect(event!.exception.values[0]!.stacktrace.frames.at(-1)!.filename).toContain('/assets/')
    expect(event!.request.url).toBe(`${baseURL}/wallet`)
    expect(event!.tags).toEqual({ language: 'en' })

    await page.evaluate(() => {
      const noise = new Error('ResizeObserver loop completed with undelivered notifications.')
      window.dispatchEvent(new ErrorEvent('error', { error: noise, message: noise.message }))
      // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- what other code may do
      void Promise.reject('a rejection that is no Error')
      setTimeout(() => {
        throw new RangeError('an error that nobody caught')
      })
    })
    await expect.poll(() => events.length).toBe(2)
    expect(events[1]!.exception.values).toMatchObject([{ type: 'RangeError', value: 'an error that nobody caught' }])

    // Once the API works again, the app continues.
    await page.unroute('**/api/v1/wallet')
    await home.click()
    await expect(page).toHaveURL('/')
    expect(events).toHaveLength(2)
  },
)
