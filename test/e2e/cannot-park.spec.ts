import type { Page } from '@playwright/test'
import type { BookingDetails } from '#contract/bookings/bookings.ts'
import type { Language } from '#contract/places/places.ts'
import { desk as deskEn } from '#i18n/en/desk.ts'
import { desk as deskFr } from '#i18n/fr/desk.ts'
import { expectAccessibleScreen } from './kit/axe.ts'
import { pattern, wordsOf } from './kit/catalogue.ts'
import { book, fromNow, buildDriver, parksToBook, send, staffMember, type E2eDriver } from './kit/drivers.ts'
import { expect, test } from './kit/fixtures.ts'

const base = process.env['BASE_URL']!
const deskOf = { en: deskEn, fr: deskFr }
const toronto = { lat: 43.6532, lng: -79.3832 }

async function open(page: Page, language: Language, token: string, path: string): Promise<void> {
  await page.addInitScript(
    ([stored, language]) => {
      localStorage.setItem('selectedCountry', JSON.stringify({ id: 2, code: 'CA', name: 'Canada' }))
      localStorage.setItem('language', language!)
      localStorage.setItem('parkwell_user_token', stored!)
    },
    [token, language],
  )
  await page.goto(path)
}

/** Books for the current quarter hour and the two hours that follow. */
async function bookNow(driver: E2eDriver): Promise<BookingDetails> {
  const [park] = await parksToBook(base, toronto, fromNow())
  const { booking_code } = await book(base, driver, park!)
  return send<BookingDetails>(base, 'GET', `/api/v1/bookings/${booking_code}`, driver)
}

for (const [language, decision, tag] of [
  ['en', 'accept', '@desktop'],
  // The longer sentences where there is less room.
  ['fr', 'refuse', '@phone'],
] as const) {
  const { bookings: words } = wordsOf[language]
  const desk = deskOf[language]
  const { actions, fields, done } = desk.records.park_reports

  test.describe(`in ${language}`, () => {
    test.use({ locale: `${language}-CA`, timezoneId: 'America/Toronto', reducedMotion: 'reduce' })

    test(`a third report without a photo waits until staff ${decision} it`, { tag }, async ({ page, browser }) => {
      const driver = await buildDriver(base, { country_code: 'CA', language, top_up: 300 })
      for (let n = 0; n < 2; n += 1) {
        const { id } = await bookNow(driver)
        await send(base, 'POST', `/api/v1/bookings/${id}/cannot-park`, {
          token: driver.token,
          body: { reason: 'full' },
        })
      }
      const booking = await bookNow(driver)
      await open(page, language, driver.token, `/booking-details/${booking.booking_code}`)
      await page.getByRole('button', { name: words.action.cannot_park, exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('radio', { name: words.cannot_park.reasons.blocked }).check()
      await expect(dialog.getByText(words.cannot_park.checked)).toBeVisible()
      await expectAccessibleScreen(page, 'what is wrong')
      await dialog.getByRole('button', { name: words.cannot_park.go_on }).click()
      await dialog.getByRole('radio', { name: words.cannot_park.check }).check()
      await dialog.getByRole('button', { name: words.cannot_park.confirm_check }).click()
      await expect(dialog.getByText(words.cannot_park.sent_text)).toBeVisible()
      await expectAccessibleScreen(page, 'the report is sent')
      await page.reload()
      await expect(page.getByText(words.report.waiting)).toBeVisible()
      await expect(page.getByText(words.event.report_waiting)).toBeVisible()
      await expectAccessibleScreen(page, 'the report waits')

      const login = { identifier: staffMember.email, password: staffMember.password }
      const staff = await send<{ access_token: string }>(base, 'POST', '/api/v1/auth/login', { body: login })
      const { viewport, isMobile, hasTouch } = test.info().project.use
      const context = await browser.newContext({
        ...(viewport !== undefined && { viewport }),
        ...(isMobile !== undefined && { isMobile }),
        ...(hasTouch !== undefined && { hasTouch }),
        locale: `${language}-CA`,
        baseURL: base,
      })
      const office = await context.newPage()
      await open(office, language, staff.access_token, '/desk/notices')
      const notice = office.getByRole('link', { name: new RegExp(booking.booking_code) })
      await expect(notice).toBeVisible()
      await expectAccessibleScreen(office, 'notices')
      await notice.click()
      await office.getByRole('button', { name: actions[decision], exact: true }).waitFor()
      await expectAccessibleScreen(office, 'report')
      await office.getByRole('button', { name: actions[decision], exact: true }).click()
      const prompt = office.getByRole('dialog')
      if (decision === 'refuse') await prompt.getByLabel(fields.answer).fill('The cameras show free spaces')
      await expectAccessibleScreen(office, 'decision')
      await prompt.getByRole('button', { name: actions[decision] }).click()
      await expect(office.getByText(done[decision])).toBeVisible()
      await office.goto(`/desk/bookings/${booking.booking_code}`)
      await office.getByRole('tab', { name: desk.records.bookings.tabs.details, exact: true }).click()
      const events = desk.words.booking_events
      await expect(
        office.getByText(decision === 'accept' ? events.report_accepted : events.report_refused),
      ).toBeVisible()
      await expect(office.getByText(events.report_waiting)).toBeVisible()
      await expectAccessibleScreen(office, 'booking in the desk')
      await office.goto('/desk/notices')
      await expect(office.getByRole('link', { name: new RegExp(booking.booking_code) })).toBeVisible()
      const { items } = await send<{ items: { path: string; is_read: boolean }[] }>(
        base,
        'GET',
        '/api/v1/desk/notices?size=100',
        { token: staff.access_token },
      )
      expect(items.find(({ path }) => path === `park-reports/${booking.id}`)?.is_read).toBe(true)
      await context.close()

      await page.reload()
      if (decision === 'accept') {
        await expect(page.getByText(words.report.accepted)).toBeVisible()
        await expect(page.getByText(pattern(words.event.report_accepted_of))).toBeVisible()
      } else {
        await expect(page.getByText(words.report.refused)).toBeVisible()
        await expect(page.getByText('The cameras show free spaces')).toBeVisible()
        await expect(page.getByText(pattern(words.event.report_refused_of))).toBeVisible()
      }
      await expectAccessibleScreen(page, 'the decision')
    })
  })
}
