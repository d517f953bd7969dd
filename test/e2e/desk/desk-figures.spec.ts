import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import type { SavedView } from '#contract/lists/views.ts'
import { wallDay } from '#contract/wall-clock.ts'
import { desk as en } from '#i18n/en/desk.ts'
import { buildDriver, send } from '../kit/drivers.ts'
import { expect, test, testInTurn } from '../kit/fixtures.ts'
import { buildConfirmedAdmin } from '../kit/invitations.ts'
import { placeOrder } from '../shop/orders.ts'

const base = process.env['BASE_URL']!
const { report, lists, views } = en
const list = 'reports/sales'
const zone = 'America/Toronto'

test.use({ drawsMaps: false, locale: 'en-CA', timezoneId: zone, reducedMotion: 'reduce' })

testInTurn(2, 4)(
  'a report is opened for a period, followed to the rows of a day, exported, saved as a view and scheduled',
  async ({ page }) => {
    const order = await placeOrder(base, await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 300 }))
    const token = await buildConfirmedAdmin(base)
    await page.addInitScript((value) => localStorage.setItem('parkwell_user_token', value), token)
    const today = wallDay(new Date(), zone)
    const name = `Net/day ${crypto.randomUUID().slice(0, 6)}`

    await page.goto(`/desk/${list}`)
    await expect(page).toHaveURL(/placed_from=\d{4}-\d{2}-01&placed_to=/)
    await page.getByRole('combobox', { name: report.period, exact: true }).selectOption('this_year')
    await expect(page).toHaveURL(new RegExp(`placed_from=${today.slice(0, 4)}-01-01`))
    await page.getByRole('combobox', { name: report.by, exact: true }).selectOption('day')
    const totals = page.locator('section').filter({ has: page.getByRole('heading', { name: report.sums }) })
    const day = totals.locator(`a[href*="placed_from=${today}&placed_to=${today}"]`).first()
    await day.click()
    await expect(page).toHaveURL(new RegExp(`placed_from=${today}&placed_to=${today}.*#rows$`))
    // The rows of a day are in view, on a phone too.
    const row = page.getByRole('link', { name: order.order_number, exact: true })
    await expect(row.first()).toBeVisible()
    await expect(page.getByRole('heading', { name: report.list })).toBeInViewport()

    const openTool = async (tool: string, entry: string) => {
      const more = page.getByRole('button', { name: en.more_tools, exact: true })
      const button = page.getByRole('button', { name: tool, exact: true })
      await expect(more.or(button).first()).toBeVisible()
      if (!(await button.isVisible())) await more.click()
      await button.click()
      await page.getByRole('menuitem', { name: entry, exact: true }).click()
    }
    const saved = page.waitForEvent('download')
    await openTool(en.export, en.export_csv)
    const rows: string[][] = parse(readFileSync(await (await saved).path()), { bom: true, relax_column_count: true })
    expect(rows[0]![0]).toBe(lists.reports_sales.columns.order_number)
    expect(rows.some(([number]) => number === order.order_number)).toBe(true)
    expect(rows.at(-1)![0]).toMatch(/^Total /)

    await openTool(views.title, views.save)
    await page.getByLabel(new RegExp(`^${views.name}`)).fill(name)
    await page.getByRole('dialog').getByRole('button', { name: en.form.save }).click()
    await expect(page.getByText(views.saved)).toBeVisible()
    await page.goto(`/desk/${list}`)
    await openTool(views.title, name)
    await expect(page).toHaveURL(new RegExp(`placed_from=${today}&placed_to=${today}`))
    await expect(row.first()).toBeVisible()

    // What it is narrowed to goes into the schedule.
    await page.goto(`/desk/${list}?search=${order.order_number}`)
    await page.getByRole('button', { name: report.schedules.show, exact: true }).click()
    await page.getByRole('checkbox', { name: /^Awa/ }).check({ force: true })
    await page.getByRole('button', { name: report.schedules.save, exact: true }).click()
    await expect(page.getByText(report.schedules.saved)).toBeVisible()
    const schedule = page.getByRole('listitem').filter({ hasText: `${en.printed.search}: ${order.order_number}` })
    await expect(schedule).toHaveText(new RegExp(report.schedules.next.replace('{{at}}', '.*')))
    await schedule.getByRole('button', { name: report.schedules.stop, exact: true }).click()
    await expect(page.getByText(report.schedules.stopped)).toBeVisible()

    const { items } = await send<{ items: SavedView[] }>(base, 'GET', `/api/v1/admin/views?list=${list}`, { token })
    const view = items.find((candidate) => candidate.name === name)!
    await send(base, 'DELETE', `/api/v1/admin/views/${view.id}`, { token })
  },
)
