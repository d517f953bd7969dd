import { desk as en } from '#i18n/en/desk.ts'
import { pattern } from '../kit/catalogue.ts'
import { adminMember, parksToBook, send } from '../kit/drivers.ts'
import { expect, test, testInTurn } from '../kit/fixtures.ts'

const base = process.env['BASE_URL']!
const w = en.parks.report_map

test.use({ locale: 'en-US', timezoneId: 'America/Toronto', reducedMotion: 'reduce' })
let token: string
test.beforeEach(async ({ page }) => {
  const body = { identifier: adminMember.email, password: adminMember.password }
  token = (await send<{ access_token: string }>(base, 'POST', '/api/v1/auth/login', { body })).access_token
  await page.addInitScript((value) => localStorage.setItem('parkwell_user_token', value), token)
})

testInTurn(1, 4)('the map of reports shows where they repeat, and narrows the list @desktop', async ({ page }) => {
  const [near, far] = await Promise.all(
    [
      { lat: 46.8139, lng: -71.208 },
      { lat: 49.2827, lng: -123.1207 },
    ].map(async (point) => (await parksToBook(base, point))[0]!),
  )
  const report = (id: string, text: string) =>
    send(base, 'POST', `/api/v1/front/parks/${id}/mistakes`, { body: { kind: 'closed', text } })
  for (const text of ['The barrier is down', 'Nobody opens']) await report(near!.id, text)
  await report(far!.id, 'There is a fence')
  const { title } = await send<{ title: string }>(base, 'GET', `/api/v1/admin/parks/${near!.id}`, { token })

  await page.goto('/desk/park-reports')
  const toggle = page.getByRole('button', { name: en.map.show })
  await toggle.focus()
  await page.keyboard.press('Enter')
  const map = page.getByRole('region', { name: w.label })
  const pin = map.getByRole('button', {
    name: new RegExp(`^${pattern(title).source}: ${pattern(w.reports_other).source}`),
  })
  await expect(pin).toHaveText('2')
  await pin.focus()
  await page.keyboard.press('Enter')
  await expect(map.getByRole('status')).toHaveText(pattern(w.reports_other))
  await expect(page.getByRole('row')).toHaveCount(3)
  await expect(page.getByRole('row').filter({ hasText: 'The barrier is down' })).toHaveCount(1)
  await page.reload()
  await expect(pin).toHaveAttribute('aria-pressed', 'true')

  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await expect(page.getByRole('img', { name: title, exact: true })).toBeVisible()
})

testInTurn(2, 4)(
  'the map of car parks shows what the list is narrowed to, by keyboard too @desktop',
  async ({ page }) => {
    const [park] = await parksToBook(base, { lat: 46.8139, lng: -71.208 })
    const { title, park_code } = await send<{ title: string; park_code: string }>(
      base,
      'GET',
      `/api/v1/admin/parks/${park!.id}`,
      { token },
    )
    const own = en.parks.park_map
    await page.goto(`/desk/parks?state=bookable&search=${park_code}`)
    await expect(page.getByRole('row')).toHaveCount(2)
    const toggle = page.getByRole('button', { name: en.map.show })
    await toggle.focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/map=1/)
    const map = page.getByRole('region', { name: own.label })
    const pin = map.getByRole('button', { name: new RegExp(`^${pattern(title).source} · .*${own.bookable}`) })
    await expect(pin).toHaveCount(1)
    await pin.focus()
    await page.keyboard.press('Enter')
    const link = map.getByRole('status').getByRole('link', { name: title })
    await link.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  },
)
