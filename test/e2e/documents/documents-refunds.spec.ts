import { document_mails } from '#i18n/en/emails/document_mails.ts'
import { document_mails as document_mails_fr } from '#i18n/fr/emails/document_mails.ts'
import { bombOf } from '#test/kits/files/picture-bomb.ts'
import { expectAccessibleScreen } from '../kit/axe.ts'
import { buildDriver } from '../kit/drivers.ts'
import { expect, test } from '../kit/fixtures.ts'
import {
  act,
  askQuote,
  balanceOf,
  bookFirst,
  expectStatus,
  fillForm,
  issue,
  openDesk,
  openRequest,
  payQuote,
  prepareState,
  readSlip,
  signInCustomer,
  subjectsTo,
  upload,
  wordsIn,
} from './documents.ts'

const base = process.env['BASE_URL']!
const words = wordsIn('en').documents
const french = wordsIn('fr').documents
const { errors } = wordsIn('en')

test.use({ locale: 'en-US', timezoneId: 'Africa/Lagos', reducedMotion: 'reduce' })

const newCustomer = (language: 'en' | 'fr' = 'en') =>
  buildDriver(base, { country_code: 'NG', language, top_up: 100_000 })

test('a failed inspection is repeated for the fee that the page shows @phone', async ({ page, browser }) => {
  test.slow()
  const centre = await prepareState(base, 'ON', 3_000)
  const customer = await newCustomer()
  await signInCustomer(page, customer)
  const plate = 'AKR-222BB'
  await fillForm(page, words, { state: 'ON', plate, kinds: ['road_worthiness'], handover: 'pickup' })
  const number = await askQuote(page, words)
  const before = await balanceOf(base, customer)
  // 6,000 to the agency, 2,500 to us with 188 of VAT.
  await payQuote(page, words)
  await bookFirst(page, words, centre)
  const desk = await openDesk(browser, base)
  await openRequest(desk.page, number)
  await upload(desk.page, 'report-1.pdf')
  await act(desk.page, 'fail', { reason: 'The brakes are worn' })
  await page.reload()
  await expectStatus(page, words, 'inspection_failed')
  await expect(page.getByText('The brakes are worn').first()).toBeVisible()
  await expectAccessibleScreen(page, 'a failed inspection')
  await expect
    .poll(() => subjectsTo(base, customer))
    .toContain(document_mails.topics.inspection_failed.subject.replace('{{plate}}', plate))
  expect(await balanceOf(base, customer)).toBe(before - 8_688)
  await expect(page.getByText('₦3,000', { exact: true }).first()).toBeVisible()
  await page
    .getByRole('button', { name: new RegExp(`${centre}$`) })
    .first()
    .click()
  await expectAccessibleScreen(page, 'the fee of another inspection')
  await page.getByRole('button', { name: words.inspection.pay.replace('{{amount}}', '₦3,000') }).click()
  await expectStatus(page, words, 'inspection_booked')
  expect(await balanceOf(base, customer)).toBe(before - 11_688)
  await desk.page.reload()
  await upload(desk.page, 'report-2.pdf')
  await act(desk.page, 'pass')
  await page.reload()
  await expectStatus(page, words, 'inspection_passed')
  await expectAccessibleScreen(page, 'a passed inspection')
  await desk.context.close()
})

test('a delivery is confirmed with the code of the slip, and hostile files are refused in words @desktop', async ({
  page,
  browser,
}) => {
  await prepareState(base, 'NA')
  const customer = await newCustomer()
  await signInCustomer(page, customer)
  const kinds = ['third_party_insurance'] as const
  await fillForm(page, words, { state: 'NA', plate: 'LFA-555EE', kinds, handover: 'delivery' })
  const number = await askQuote(page, words)
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>document.title = "hacked"</script></svg>'
  await page.getByLabel(words.files.add).setInputFiles([
    { name: 'licence.exe.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ\u0090\u0000') },
    { name: 'drawing.png', mimeType: 'image/png', buffer: Buffer.from(svg) },
    { name: 'bomb.png', mimeType: 'image/png', buffer: bombOf(60_000) },
    { name: 'large.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(5 * 1_024 * 1_024 + 1) },
  ])
  const refusals = [
    ['licence.exe.pdf', errors.fields.file_type],
    ['drawing.png', errors.fields.file_type],
    ['bomb.png', errors.fields.picture],
    ['large.pdf', words.files.too_large],
  ] as const
  for (const [name, message] of refusals) await expect(page.getByText(`${name}: ${message}`)).toBeVisible()
  await expect(page.getByRole('button', { name: words.files.delete.replace('{{name}}', '') })).toBeHidden()
  await payQuote(page, words)

  const desk = await openDesk(browser, base)
  await openRequest(desk.page, number)
  await act(desk.page, 'submit')
  await issue(desk.page, 'third_party_insurance', '2027-11-21')
  await act(desk.page, 'dispatch', { courier: 'GIG', tracking_number: 'GIG-77' })
  const code = await readSlip(desk.page)
  await desk.context.close()
  await page.reload()
  const confirm = async (typed: string) => {
    await page.getByLabel(words.request.confirm_code).fill(typed)
    await page.getByRole('button', { name: words.request.confirm_button }).click()
  }
  await confirm(code === '0000' ? '0001' : '0000')
  await expect(page.getByText(errors.document_handover_code.split('{{')[0]!)).toBeVisible()
  await confirm(code)
  await expectStatus(page, words, 'delivered')
})

test('cancelling before the agency has it refunds everything @phone', async ({ page }) => {
  const centre = await prepareState(base, 'BE')
  const customer = await newCustomer()
  const before = await balanceOf(base, customer)
  await signInCustomer(page, customer)
  const plate = 'MKD-333CC'
  const kinds = ['road_worthiness', 'third_party_insurance'] as const
  await fillForm(page, words, { state: 'BE', plate, kinds, handover: 'delivery' })
  await askQuote(page, words)
  await payQuote(page, words)
  // 6,000 and 15,000, 3,500 to us with 263 of VAT, 3,000 for the courier with 225.
  expect(await balanceOf(base, customer)).toBe(before - 27_988)
  await bookFirst(page, words, centre)
  await page.getByRole('button', { name: words.quoted.cancel }).click()
  await expect(page.getByText(words.request.cancel_paid.replace('{{amount}}', '₦27,988'))).toBeVisible()
  await page.getByRole('button', { name: words.quoted.cancel }).click()
  await expectStatus(page, words, 'refunded')
  expect(await balanceOf(base, customer)).toBe(before)
  await expect(page.getByText('-₦27,988').or(page.getByText('−₦27,988'))).toBeVisible()
  await expectAccessibleScreen(page, 'a cancelled request')
  await expect
    .poll(() => subjectsTo(base, customer))
    .toContain(document_mails.topics.cancelled.subject.replace('{{plate}}', plate))
  await page.goto('/documents?tab=past')
  await expect(page.getByRole('link', { name: plate })).toBeVisible()
})

test.describe('in French', () => {
  test.use({ locale: 'fr-FR' })
  test('after a rejection staff refunds what came back, and the service is kept @desktop', async ({
    page,
    browser,
  }) => {
    test.slow()
    await prepareState(base, 'KW')
    const customer = await newCustomer('fr')
    const before = await balanceOf(base, customer)
    await signInCustomer(page, customer, 'fr')
    const plate = 'ILR-444DD'
    await fillForm(
      page,
      french,
      { state: 'KW', plate, kinds: ['third_party_insurance'], handover: 'delivery' },
      (step) => expectAccessibleScreen(page, `étape ${step}`),
    )
    const number = await askQuote(page, french)
    await payQuote(page, french)
    // 15,000 to the insurer, 1,000 to us with 75 of VAT, 3,000 for the courier with 225.
    expect(await balanceOf(base, customer)).toBe(before - 19_300)
    const desk = await openDesk(browser, base)
    await openRequest(desk.page, number)
    await act(desk.page, 'submit')
    const reason = 'Le numéro de châssis ne correspond pas'
    await act(desk.page, 'result', { agency_reason: reason }, { kind: 'third_party_insurance', result: 'rejected' })
    await page.reload()
    await expectStatus(page, french, 'rejected')
    await expect(page.getByText(reason).first()).toBeVisible()
    await expectAccessibleScreen(page, 'une demande refusée')
    expect(await balanceOf(base, customer)).toBe(before - 19_300)
    await act(desk.page, 'refund', { third_party_insurance: '14000' })
    await page.reload()
    await expectStatus(page, french, 'refunded')
    expect(await balanceOf(base, customer)).toBe(before - 19_300 + 14_000 + 3_225)
    await expectAccessibleScreen(page, 'une demande remboursée')
    const subjects = await subjectsTo(base, customer)
    for (const topic of ['quoted', 'paid', 'with_agency', 'rejected', 'refunded'] as const) {
      const { subject } = document_mails_fr.topics[topic]
      expect(subjects).toContain(subject.replace('{{plate}}', plate).replace('{{amount}}', '17 225 ₦'))
    }
    await desk.context.close()
  })
})
