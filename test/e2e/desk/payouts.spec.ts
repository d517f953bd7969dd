import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { countryIds } from '#contract/geography.ts'
import { day_ms, minute_ms } from '#contract/time.ts'
import { desk as en } from '#i18n/en/desk.ts'
import { desk as fr } from '#i18n/fr/desk.ts'
import { wordsFor } from '../kit/catalogue.ts'
import { book, buildDriver, codeFor, fromNow, send } from '../kit/drivers.ts'
import { expect, test, testInTurn } from '../kit/fixtures.ts'
import { buildConfirmedAdmin } from '../kit/invitations.ts'
import { startOwnProduct } from '../kit/server.ts'

/*
 * From the first visit of an operator to the first payout, on a server of its own whose clock is moved: a statement closes
 * on Monday, and another account waits for three days.
 */

test.use({ drawsMaps: false, reducedMotion: 'reduce' })

const password = 'a long drive to the sea'

interface Operator {
  page: Page
  base: string
  language: 'en' | 'fr'
  country: 'CA' | 'SN'
  email: string
}

const wordsOf = ({ language, country }: Pick<Operator, 'language' | 'country'>) => wordsFor({ language, country })
const deskOf = ({ language }: Pick<Operator, 'language'>): typeof en | typeof fr => (language === 'en' ? en : fr)

/** A product whose clock can be moved. */
async function startMovedProduct(country: Operator['country']) {
  const product = await startOwnProduct(`payouts_${country.toLowerCase()}`, {
    NODE_OPTIONS: '--import ./test/e2e/kit/moved-clock.ts',
  })
  let ahead_ms = 0
  return {
    ...product,
    now: () => Date.now() + ahead_ms,
    move: (ms: number) => {
      ahead_ms += ms
      writeFileSync(join(product.data_dir, 'clock'), String(ahead_ms))
    },
  }
}
type Product = Awaited<ReturnType<typeof startMovedProduct>>

/** An admin who has just entered the password. */
const callStaff = async <T>(base: string, method: 'GET' | 'POST', path: string, body?: object): Promise<T> => {
  const token = await buildConfirmedAdmin(base)
  return send<T>(base, method, `/api/v1/admin/${path}`, { token, ...(body && { body }) })
}
interface Listed {
  items: { id: string; state: string }[]
}
const findAll = async (base: string, list: string): Promise<Listed['items']> =>
  (await callStaff<Listed>(base, 'GET', list)).items

const subjects = async ({ base, email }: Operator): Promise<string[]> =>
  (await send<{ subject: string }[]>(base, 'GET', `/dev/mail.json?to=${encodeURIComponent(email)}`)).map(
    ({ subject }) => subject,
  )

/** Registers in the browser, with the code from the email. */
async function signUp(operator: Operator): Promise<void> {
  const { page, base, email, country, language } = operator
  const { auth } = wordsOf(operator)
  await page.context().addCookies([
    { name: 'country', value: country, url: base },
    { name: 'language', value: language, url: base },
  ])
  const selected = JSON.stringify({ id: countryIds[country], code: country, name: country })
  await page.addInitScript(
    ([chosen, tongue]) => {
      localStorage.setItem('selectedCountry', chosen!)
      localStorage.setItem('language', tongue!)
    },
    [selected, language],
  )
  await page.goto(`${base}/register`)
  await page.getByRole('textbox', { name: auth.register.first_name }).fill('Awa')
  await page.getByRole('textbox', { name: auth.email }).fill(email)
  await page.getByLabel(auth.password, { exact: true }).fill(password)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: auth.register.submit }).click()
  await expect(page).toHaveURL(/\/verify/)
  await page.getByRole('textbox', { name: auth.code }).fill(await codeFor(base, email))
  await expect(page).toHaveURL(/\/$/)
}

const space = {
  CA: { city: 'Toronto', lat: 43.6489, lng: -79.3817, capacity: 12, price_hour: 6 },
  SN: { city: 'Dakar', lat: 14.6708, lng: -17.4381, capacity: 12, price_hour: 2_000 },
} as const

/** Offers a space, which staff approve. */
async function listSpace(operator: Operator): Promise<void> {
  const { page, base, country } = operator
  const { operator: words, leads_form } = wordsOf(operator)
  await page.goto(`${base}/partners`)
  await page.getByRole('tab', { name: words.tabs.space }).click()
  const field = (name: keyof typeof words.fields) => page.getByLabel(words.fields[name], { exact: true })
  const { city, lat, lng, capacity, price_hour } = space[country]
  const typed = (number: number) => String(number).replace('.', operator.language === 'fr' ? ',' : '.')
  await field('name').fill(`Garage ${city}`)
  await field('place_kind').selectOption({ label: leads_form.place_kinds.garage })
  await field('address').fill('12 Front Street')
  await field('city').fill(city)
  await field('lat').fill(typed(lat))
  await field('lng').fill(typed(lng))
  await field('capacity').fill(String(capacity))
  await field('price_hour').fill(String(price_hour))
  await field('company').fill('City Parking')
  await page.getByRole('button', { name: words.send.space }).click()
  await expect(page.getByRole('heading', { name: words.listings })).toBeVisible()
  const [listing] = await findAll(base, 'park-listings?state=open')
  await callStaff(base, 'POST', `park-listings/${listing!.id}/approve`)
}

/** Fills the dialog of an action by its labels, and sends it, with the password where it is asked for. */
async function act(operator: Operator, action: string, values: readonly (readonly [label: string, value: string])[]) {
  const { page } = operator
  const { reauth } = deskOf(operator)
  await page.getByRole('button', { name: action, exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: action })
  for (const [label, value] of values) await fill(dialog.getByLabel(label).first(), value)
  await dialog.getByRole('button', { name: action, exact: true }).click()
  const question = page.getByRole('dialog', { name: reauth.title })
  await expect(question.or(dialog).first()).toBeVisible()
  await Promise.race([question.waitFor({ state: 'visible' }), dialog.waitFor({ state: 'hidden' })])
  if (await question.isVisible()) {
    await question.getByLabel(reauth.password, { exact: true }).fill(password)
    await question.getByRole('button', { name: reauth.confirm }).click()
  }
  await expect(dialog).toBeHidden()
}

async function fill(field: Locator, value: string): Promise<void> {
  if (await field.evaluate((element) => element instanceof HTMLSelectElement)) await field.selectOption(value)
  else if ((await field.getAttribute('type')) === 'radio') await field.check({ force: true })
  else await field.fill(value)
}

/** Opens the operator’s balance from the menu of the desk. */
async function openBalance(operator: Operator): Promise<void> {
  const { page, base } = operator
  await page.goto(`${base}/desk/payees`)
  await page.getByRole('link', { name: 'City Parking' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'City Parking' })).toBeVisible()
}

/** Sends who is paid and to where; staff confirm both. */
async function setUpPayouts(operator: Operator): Promise<void> {
  const { page, base, country } = operator
  const { payees, account_dialog } = deskOf(operator).records
  const { words } = deskOf(operator)
  await openBalance(operator)
  await act(operator, payees.actions.identity, [
    [payees.fields.entity, 'company'],
    [payees.fields.legal_name, 'City Parking Ltd'],
    [payees.fields.registration_number, 'RC 123456'],
    [payees.fields.tax_number, '12345678'],
    [payees.fields.address, '12 Front Street'],
  ])
  const account = { CA: bankAccount('1234567'), SN: [[account_dialog.fields.mobile, '77 123 45 67']] } as const
  await act(operator, payees.actions.account, account[country])
  // Wave knows the number and its holder; nobody but staff can tell whose account at a bank it is.
  const state = country === 'SN' ? 'verified' : 'pending'
  await expect(page.getByText(words.payout_account_states[state], { exact: true }).first()).toBeVisible()
  await confirmAll(base)
}

const bankAccount = (number: string): [string, string][] => [
  [en.words.payout_methods.bank, ''],
  [en.records.account_dialog.fields.transit, '12345'],
  [en.records.account_dialog.fields.institution, '001'],
  [en.records.account_dialog.fields.number, number],
  [en.records.account_dialog.bank_name, 'BMO'],
]

/** Staff confirm what was sent. */
async function confirmAll(base: string): Promise<void> {
  for (const { id } of await findAll(base, 'payees?search=City+Parking')) {
    const { actions } = await callStaff<{ actions: string[] }>(base, 'GET', `payees/${id}`)
    if (actions.includes('verify')) await callStaff(base, 'POST', `payees/${id}/verify`, { identity_until: null })
    if (actions.includes('verify_account')) await callStaff(base, 'POST', `payees/${id}/account/verify`)
  }
}

/** A driver books the operator’s space; a week later the statement has closed with a payout, which staff approve. */
async function sellAndClose(operator: Operator, product: Product): Promise<string> {
  const { base, country } = operator
  const driver = await buildDriver(base, {
    country_code: country,
    language: 'en',
    top_up: country === 'CA' ? 100 : 50_000,
  })
  const token = await operator.page.evaluate(() => localStorage.getItem('parkwell_user_token')!)
  const { items } = await send<Listed>(base, 'GET', '/api/v1/admin/parks', { token })
  await book(base, driver, { id: items[0]!.id, ...fromNow(16) })
  product.move(7 * day_ms + 60 * minute_ms)
  await expect.poll(() => findAll(base, 'payouts?state=proposed'), { timeout: 60_000 }).toHaveLength(1)
  const [payout] = await findAll(base, 'payouts?state=proposed')
  await callStaff(base, 'POST', `payouts/${payout!.id}/approve`)
  return payout!.id
}

/** The operator sees the newest payout in this state. */
async function expectPayout(operator: Operator, state: keyof typeof en.lists.payouts.states): Promise<void> {
  const { page } = operator
  const { records, lists } = deskOf(operator)
  await openBalance(operator)
  await page.getByRole('tab', { name: records.payees.tabs.payouts }).click()
  const newest = page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
    .first()
  await expect(newest).toContainText(lists.payouts.states[state])
}

testInTurn(3, 4)(
  'an operator signs up, is paid, gets a transfer back and changes the account @desktop',
  async ({ page }) => {
    test.setTimeout(600_000)
    const product = await startMovedProduct('CA')
    try {
      const email = `operator-${crypto.randomUUID()}@example.com`
      const operator: Operator = { page, base: product.address, language: 'en', country: 'CA', email }
      const { base } = operator
      const { payees } = en.records
      await signUp(operator)
      await listSpace(operator)
      await setUpPayouts(operator)
      const payout = await sellAndClose(operator, product)
      await callStaff(base, 'POST', `payouts/${payout}/paid`, { bank_reference: 'EFT 88231' })
      await expectPayout(operator, 'paid')
      expect(await subjects(operator)).toContainEqual(expect.stringMatching(/^We’ve paid you \$/))

      await callStaff(base, 'POST', `payouts/${payout}/returned`, { reason: 'Account closed' })
      await expectPayout(operator, 'returned')
      expect(await subjects(operator)).toContainEqual(expect.stringMatching(/^Your payout of \$.* failed$/))

      await openBalance(operator)
      // Owed again: four hours at six dollars.
      await expect(page.getByText('$24.00').first()).toBeVisible()
      await act(operator, payees.actions.account, bankAccount('7654321'))
      await confirmAll(base)
      await page.reload()
      await expect(page.getByText(en.words.held_back.account_waits).first()).toBeVisible()
      await expect(page.getByRole('button', { name: payees.actions.payout })).toBeHidden()
      expect(await subjects(operator)).toContain('The account for your payouts has changed')
      product.move(3 * day_ms)
      await page.reload()
      await act(operator, payees.actions.payout, [])
      await expectPayout(operator, 'proposed')
    } finally {
      await product.stop()
    }
  },
)

testInTurn(2, 4)('an operator signs up in French and is paid to a mobile account @desktop', async ({ page }) => {
  test.setTimeout(600_000)
  const product = await startMovedProduct('SN')
  try {
    const email = `exploitant-${crypto.randomUUID()}@example.com`
    const operator: Operator = { page, base: product.address, language: 'fr', country: 'SN', email }
    await signUp(operator)
    await listSpace(operator)
    await setUpPayouts(operator)
    await sellAndClose(operator, product)
    await expect.poll(() => findAll(operator.base, 'payouts?state=paid'), { timeout: 60_000 }).toHaveLength(1)
    await expectPayout(operator, 'paid')
    expect(await subjects(operator)).toContainEqual(expect.stringMatching(/^Nous vous avons versé /))
  } finally {
    await product.stop()
  }
})
