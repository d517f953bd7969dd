import type { Browser, BrowserContext, Page } from '@playwright/test'
import { desk as deskWords } from '#i18n/en/desk.ts'
import { wordsFor } from '../kit/catalogue.ts'
import { send, type E2eDriver } from '../kit/drivers.ts'
import { expect } from '../kit/fixtures.ts'
import { signInStaff } from '../shop/orders.ts'
import { endExampleFees, nigerianDayFromNow } from './document-fees.ts'

type Language = 'en' | 'fr'
export type DocumentWords = ReturnType<typeof wordsFor>['documents']
export const wordsIn = (language: Language) => wordsFor({ language, country: 'NG' })

/** In whole naira; the premium of private insurance, 15,000, is shipped. */
const fees = [
  ['vehicle_licence', 'government', 4_000],
  ['vehicle_licence', 'service', 2_000],
  ['road_worthiness', 'government', 6_000],
  ['road_worthiness', 'service', 2_500],
  ['third_party_insurance', 'service', 1_000],
  ['delivery', 'delivery', 3_000],
] as const

const everyVehicle = {
  category: null,
  use: null,
  term_months: null,
  engine_from_cc: null,
  engine_to_cc: null,
  valid_to: null,
}

/** Enters the fees of a state instead of the examples, with those of another inspection if they are given, and opens an inspection centre there. */
export async function prepareState(base: string, state: string, reinspection?: number): Promise<string> {
  const token = await signInStaff(base)
  const today = nigerianDayFromNow(0)
  await endExampleFees(base, token, state)
  const all = [...fees, ...(reinspection === undefined ? [] : [['reinspection', 'government', reinspection] as const])]
  for (const [kind, part, amount] of all)
    await send(base, 'POST', '/api/v1/admin/document-fees', {
      token,
      body: {
        ...everyVehicle,
        kind,
        part,
        state,
        amount,
        valid_from: today,
        source: 'Licensing office',
        observed_on: today,
      },
    })
  const name = `Inspection Centre ${state}`
  const centre = { name, state, city: 'Centre', address: '1 Ring Road', phone: null, capacity_per_hour: 4 }
  const { id } = await send<{ id: string }>(base, 'POST', '/api/v1/admin/inspection-centres', {
    token,
    body: { ...centre, opening_hours: 'Mo-Su 08:00-16:00' },
  })
  await send(base, 'POST', `/api/v1/admin/inspection-centres/${id}/activate`, { token })
  return name
}

/** Signs a customer of Nigeria in, in every page of this context. */
export const signInCustomer = (page: Page, { token }: E2eDriver, language: Language = 'en') =>
  page.addInitScript(
    ([stored, chosen]) => {
      localStorage.setItem('selectedCountry', JSON.stringify({ id: 1, code: 'NG', name: 'Nigeria' }))
      localStorage.setItem('language', chosen)
      localStorage.setItem('parkwell_user_token', stored)
    },
    [token, language] as const,
  )

/** A wide page of the desk in a browser of its own, signed in as staff who may do everything. */
export async function openDesk(browser: Browser, base: string): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({
    locale: 'en-US',
    timezoneId: 'Africa/Lagos',
    baseURL: base,
    reducedMotion: 'reduce',
    viewport: { width: 1440, height: 900 },
  })
  const page = await context.newPage()
  await page.addInitScript((stored) => localStorage.setItem('parkwell_user_token', stored), await signInStaff(base))
  return { page, context }
}

export const balanceOf = async (base: string, { token }: E2eDriver): Promise<number> =>
  (await send<{ data: { balance: number } }>(base, 'GET', '/api/v1/wallet', { token })).data.balance

/** Subjects of the mails to a customer, the newest first. */
export const subjectsTo = async (base: string, { email }: E2eDriver): Promise<string[]> =>
  (await send<{ subject: string }[]>(base, 'GET', `/dev/mail.json?to=${encodeURIComponent(email)}`)).map(
    ({ subject }) => subject,
  )

interface Form {
  state: string
  plate: string
  kinds: readonly ('vehicle_licence' | 'road_worthiness' | 'third_party_insurance')[]
  handover: 'delivery' | 'pickup'
}

/** Fills in the five steps as a customer does; `look` sees each step as it is left. */
export async function fillForm(
  page: Page,
  words: DocumentWords,
  { state, plate, kinds, handover }: Form,
  look: (step: string) => Promise<unknown> = async () => undefined,
): Promise<void> {
  const field = (name: keyof DocumentWords['fields']) => page.getByLabel(new RegExp(`^${escape(words.fields[name])}`))
  const goOn = async (step: keyof DocumentWords['steps'], next: keyof DocumentWords['steps']) => {
    await expect(page.getByText(words.save.saved)).toBeVisible()
    await look(step)
    await page.getByRole('button', { name: words.next, exact: true }).click()
    await expect(page.getByRole('heading', { name: words.steps[next] })).toBeVisible()
  }
  await page.goto('/vehicle-docs-renewal')
  await field('state').selectOption(state)
  await field('plate').fill(plate)
  await field('category').selectOption('saloon')
  await page.getByRole('radio', { name: words.uses.private }).check()
  await field('make').fill('Toyota')
  await field('model').fill('Corolla')
  await field('year').fill('2015')
  await field('colour').fill('Silver')
  await field('engine_cc').fill('1800')
  await field('engine_number').fill('1ZZ-1234567')
  await field('chassis_number').fill('JTDBR32E720123456')
  await goOn('vehicle', 'held')
  await goOn('held', 'documents')
  for (const kind of kinds)
    await page.getByRole('checkbox', { name: new RegExp(`^${escape(words.kinds[kind])}`) }).check()
  await goOn('documents', 'owner')
  await field('owner_name').fill('Ada Diop')
  await field('owner_address').fill('12 Allen Avenue, Ikeja')
  await field('owner_phone').fill('+234 803 123 4567')
  await field('owner_email').fill('ada@example.com')
  await page.getByRole('radio', { name: new RegExp(`^${escape(words.handovers[handover])}`) }).check()
  if (handover === 'delivery') await field('delivery_address').fill('12 Allen Avenue, Ikeja')
  await goOn('owner', 'check')
  await look('check')
}

const escape = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Asks for the quote of a filled-in form and returns the number of the request. */
export async function askQuote(page: Page, words: DocumentWords): Promise<string> {
  await page.getByRole('button', { name: words.ask_quote }).click()
  await page.waitForURL(/\/documents\/\w+$/)
  return page.url().split('/').at(-1)!
}

/** Pays the quote that the page shows, and waits until it is being checked. */
export async function payQuote(page: Page, words: DocumentWords): Promise<void> {
  await page
    .getByRole('button', { name: new RegExp(escape(words.pay.button).replace('\\{\\{amount\\}\\}', '.+')) })
    .click()
  await expect(page.getByRole('button', { name: words.quoted.cancel })).toBeVisible()
  await expectStatus(page, words, 'document_review')
}

/** Waits until the page of a request shows where it stands. */
export const expectStatus = (page: Page, words: DocumentWords, status: keyof DocumentWords['status']) =>
  expect(page.getByRole('listitem').filter({ hasText: words.status[status] }).last()).toHaveAttribute(
    'aria-current',
    'step',
  )

/** Books the first appointment that is left on the day that is shown. */
export async function bookFirst(page: Page, words: DocumentWords, centre: string): Promise<void> {
  await expect(page.getByText(centre, { exact: true }).first()).toBeVisible()
  await page
    .getByRole('button', { name: new RegExp(centre) })
    .first()
    .click()
  await page.getByRole('button', { name: words.inspection.book, exact: true }).click()
  await expectStatus(page, words, 'inspection_booked')
}

const { actions, done, fields } = deskWords.records.documents
type Action = keyof typeof actions

/** Does an action on the record that the desk shows; `given` are the fields of its form. */
export async function act(
  page: Page,
  action: Action,
  given: Partial<Record<keyof typeof fields, string>> = {},
  choices: Partial<Record<keyof typeof fields, string>> = {},
): Promise<void> {
  await page.getByRole('button', { name: actions[action], exact: true }).click()
  const dialog = page.getByRole('dialog')
  for (const [name, value] of Object.entries(choices))
    await dialog
      .getByLabel(fields[name as keyof typeof fields])
      .first()
      .selectOption(value)
  for (const [name, value] of Object.entries(given))
    await dialog
      .getByLabel(fields[name as keyof typeof fields])
      .first()
      .fill(value)
  await dialog.getByRole('button', { name: actions[action], exact: true }).click()
  await expect(page.getByText(done[action]).first()).toBeVisible()
  await expect(dialog).toBeHidden()
}

/** Opens the record of a request through the desk's list. */
export async function openRequest(page: Page, number: string): Promise<void> {
  await page.goto(`/desk/documents?search=${number}`)
  await page.getByRole('link', { name: number }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible()
}

/** Reads the code of a delivery that staff prints on the slip in the parcel. */
export async function readSlip(page: Page): Promise<string> {
  await page.getByRole('tab').first().click()
  await expect(page.getByText(fields.handover_code, { exact: true })).toBeVisible()
  return (await page.getByText(/^\d{4}$/).textContent())!
}

const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\nstartxref\n9\n%%EOF\n')

/** Uploads the report of an inspection, or the scan of a document, and goes back to the request. */
export async function upload(page: Page, name: string, kind?: string): Promise<void> {
  const { tabs } = deskWords.records.documents
  const { files } = deskWords.documents
  await page.getByRole('tab', { name: tabs.files }).click()
  await page.getByLabel(files.purpose).selectOption(kind === undefined ? 'report' : 'scan')
  if (kind !== undefined) await page.getByLabel(files.kind, { exact: true }).selectOption(kind)
  await page.getByLabel(files.file, { exact: true }).setInputFiles({ name, mimeType: 'application/pdf', buffer: pdf })
  await expect(page.getByText(name)).toBeVisible()
  await page.getByRole('tab', { name: tabs.request }).click()
}

/** Uploads the scan of an issued document and enters its result. */
export async function issue(page: Page, kind: string, expires_on: string): Promise<void> {
  await upload(page, `${kind}.pdf`, kind)
  const issued_on = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  await act(page, 'result', { document_number: `NG-${kind}`, issued_on, expires_on }, { kind, result: 'issued' })
}
