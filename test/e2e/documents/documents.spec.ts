import { document_mails } from '#i18n/en/emails/document_mails.ts'
import { expectAccessibleScreen } from '../kit/axe.ts'
import { buildDriver, send } from '../kit/drivers.ts'
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
  signInCustomer,
  subjectsTo,
  upload,
  wordsIn,
} from './documents.ts'

const base = process.env['BASE_URL']!
const words = wordsIn('en').documents

test.use({ locale: 'en-US', timezoneId: 'Africa/Lagos', reducedMotion: 'reduce' })

const newCustomer = (language: 'en' | 'fr' = 'en') =>
  buildDriver(base, { country_code: 'NG', language, top_up: 100_000 })

test('three documents go from a draft to the counter of a pickup @phone', async ({ page, browser }) => {
  test.slow()
  const centre = await prepareState(base, 'EK')
  const customer = await newCustomer()
  const plate = 'EKY-123AA'
  const vehicle = { plate, make: 'Toyota', model: 'Corolla', country_code: 'NG', papers: [] }
  await send(base, 'POST', '/api/v1/user/vehicles/', { token: customer.token, body: vehicle })
  await signInCustomer(page, customer)
  const kinds = ['vehicle_licence', 'road_worthiness', 'third_party_insurance'] as const
  await fillForm(page, words, { state: 'EK', plate, kinds, handover: 'pickup' }, (step) =>
    expectAccessibleScreen(page, `step ${step}`),
  )
  const number = await askQuote(page, words)
  await expectStatus(page, words, 'quoted')
  await expectAccessibleScreen(page, 'a quote')
  const before = await balanceOf(base, customer)
  // 4,000 + 6,000 to the agency, 15,000 to the insurer, 5,500 to us with 413 of VAT.
  await payQuote(page, words)
  expect(await balanceOf(base, customer)).toBe(before - 30_913)
  await expectAccessibleScreen(page, 'a request to be checked')
  await bookFirst(page, words, centre)

  const desk = await openDesk(browser, base)
  await openRequest(desk.page, number)
  await upload(desk.page, 'report.pdf')
  await act(desk.page, 'pass')
  await page.reload()
  await expectStatus(page, words, 'inspection_passed')
  await act(desk.page, 'submit', { agency_receipt: 'EK-2026-77' })
  await page.reload()
  await expectStatus(page, words, 'with_agency')
  await expect(page.getByRole('button', { name: words.quoted.cancel })).toBeHidden()
  await issue(desk.page, 'vehicle_licence', '2027-11-20')
  await issue(desk.page, 'road_worthiness', '2027-05-20')
  await issue(desk.page, 'third_party_insurance', '2027-11-21')
  await page.reload()
  await expectStatus(page, words, 'issued')
  await expect(page.getByText('NG-vehicle_licence')).toBeVisible()
  await expect(page.getByText('vehicle_licence.pdf')).toBeVisible()
  await expect(page.getByRole('link', { name: words.request.check_insurance })).toBeVisible()
  await act(desk.page, 'ready', { pickup_place: '1 Ring Road', pickup_hours: 'Mo-Fr 08:00-16:00' })
  await page.reload()
  await expectStatus(page, words, 'ready_for_pickup')
  const code = (await page.getByText(/^\d{4}$/).textContent())!
  await expectAccessibleScreen(page, 'a request that is ready for pickup')
  await act(desk.page, 'hand_over', { code })
  await desk.context.close()
  await page.reload()
  await expectStatus(page, words, 'delivered')
  expect(await balanceOf(base, customer)).toBe(before - 30_913)

  const subjects = await subjectsTo(base, customer)
  const { topics } = document_mails
  for (const topic of ['quoted', 'paid', 'inspection_booked', 'inspection_passed', 'with_agency', 'issued'] as const)
    expect(subjects).toContain(topics[topic].subject.replace('{{plate}}', plate))
  for (const topic of ['ready_for_pickup', 'delivered'] as const)
    expect(subjects).toContain(topics[topic].subject.replace('{{plate}}', plate))
  const { items } = await send<{ items: { papers: object[] }[] }>(base, 'GET', '/api/v1/user/vehicles/', {
    token: customer.token,
  })
  expect(items[0]!.papers).toEqual([
    { kind: 'licence', expires_on: '2027-11-20' },
    { kind: 'inspection', expires_on: '2027-05-20' },
    { kind: 'insurance', expires_on: '2027-11-21' },
  ])
  await page.goto('/profile')
  await expect(page.getByText(/20 Nov 2027/)).toBeVisible()
})
