import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { maxSheetRows } from '#contract/lists/list-facts.ts'
import { desk as en } from '#i18n/en/desk.ts'
import type { Db } from '#server/database/connect.ts'
import { readSheet } from '#test/kits/files/spreadsheet.ts'
import { copyNewestBooking } from '#test/kits/many-bookings.ts'
import { book, buildDriver, parksToBook, send, staffMember } from '../kit/drivers.ts'
import { expect, test } from '../kit/fixtures.ts'
import { startProduct } from '../kit/server.ts'

const base = process.env['BASE_URL']!

test.use({ locale: 'en-CA', timezoneId: 'America/Toronto', reducedMotion: 'reduce' })

async function saveList(page: Page, format: string): Promise<Buffer> {
  await page.getByRole('button', { name: en.export, exact: true }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: format }).click()
  return readFileSync(await (await saved).path())
}

async function logInStaff(page: Page, at: string): Promise<void> {
  const body = { identifier: staffMember.email, password: staffMember.password }
  const { access_token } = await send<{ access_token: string }>(at, 'POST', '/api/v1/auth/login', { body })
  await send(at, 'POST', '/api/v1/users/confirm-login', {
    token: access_token,
    body: { password: staffMember.password },
  })
  await page.addInitScript((token) => localStorage.setItem('parkwell_user_token', token), access_token)
}

test(
  'saves the bookings of a filtered list as CSV and XLSX, whose prices add up',
  { tag: '@desktop' },
  async ({ page }) => {
    const driver = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 200 })
    for (const park of (await parksToBook(base, { lat: 43.6532, lng: -79.3832 })).slice(0, 3))
      await book(base, driver, park)
    const { items } = await send<{ items: { total: number }[] }>(base, 'GET', '/api/v1/bookings/list', {
      token: driver.token,
    })
    const total = items.reduce((sum, booking) => sum + Math.round(booking.total * 100), 0)
    expect([items.length, total > 0]).toEqual([3, true])
    await logInStaff(page, base)
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

/** As many rows as XLSX, whose 50,000 are read over HTTP in `exports.feature.test.ts`. */
test('saves a list of 50,000 bookings as CSV, whose prices add up', { tag: '@desktop' }, async ({ page }) => {
  test.slow()
  let sum = 0
  const product = await startProduct({}, async (db) => {
    await writeBooking(db)
    await copyNewestBooking(db, 1, maxSheetRows - 1)
    const { rows } = await sql<{ cents: number }>`select sum(total_minor)::int as cents from bookings`.execute(db)
    sum = rows[0]!.cents
  })
  try {
    await logInStaff(page, product.address)
    await page.goto(`${product.address}/desk/bookings?columns=booking_code,total&size=10`)
    await expect(page.getByText('Showing 1 to 10 of 50,000 entries')).toBeVisible()
    const [, ...rows] = parse(await saveList(page, en.export_csv), { bom: true })
    expect([rows.length, new Set(rows.map(([code]) => code)).size]).toEqual([maxSheetRows, maxSheetRows])
    expect(rows.reduce((cents, [, price]) => cents + Math.round(Number(price) * 100), 0)).toBe(sum)
  } finally {
    await product.stop()
  }
})

/** A booking of the first person at the first car park with a tariff in Canadian dollars, as the model of the others. */
async function writeBooking(db: Db): Promise<void> {
  await sql`
    insert into bookings (id, booking_code, user_id, park_id, pool_id, vehicle_type_id, tariff_id, plate, start_time,
      priced_from, end_time, status, payment_status, refund_status, lines, total_minor, currency, cancellation, created_at)
    select gen_random_uuid(), 'MADERS22', u.id, o.park_id, o.id, 1, t.id, 'ABC 0', now(), now(), now() + interval '1 hour',
      'completed', 'paid', 'none', '[]', 101, 'CAD', 'flexible', now()
    from (select * from users limit 1) u, tariffs t join pools o on o.park_id = t.park_id
    where t.currency = 'CAD' limit 1`.execute(db)
}
