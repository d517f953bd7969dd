import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { desk as en } from '#i18n/en/desk.ts'
import { readSheet } from '#test/kits/files/spreadsheet.ts'
import { book, buildDriver, parksToBook, send, staffMember } from '../kit/drivers.ts'
import { expect, test, testInTurn } from '../kit/fixtures.ts'

const base = process.env['BASE_URL']!

test.use({ locale: 'en-CA', timezoneId: 'America/Toronto', reducedMotion: 'reduce' })

async function saveList(page: Page, format: string): Promise<Buffer> {
  await page.getByRole('button', { name: en.export, exact: true }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: format }).click()
  return readFileSync(await (await saved).path())
}

async function logInStaff(page: Page): Promise<void> {
  const body = { identifier: staffMember.email, password: staffMember.password }
  const { access_token } = await send<{ access_token: string }>(base, 'POST', '/api/v1/auth/login', { body })
  await send(base, 'POST', '/api/v1/users/confirm-login', {
    token: access_token,
    body: { password: staffMember.password },
  })
  await page.addInitScript((token) => localStorage.setItem('parkwell_user_token', token), access_token)
}

/* Lists of 50,000 rows are read over HTTP in `exports.feature.test.ts`. */

testInTurn(3, 4)(
  'saves the bookings of a filtered list as CSV and XLSX, whose prices add up @desktop',
  async ({ page }) => {
    const driver = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 200 })
    for (const park of (await parksToBook(base, { lat: 43.6532, lng: -79.3832 })).slice(0, 3))
      await book(base, driver, park)
    const { items } = await send<{ items: { total: number }[] }>(base, 'GET', '/api/v1/bookings/list', {
      token: driver.token,
    })
    const total = items.reduce((sum, booking) => sum + Math.round(booking.total * 100), 0)
    expect([items.length, total > 0]).toEqual([3, true])
    await logInStaff(page)
    await page.goto(`/desk/bookings?search=${driver.email}&columns=booking_code,total&size=10`)
    await expect(page.getByRole('row')).toHaveCount(4)
    const [head, ...rows] = parse(await saveList(page, en.export_csv), { bom: true })
    expect(head).toEqual(['Booking', 'Total', 'Total: currency'])
    expect(rows.map(([, , currency]) => currency)).toEqual(['CAD', 'CAD', 'CAD'])
    expect(rows.reduce((sum, [, price]) => sum + Math.round(Number(price) * 100), 0)).toBe(total)
    const [heading, ...cells] = readSheet(await saveList(page, en.export_xlsx))
    expect(heading).toEqual(['Booking', 'Total'])
    expect(cells.map(([code]) => code)).toEqual(rows.map(([code]) => code))
    expect(cells.reduce((sum, [, price]) => sum + Math.round(Number(price) * 100), 0)).toBe(total)
  },
)
