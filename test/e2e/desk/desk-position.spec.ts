import type { Page } from '@playwright/test'
import { desk as en } from '#i18n/en/desk.ts'
import { map as words } from '#i18n/en/map.ts'
import { adminMember, parksToBook, send } from '../kit/drivers.ts'
import { expect, test, testInTurn } from '../kit/fixtures.ts'

const base = process.env['BASE_URL']!
const { form, records, record } = en

test.use({ locale: 'en-US', timezoneId: 'America/Toronto', reducedMotion: 'reduce' })
let token: string
test.beforeEach(async ({ page }) => {
  const body = { identifier: adminMember.email, password: adminMember.password }
  token = (await send<{ access_token: string }>(base, 'POST', '/api/v1/auth/login', { body })).access_token
  await page.addInitScript((value) => localStorage.setItem('parkwell_user_token', value), token)
})

/**
 * The middle of a pin on a map that has come to rest: while it is drawn for the first time, a tap becomes a long press. The
 * network is not waited for, which is never idle once a map's worker was stopped while it loaded a file.
 */
const middleOf = async (page: Page, name: string) => {
  const pin = page.getByRole('button', { name, exact: true })
  await pin.scrollIntoViewIfNeeded()
  await page.locator('.park-map[data-drawn] .map-point').waitFor({ timeout: 45_000 })
  let box: Awaited<ReturnType<typeof pin.boundingBox>> = null
  await expect(async () => {
    const before = box
    await rest(page)
    box = await pin.boundingBox()
    expect(box).not.toBeNull()
    expect(box).toEqual(before)
  }).toPass()
  const { x, y, width, height } = box!
  return { x: x + width / 2, y: y + height / 2 }
}

/** Waits until the page has done all work that is waiting. */
const rest = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(resolve))))

testInTurn(3, 4)(
  'the pin of a car park moves with the mouse or a finger, and with what is typed',
  async ({ page }, { project }) => {
    const parks = await parksToBook(base, { lat: 46.8139, lng: -71.208 })
    const { id } = parks[project.name === 'phone' ? 0 : 1]!
    const stored = () =>
      send<{ lat: number; lng: number; title: string }>(base, 'GET', `/api/v1/admin/parks/${id}`, { token })
    const before = await stored()
    await page.goto(`/desk/parks/${id}`)
    await expect(page.getByRole('img', { name: before.title, exact: true })).toBeVisible()
    await page.getByRole('button', { name: record.edit, exact: true }).click()
    const [lat, lng] = [
      page.getByLabel(records.parks.fields.lat, { exact: false }),
      page.getByLabel(records.parks.fields.lng, { exact: false }),
    ]
    const at = await middleOf(page, form.position)
    if (project.name === 'phone') await page.touchscreen.tap(at.x + 60, at.y - 30)
    else {
      await page.mouse.move(at.x, at.y)
      await page.mouse.down()
      await page.mouse.move(at.x + 30, at.y - 20, { steps: 4 })
      await page.mouse.move(at.x + 60, at.y - 40, { steps: 4 })
      await page.mouse.up()
    }
    await expect.poll(async () => Number(await lng.inputValue())).toBeGreaterThan(before.lng)
    expect(Number(await lat.inputValue())).toBeGreaterThan(before.lat)
    const moved = { lat: Number(await lat.inputValue()), lng: Number(await lng.inputValue()) }
    expect(Math.abs(moved.lat - before.lat)).toBeLessThan(0.02)

    // What is typed moves the pin back to where it was.
    await lat.fill(String(before.lat))
    await lng.fill(String(before.lng))
    const back = await middleOf(page, form.position)
    expect(Math.abs(back.x - at.x)).toBeLessThan(3)
    await lat.fill('somewhere')
    await expect(page.getByRole('button', { name: form.position })).toHaveCount(0)
    await lat.fill(String(moved.lat))
    await lng.fill(String(moved.lng))
    await page.getByRole('button', { name: form.save, exact: true }).click()
    await expect(page.getByText(records.parks.done.update)).toBeVisible()
    expect(await stored()).toMatchObject(moved)
  },
)

testInTurn(4, 4)('an event is put on the map, which no list loads @desktop', async ({ page }) => {
  const maps: string[] = []
  page.on('request', (request) => {
    if (/\/PointMap|maplibre/i.test(request.url())) maps.push(request.url())
  })
  await page.goto('/desk/events')
  await page.getByRole('row').nth(1).waitFor()
  await rest(page)
  expect(maps).toEqual([])
  await page.goto('/desk/events/new')
  const map = page.getByRole('region', { name: words.title })
  await map.waitFor()
  await map.scrollIntoViewIfNeeded()
  await expect(page.getByRole('button', { name: form.position })).toHaveCount(0)
  await map.click({ position: { x: 200, y: 60 } })
  await expect(page.getByRole('button', { name: form.position })).toBeVisible()
  await expect(page.getByLabel(records.events.fields.lat, { exact: false })).not.toHaveValue('')
  await expect(page.getByLabel(records.events.fields.lng, { exact: false })).not.toHaveValue('')
})
