import { desk as en } from '#i18n/en/desk.ts'
import { expectAccessibleScreen } from './kit/axe.ts'
import { wordsOf } from './kit/catalogue.ts'
import { buildDriver, send, staffMember } from './kit/drivers.ts'
import { expect, test } from './kit/fixtures.ts'

const base = process.env['BASE_URL']!
const { operator: words } = wordsOf.en
const { records, lists } = en

test.use({ locale: 'en-US', timezoneId: 'America/New_York', reducedMotion: 'reduce' })

interface Listed {
  items: { slug: string; name: string | null; bookable: boolean }[]
  pages: number
}
/** A car park without an operator; those come last. */
async function findUnclaimed() {
  const read = (page: number) =>
    send<Listed>(base, 'GET', `/api/v1/parks/front/parks/?country=US&size=100&page=${page}`)
  const { items } = await read((await read(1)).pages)
  const unclaimed = items.filter((park) => !park.bookable)
  // Another one for each browser: a car park is claimed once.
  return unclaimed[Math.floor(Math.random() * unclaimed.length)]!
}

test('an operator claims a car park, staff approves it, and the desk shows the operator nothing else @phone', async ({
  browser,
}) => {
  const park = await findUnclaimed()
  const driver = await buildDriver(base, { country_code: 'US', language: 'en' })
  const open = async (token: string) => {
    const page = await (await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' })).newPage()
    await page.addInitScript((value) => localStorage.setItem('parkwell_user_token', value), token)
    return page
  }
  const own = await open(driver.token)
  await own.addInitScript(() =>
    localStorage.setItem('selectedCountry', JSON.stringify({ id: 4, code: 'US', name: 'United States' })),
  )
  await own.context().addCookies([{ name: 'country', value: 'US', url: base }])
  await own.goto(`${base}/park/${park.slug}`)
  // By keyboard: parts of the page above are drawn as they are scrolled to, and move it.
  await own.getByRole('link', { name: words.run_this }).press('Enter')
  await expect(own.getByRole('textbox', { name: words.fields.park })).toHaveValue(park.slug)
  const company = `Union Parking ${crypto.randomUUID().slice(0, 6)}`
  await own.getByRole('button', { name: words.send.claim }).click()
  const name = own.getByRole('textbox', { name: words.fields.company })
  // The summary has the focus only until the first wrong field is marked.
  await expect(name).toBeFocused()
  await name.fill(company)
  await own.getByRole('button', { name: words.send.claim }).click()
  await expect(own.getByRole('heading', { name: words.claims })).toBeVisible()
  await own.getByRole('textbox', { name: words.code }).fill('123456')
  await own.getByRole('button', { name: words.prove }).click()
  await expect(own.getByText(wordsOf.en.errors.invalid_code)).toBeVisible()

  const body = { identifier: staffMember.email, password: staffMember.password }
  const { access_token } = await send<{ access_token: string }>(base, 'POST', '/api/v1/auth/login', { body })
  const staff = await open(access_token)
  await staff.goto(`${base}/desk/park-claims?search=${encodeURIComponent(company)}`)
  await staff.getByRole('rowheader').getByRole('link').click()
  await staff.getByRole('button', { name: records.park_claims.actions.approve, exact: true }).click()
  await staff
    .getByRole('dialog')
    .getByRole('button', { name: records.park_claims.actions.approve, exact: true })
    .click()
  await expect(staff.getByText(lists.park_claims.states.approved, { exact: true }).first()).toBeVisible()

  await own.reload()
  await expect(own.getByRole('heading', { name: words.mine })).toBeVisible()
  await own.goto(`${base}/desk/parks`)
  await expect(own.getByText('Showing 1 to 1 of 1 entries')).toBeVisible()
  await own.goto(`${base}/desk/partners`)
  await expect(own.getByText('Showing 1 to 1 of 1 entries')).toBeVisible()
  await expect(own.getByText(company).first()).toBeVisible()
  await own.goto(`${base}/desk/park-claims`)
  await expect(own.getByRole('heading', { name: en.denied })).toBeVisible()
  await own.goto(`${base}/desk/payouts`)
  await expect(own.getByRole('heading', { name: lists.payouts.title })).toBeVisible()
})

test('the page for operators has no accessibility violations @phone', async ({ page }) => {
  const driver = await buildDriver(base, { country_code: 'CA', language: 'en' })
  const check = async () => {
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    await expectAccessibleScreen(page, 'partners')
  }
  await page.goto('/partners')
  await check()
  await page.addInitScript((value) => localStorage.setItem('parkwell_user_token', value), driver.token)
  await page.goto('/partners')
  await page.getByRole('tab', { name: words.tabs.charger }).click()
  await page.getByRole('button', { name: words.send.charger }).click()
  await expect(page.locator('[aria-invalid=true]').first()).toBeFocused()
  await check()
})
