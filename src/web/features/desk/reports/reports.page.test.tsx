import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import type { SavedView } from '#contract/lists/views.ts'
import type { ReportSchedule } from '#contract/reports/desk/schedules.ts'
import { day_ms } from '#contract/time.ts'
import { wallDay } from '#contract/wall-clock.ts'
import { desk as en } from '#i18n/en/desk.ts'
import { adminMember, book, buildDriver, parksToBook, send } from '#test/e2e/kit/drivers.ts'
import { placeOrder, type PlacedOrder } from '#test/e2e/shop/orders.ts'
import { findDialog, logIn, openDesk } from '#test/kits/pages/desk-page-kit.ts'
import { base } from '#test/kits/pages/page-kit.tsx'

const { report, lists, views } = en
const list = 'reports/sales'

let token: string
let order: PlacedOrder
/** The day of the order at its branch. */
const today = wallDay(new Date(), 'America/Toronto')
beforeAll(async () => {
  token = await logIn(adminMember)
  order = await placeOrder(base, await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 300 }))
})

const query = () => new URLSearchParams(window.location.search)
const findTotals = async () => within((await screen.findByRole('heading', { name: report.sums })).closest('section')!)

test('begins with the month that runs, and a period that is chosen is in its address', async () => {
  const user = await openDesk(`/desk/${list}`, token)
  const period = await screen.findByRole<HTMLSelectElement>('combobox', { name: report.period })
  expect([query().get('placed_from')?.slice(8), period.selectedOptions[0]!.text]).toEqual([
    '01',
    report.periods.this_month,
  ])
  await user.selectOptions(period, report.periods.last_year)
  await waitFor(() => expect(query().get('placed_from')).toMatch(/-01-01$/))
  expect(query().get('placed_to')).toBe(`${query().get('placed_from')!.slice(0, 4)}-12-31`)
  expect(await screen.findByText(en.none)).toBeTruthy()
  expect(screen.queryByRole('heading', { name: report.sums })).toBeNull()
})

test('the sum of a day leads to the rows of that day alone, and they add up to it', async () => {
  const from = new Date(Date.parse(today) - 300 * day_ms).toISOString().slice(0, 10)
  const user = await openDesk(`/desk/${list}?placed_from=${from}&placed_to=${today}&by=day&currency=CAD`, token)
  const totals = await findTotals()
  const link = await waitFor(() => {
    const found = totals
      .getAllByRole<HTMLAnchorElement>('link')
      .find(({ href }) => href.includes(`placed_from=${today}`))
    expect(found).toBeTruthy()
    return found!
  })
  const count = Number(within(link.closest('tr')!).getAllByRole('cell')[0]!.textContent)
  await user.click(link)
  await waitFor(() => expect([query().get('placed_from'), query().get('placed_to')]).toEqual([today, today]))
  expect(window.location.hash).toBe('#rows')
  expect(await screen.findByRole('rowheader', { name: order.order_number })).toBeTruthy()
  expect(await screen.findByText(new RegExp(`^Showing 1 to \\d+ of ${count} entries$`))).toBeTruthy()
})

test('a view whose name holds a slash is saved, opened again and deleted', async () => {
  const name = `Sales/net ${crypto.randomUUID().slice(0, 6)} 50%`
  const user = await openDesk(`/desk/${list}?placed_from=2026-01-01&placed_to=2026-01-31&by=branch`, token)
  const open = async () => user.click(await screen.findByRole('button', { name: views.title }))
  await open()
  await user.click(await screen.findByRole('menuitem', { name: views.save }))
  const dialog = await findDialog()
  await user.type(dialog.getByLabelText(new RegExp(`^${views.name}`)), name)
  await user.click(dialog.getByRole('button', { name: en.form.save }))
  expect(await screen.findByText(views.saved)).toBeTruthy()

  const again = await openDesk(`/desk/${list}`, token)
  await again.click(await screen.findByRole('button', { name: views.title }))
  await again.click(await screen.findByRole('menuitem', { name }))
  await waitFor(() => expect(query().get('by')).toBe('branch'))
  expect([query().get('placed_from'), query().get('placed_to')]).toEqual(['2026-01-01', '2026-01-31'])
  await again.click(await screen.findByRole('button', { name: views.title }))
  await again.click(await screen.findByRole('menuitem', { name: views.manage }))
  await again.click((await findDialog()).getByRole('button', { name: views.remove.replace('{{name}}', name) }))
  const path = `/api/v1/admin/views?${new URLSearchParams({ list })}`
  await waitFor(async () => {
    const { items } = await send<{ items: SavedView[] }>(base, 'GET', path, { token })
    expect(items.some((view) => view.name === name)).toBe(false)
  })
})

test('the rows of a page are remembered for a report, whose name holds a slash', async () => {
  const address = `/desk/${list}?placed_from=${today}&placed_to=${today}`
  const user = await openDesk(address, token)
  await user.selectOptions(await screen.findByRole('combobox', { name: en.page_size }), '10')
  // Stored after the address has it; what is chosen elsewhere comes later.
  const path = `/api/v1/admin/${list}?placed_from=${today}&placed_to=${today}`
  await waitFor(async () => expect(await send(base, 'GET', path, { token })).toMatchObject({ size: 10 }))
  await send(base, 'PUT', `/api/v1/users/list-sizes/${encodeURIComponent(list)}`, { token, body: { size: 50 } })
  localStorage.clear()
  await openDesk(address, token)
  const size = await screen.findByRole<HTMLSelectElement>('combobox', { name: en.page_size })
  await waitFor(() => expect(size.value).toBe('50'))
})

test('is mailed by a schedule, which says in words what narrows it, until that is stopped', async () => {
  const path = `/api/v1/admin/report-schedules?${new URLSearchParams({ report: list })}`
  const read = async () => (await send<{ items: ReportSchedule[] }>(base, 'GET', path, { token })).items
  onTestFinished(async () => {
    for (const { id } of await read()) await send(base, 'DELETE', `/api/v1/admin/report-schedules/${id}`, { token })
  })
  const { schedules } = report
  const user = await openDesk(`/desk/${list}?country=CA&search=Yorkville`, token)
  await user.click(await screen.findByRole('button', { name: schedules.show }))
  await user.selectOptions(await screen.findByRole('combobox', { name: schedules.when }), schedules.every.daily)
  await user.click((await screen.findAllByRole('checkbox', { name: /./ }))[0]!)
  await user.click(screen.getByRole('button', { name: schedules.save }))
  expect(await screen.findByText(schedules.saved)).toBeTruthy()
  expect(await read()).toMatchObject([{ every: 'daily', filters: { country: 'CA', search: 'Yorkville' } }])
  const words = `${en.printed.search}: Yorkville · ${lists.reports_sales.filters.country}: ${en.words.countries.CA}`
  expect(await screen.findByText(words)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: schedules.stop }))
  await waitFor(async () => expect(await read()).toEqual([]))
})

test('what car parks sold is summed without causes of refunds that there were none of', async () => {
  const driver = await buildDriver(base, { country_code: 'SN', language: 'fr', top_up: 50_000 })
  const park = (await parksToBook(base, { lat: 14.6708, lng: -17.4318 })).at(-1)!
  await book(base, driver, { ...park, plate: 'DK 4821 AB' })
  const day = park.start_time.slice(0, 10)
  await openDesk(`/desk/reports/parking?start_from=${day}&start_to=${day}&park=${park.id}`, token)
  const totals = await findTotals()
  const { columns } = lists.reports_parking
  const headings = totals.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(headings).toEqual(expect.arrayContaining([columns.bookings, columns.total, columns.refunded]))
  expect(headings).not.toEqual(expect.arrayContaining([columns.refund_goodwill]))
  // The car parks are the rows, and the bookings are counted.
  expect(headings).not.toContain(report.rows)
})
