import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { brand } from '#brand.ts'
import { expect, test } from './fixtures.ts'
import { test as environmentTest } from './environment.ts'
import { pattern, wordsOf } from './catalogue.ts'

const w = wordsOf.en
const here = { locale: 'en-CA', timezoneId: 'America/Toronto', reducedMotion: 'reduce' } as const
test.use(here)
environmentTest.use(here)

/** Selects a country and caches an IP lookup before the page loads. */
const arrive = (page: Page, code = 'CA', city = 'Toronto') =>
  page.addInitScript(
    ([code, city]) => {
      localStorage.setItem('selectedCountry', JSON.stringify({ id: 2, code, name: code }))
      const location = { countryCode: 'CA', city, latitude: 43.65, longitude: -79.38 }
      localStorage.setItem('ip_lookup', JSON.stringify({ data: { location }, expires_at: Date.now() + 3_000_000 }))
    },
    [code, city],
  )

test('shows nearby parks, four types, events, apps and a link for owners', { tag: '@phone' }, async ({ page }) => {
  await arrive(page)
  await page.goto('/')
  const part = (name: string | RegExp) => page.locator('section').filter({ has: page.getByRole('heading', { name }) })
  const near = part('Near you: Toronto')
  await expect(near.getByRole('article')).toHaveCount(4)
  await expect(near.getByRole('article').first().getByRole('link')).toHaveAttribute('href', /^\/park\/.+start=/)
  await expect(near.getByRole('link', { name: w.home.nearby_all })).toHaveAttribute('href', /lat=43\.65&lng=-79\.38/)

  const types = part(w.home.types)
  await expect(types.getByRole('link')).toHaveCount(4)
  await expect(types.getByText(pattern(w.home.type_counts.airport_other))).toBeVisible()
  await expect(part(w.home.events).getByRole('listitem').first().getByRole('link')).toHaveAttribute(
    'href',
    /^\/event\//,
  )
  await expect(part(w.home.apps).getByRole('link')).toHaveCount(2)
  await expect(page.getByRole('link', { name: w.home.owner_button })).toHaveAttribute('href', brand.partnerSite)
  // There are no usage figures yet.
  await expect(page.getByRole('heading', { name: w.home.figures })).toHaveCount(0)

  await types.getByRole('link', { name: w.places.kinds.station }).click()
  await expect(page).toHaveURL(/\/station-parking\?country=CA$/)
})

test('starts in the country’s first city for visitors from elsewhere', { tag: '@phone' }, async ({ page }) => {
  await arrive(page, 'SN')
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Parking in Dakar' })).toBeVisible()
})

test('switches between now, by the month and for an event', { tag: '@desktop' }, async ({ page }) => {
  await arrive(page)
  await page.goto('/')
  const tab = (kind: keyof typeof w.home.window_kinds) =>
    page.getByRole('group', { name: w.home.window_label }).getByRole('button', { name: w.home.window_kinds[kind] })
  await expect(tab('now')).toHaveAttribute('aria-pressed', 'true')
  await tab('month').click()
  await expect(tab('month')).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('button', { name: pattern(`${w.search.leave} · 30`) })).toBeVisible()
  await tab('now').click()
  await expect(tab('now')).toHaveAttribute('aria-pressed', 'true')

  // Opened by keyboard and closed without a choice.
  await tab('event').press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(w.search.event_starts)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(tab('now')).toHaveAttribute('aria-pressed', 'true')
  await tab('event').press('Enter')
  await dialog.getByRole('button', { name: pattern(w.search.window_done) }).click()
  await expect(tab('event')).toHaveAttribute('aria-pressed', 'true')

  await page.getByRole('combobox', { name: w.search.where }).fill('Rogers Centre')
  await page.getByRole('button', { name: w.search.search, exact: true }).click()
  await expect(page).toHaveURL(/\/search\?.*start=.*end=/)
})

environmentTest(
  'shows usage figures only above the minimum',
  { tag: '@desktop' },
  async ({ page, environment: product }) => {
    await sql`insert into users (id, email, first_name, country_id, language, terms_accepted_at, created_at)
    select gen_random_uuid(), 'seen-' || n || '@example.com', 'Ada', 2, 'en', now(), now()
    from generate_series(1, 1234) n`.execute(product.deps.db)
    await sql`insert into sessions (id, user_id, token_hash, created_at, expires_at, last_seen_at)
    select gen_random_uuid(), id, uuid_send(id), now(), now() + interval '30 days', now() from users
    where email like 'seen-%'`.execute(product.deps.db)
    // Figures are counted once an hour.
    await product.moveTo(new Date(Date.now() + 61 * 60_000))
    try {
      await arrive(page)
      await page.goto('/')
      await expect(page.getByRole('heading', { name: w.home.figures })).toBeVisible()
      await expect(page.getByText('1,200+')).toBeVisible()
      await expect(page.getByText(w.home.figure_users)).toBeVisible()
      await expect(page.getByText(w.home.figure_bookings)).toHaveCount(0)
      await expect(page.getByText(w.home.figure_satisfaction)).toHaveCount(0)
    } finally {
      await product.moveTo(undefined)
    }
  },
)
