import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as contract from '#contract/content/desk/announcements.ts'
import { hour_ms } from '#contract/time.ts'
import { outcomeOf } from '#test/kits/shop-kit.ts'
import { createWorld, type World } from '#test/kits/world.ts'
import { contentJobs } from '../jobs.ts'
import { shownAnnouncements } from './shown.ts'

let world: World
let token: string
beforeAll(async () => {
  world = await createWorld({ settings: { PAGE_CACHE_SECONDS: '10' } })
  token = (await world.buildDriver({ role: 'staff' })).token
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.db.deleteFrom('announcements').execute()
  await shownAnnouncements(world.db).refresh()
})

const inHours = (hours: number) => new Date(world.clock.now.getTime() + hours * hour_ms).toISOString()
const facts = (changes: object = {}) => ({
  text: 'The bridge is closed on Sunday',
  text_fr: 'Le pont est fermé dimanche',
  severity: 'warning' as const,
  audience: 'everyone' as const,
  country_code: null,
  link: null,
  starts_at: inHours(-1),
  ends_at: null,
  ...changes,
})
const create = (changes: object = {}) =>
  world.call(contract.createAnnouncement, { token, body: facts(changes) as never })
async function show(changes: object = {}): Promise<contract.Announcement> {
  const { id } = (await create(changes)).body
  return (await world.call(contract.activateAnnouncement, { token, params: { id } })).body
}
const open = async (url = '/about', cookies: Record<string, string> = {}) =>
  (await world.app.inject({ url, cookies })).body
const markOf = ({ id, version }: contract.Announcement) => `data-announcement="${id}.${version}"`

test('is in the HTML of every page of the site in both languages, outside of what is hydrated', async () => {
  const created = (await create()).body
  expect(created).toMatchObject({ status: 'inactive', timezone: 'Africa/Lagos' })
  expect((await create({ country_code: 'CA' })).body.timezone).toBe('America/Toronto')
  expect(await open()).not.toContain('The bridge is closed')
  await world.call(contract.activateAnnouncement, { token, params: { id: created.id } })
  for (const url of ['/', '/about', '/search', '/no-such-page?lang=fr']) {
    const page = await open(url)
    expect(page).toMatch(/<p lang="en"[^>]*>\s*The bridge is closed on Sunday\s*<\/p>/)
    expect(page).toMatch(/<p lang="fr"[^>]*>\s*Le pont est fermé dimanche\s*<\/p>/)
    expect(page.indexOf('The bridge is closed')).toBeLessThan(page.indexOf('<div id="root">'))
  }
  expect(await open('/about?lang=fr')).toContain('aria-label="Fermer cette annonce"')
  for (const url of ['/desk', '/guard']) expect(await open(url)).not.toContain('The bridge is closed')
})

test('is shown between its times, also where pages are cached', async () => {
  await show({ starts_at: inHours(1), ends_at: inHours(2) })
  expect(await open()).not.toContain('The bridge is closed')
  world.clock.advance(60)
  for (const { run } of contentJobs) await run(world.deps)
  expect(await open()).toContain('The bridge is closed')
  world.clock.advance(60)
  expect(await open()).not.toContain('The bridge is closed')
})

test('is for a country, or for drivers who are logged in', async () => {
  await show({ country_code: 'NG', text: 'Strike of the ferries' })
  await show({ audience: 'drivers', text: 'Check your plates' })
  const first = await open()
  expect([first.includes('Strike of the ferries'), first.includes('Check your plates')]).toEqual([false, false])
  expect(await open('/about', { country: 'NG' })).toContain('Strike of the ferries')
  expect(await open('/about', { country: 'CA' })).not.toContain('Strike of the ferries')
  expect(await open('/about', { signed_in: '1' })).toContain('Check your plates')
})

test('stays closed on a device until it is changed', async () => {
  const shown = await show()
  const closed = { closed_announcements: `${shown.id}.${shown.version}` }
  expect(await open()).toContain(markOf(shown))
  expect(await open('/about', closed)).not.toContain('The bridge is closed')
  const body = { ...facts({ text: 'The bridge is open again' }), version: shown.version }
  const changed = await world.call(contract.updateAnnouncement, { token, params: { id: shown.id }, body })
  expect(await open('/about', closed)).toContain(markOf(changed.body))
  const hostile = { closed_announcements: '"><script>_%00_'.repeat(50) }
  expect(await open('/about', hostile)).toContain('The bridge is open again')
})

test('shows three at most, the most severe first', async () => {
  for (const text of ['First line', 'Second line', 'Third line']) {
    await show({ text, severity: 'info' })
    world.clock.advance(1)
  }
  await show({ text: 'Leave the building', severity: 'urgent' })
  const page = await open()
  expect(page.match(/<aside[^>]*data-announcement/g)).toHaveLength(3)
  expect(page.indexOf('Leave the building')).toBeLessThan(page.indexOf('Third line'))
  expect(page).not.toContain('First line')
})

test('its text is text, and its link leads to a page or a listed host', async () => {
  await show({ text: '<img src=x onerror=alert(1)> & "more"', link: '/help#contact' })
  const page = await open()
  expect(page).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;more&quot;')
  expect(page).toContain('<a href="/help#contact"')
})

test.each([
  [{ link: 'javascript:alert(1)' }, '422 validation_failed link'],
  [{ link: 'https://elsewhere.example' }, '422 validation_failed link'],
  [{ text_fr: '' }, '422 validation_failed text_fr'],
  [{ text: 'turned \u202eround' }, '422 validation_failed text'],
  [{ ends_at: '2020-01-01T00:00:00Z' }, '422 validation_failed ends_at'],
  [{ audience: 'nobody' }, '422 validation_failed audience'],
])('with %o is refused', async (changes, outcome) => {
  expect(outcomeOf(await create(changes))).toBe(outcome)
})

test('what another process changed is shown with the next run of the job, and staff alone may change it', async () => {
  const shown = await show()
  await world.db.updateTable('announcements').set({ status: 'inactive' }).where('id', '=', shown.id).execute()
  for (const { run } of contentJobs) await run(world.deps)
  expect(await open()).not.toContain('The bridge is closed')
  const employee = await world.buildDriver({ role: 'employee' })
  expect((await world.call(contract.createAnnouncement, { token: employee.token, body: facts() })).status).toBe(403)
  const stale = { ...facts(), version: shown.version - 1 }
  const refused = await world.call(contract.updateAnnouncement, { token, params: { id: shown.id }, body: stale })
  expect(refused.problem.code).toBe('changed_meanwhile')
})
