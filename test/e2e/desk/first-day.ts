import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { countryIds } from '#contract/geography.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { desk as en } from '#i18n/en/desk.ts'
import type { Db } from '#server/database/connect.ts'
import { readPdf } from '#test/kits/files/pdf-text.ts'
import { adminMember, buildDriver, send } from '../kit/drivers.ts'
import { expect } from '../kit/fixtures.ts'
import { buildConfirmedAdmin } from '../kit/invitations.ts'
import { placeOrder } from '../shop/orders.ts'

/*
 * The first day of an owner: what they set in the desk, and where customers and staff find it. It changes what all pages say,
 * so it has a server of its own. `npm run shots -- desk:owner` takes its pictures.
 */

const { settings, records, report, lists } = en
const fields = records.settings.fields

/** What the owner chooses. */
export const owned = {
  name: 'Garewell',
  legal_name: 'Garewell Parking Ltd',
  accent: '#0b6e4f',
  /** Too pale to be read on our pages. */
  pale: '#7ee0b5',
  tax: 'City parking levy',
  menu: 'Find a space',
} as const
const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 80"><rect width="320" height="80" rx="16" fill="#0b6e4f"/><circle cx="44" cy="40" r="20" fill="#fff"/><rect x="84" y="30" width="200" height="20" rx="10" fill="#fff"/></svg>'

/** Makes schedules due as soon as they are entered, in place of the next morning. */
export async function makeSchedulesDue(db: Db): Promise<void> {
  await sql`create function send_reports_now() returns trigger language plpgsql as $$
    begin new.next_at := new.created_at; return new; end $$`.execute(db)
  await sql`create trigger send_reports_now before insert on report_schedules
    for each row execute function send_reports_now()`.execute(db)
}

type OnScreen = (name: string) => Promise<void>

interface Day {
  page: Page
  base: string
  onScreen: OnScreen
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

/** Saves the form, with the password where it is asked for. */
async function save(page: Page, done: string): Promise<void> {
  await button(page, en.form.save).last().click()
  const question = page.getByRole('dialog', { name: en.reauth.title })
  await expect(question.or(page.getByText(done)).first()).toBeVisible()
  if (await question.isVisible()) {
    await question.getByLabel(en.reauth.password, { exact: true }).fill(adminMember.password)
    await question.getByRole('button', { name: en.reauth.confirm }).click()
  }
  await expect(page.getByText(done).first()).toBeVisible()
}

/** Sets up the product in the desk as its owner. */
export async function setUpAsOwner({ page, base, onScreen }: Day): Promise<void> {
  const open = async (path: string, title: string) => {
    await page.goto(`${base}/desk/${path}`)
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
  }
  const field = (name: string) => page.getByLabel(new RegExp(`^${name}`)).first()

  await open('settings', lists.settings.title)
  await onScreen('settings')
  await page.getByRole('link', { name: new RegExp(`^${settings.groups.company.title}`) }).click()
  await field(fields.name).fill(owned.name)
  await field(fields.legal_name).fill(owned.legal_name)
  await save(page, settings.saved)
  await onScreen('name')

  await open('settings/theme', settings.groups.theme.title)
  await field(fields.logo).setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(logo) })
  await field(fields.accent).fill(owned.pale)
  await button(page, en.form.save).click()
  await expect(page.getByText(/#[0-9a-f]{6}/).first()).toBeVisible()
  await expect(field(fields.accent)).toHaveAttribute('aria-invalid', 'true')
  await onScreen('colour-refused')
  await field(fields.accent).fill(owned.accent)
  await save(page, settings.saved)
  await onScreen('logo-and-colour')

  await open('taxes/new', lists.taxes.create)
  const { columns } = lists.taxes
  const { fields: own } = records.taxes
  await field(columns.code).fill('levy')
  await field(columns.class).selectOption('food')
  await field(own.country_code).selectOption('CA')
  await page.getByLabel(own.name).fill(owned.tax)
  await page.getByLabel(own.name_fr).fill('Taxe municipale de stationnement')
  await field(columns.type).selectOption('percentage')
  await page.getByLabel(new RegExp(`^${own.rate}`)).fill('2.5')
  await field(columns.valid_from).fill(new Date(Date.now() - 172_800_000).toISOString().slice(0, 10))
  await field(columns.source).last().fill('By-law 2026-14 of the city')
  await field(columns.source_date).fill(new Date(Date.now() - 172_800_000).toISOString().slice(0, 10))
  await onScreen('tax')
  await button(page, en.form.create).click()
  await expect(page.getByText(records.taxes.done.create)).toBeVisible()

  await open('settings/site', settings.groups.site.title)
  await page.getByRole('checkbox', { name: fields.marketplace_sn }).uncheck({ force: true })
  await save(page, settings.saved)
  await onScreen('marketplace-off')

  await open('payment-gateway', settings.groups.payments.title)
  await button(page, settings.payments.try.replace('{{name}}', 'Paystack')).first().click()
  await expect(page.getByText(/^Connected: the key was accepted/).first()).toBeVisible()
  await onScreen('gateway')

  await open('settings/sentences', settings.groups.sentences.title)
  await page.getByLabel(settings.sentences.search).fill('shell.nav.find')
  await button(page, `${settings.sentences.change}: shell.nav.find, ${en.words.languages.en}`).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(settings.sentences.text).fill(owned.menu)
  await onScreen('text')
  await save(page, settings.saved)

  await open('reports/sales', lists.reports_sales.title)
  await button(page, report.schedules.show).click()
  await page.getByRole('combobox', { name: report.schedules.when }).selectOption('daily')
  await page.getByRole('checkbox', { name: /^Awa/ }).check({ force: true })
  await button(page, report.schedules.save).click()
  await expect(page.getByText(report.schedules.saved)).toBeVisible()
  await onScreen('report')
}

interface Mail {
  subject: string
  html: string
  text: string
}

/** Looks at what the owner has set where others find it: on pages, in an email and on a receipt. */
export async function lookAsOthers({ page, base, onScreen }: Day): Promise<void> {
  const visit = async (path: string, code: CountryCode) => {
    await page.context().addCookies([
      { name: 'country', value: code, url: base },
      { name: 'language', value: 'en', url: base },
    ])
    const country = JSON.stringify({ id: countryIds[code], code, name: code })
    await page.evaluate((selected) => localStorage.setItem('selectedCountry', selected), country)
    await page.goto(base + path)
  }
  await visit('/about', 'CA')
  await expect(page).toHaveTitle(new RegExp(owned.name))
  // On a phone, the links of the header are in its menu.
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByText(owned.menu)).toBeVisible()
  const marketplace = footer.locator('a[href="/marketplace"]')
  await expect(marketplace).toBeVisible()
  await expect(page.getByRole('banner').getByRole('img', { name: owned.name }).first()).toBeVisible()
  const act = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--color-act'))
  expect(act.trim()).toBe(owned.accent)
  await onScreen('page')
  await visit('/about', 'SN')
  await expect(footer.getByText(owned.menu)).toBeVisible()
  await expect(marketplace).toHaveCount(0)
  await onScreen('page-without-marketplace')

  const driver = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 300 })
  const order = await placeOrder(base, driver)
  const receipt = await fetch(`${base}/api/v1/orders/${order.order_number}/receipt.pdf`, {
    headers: { authorization: `Bearer ${driver.token}`, 'accept-language': 'en' },
  })
  const text = readPdf(Buffer.from(await receipt.arrayBuffer())).lines.join('\n')
  for (const part of [owned.legal_name, owned.tax]) expect(text).toContain(part)
  await page.goto(`${base}/desk/orders/${order.order_number}/receipt`)
  await expect(page.getByText(owned.tax).first()).toBeVisible()
  await onScreen('receipt')

  const address = `/dev/mail.json?to=${encodeURIComponent(adminMember.email)}`
  const findReport = async () =>
    (await send<Mail[]>(base, 'GET', address)).find(({ subject }) => subject.startsWith(lists.reports_sales.title))
  await expect.poll(findReport, { timeout: 60_000 }).toBeDefined()
  const mail = (await findReport())!
  expect(mail.subject).not.toMatch(/:\s*$/)
  expect(mail.html).toContain(owned.name)
  await page.setContent(mail.html)
  await onScreen('email')
}

/** Logs the owner in, in the browser of a page. */
export async function logInOwner(page: Page, base: string): Promise<void> {
  const token = await buildConfirmedAdmin(base)
  await page.addInitScript((value) => localStorage.setItem('parkwell_user_token', value), token)
}
