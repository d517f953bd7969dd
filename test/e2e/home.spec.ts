import { sql } from 'kysely'
import { expect, test } from './environment.ts'
import { wordsOf } from './catalogue.ts'

const w = wordsOf.en
test.use({ locale: 'en-CA', timezoneId: 'America/Toronto', reducedMotion: 'reduce' })

test('shows usage figures only above the minimum @desktop', async ({ page, environment: product }) => {
  await sql`insert into users (id, email, first_name, country_id, language, terms_accepted_at, created_at)
    select gen_random_uuid(), 'seen-' || n || '@example.com', 'Ada', 2, 'en', now(), now()
    from generate_series(1, 1234) n`.execute(product.deps.db)
  await sql`insert into sessions (id, user_id, token_hash, created_at, expires_at, last_seen_at)
    select gen_random_uuid(), id, uuid_send(id), now(), now() + interval '30 days', now() from users
    where email like 'seen-%'`.execute(product.deps.db)
  // Figures are counted once an hour.
  await product.moveTo(new Date(Date.now() + 61 * 60_000))
  try {
    await page.addInitScript(() =>
      localStorage.setItem('selectedCountry', JSON.stringify({ id: 2, code: 'CA', name: 'Canada' })),
    )
    await page.goto('/')
    await expect(page.getByRole('heading', { name: w.home.figures })).toBeVisible()
    await expect(page.getByText('1,200+')).toBeVisible()
    await expect(page.getByText(w.home.figure_users)).toBeVisible()
    await expect(page.getByText(w.home.figure_bookings)).toHaveCount(0)
    await expect(page.getByText(w.home.figure_satisfaction)).toHaveCount(0)
  } finally {
    await product.moveTo(undefined)
  }
})
