import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { DocumentDetails } from '#contract/documents/documents.ts'
import { desk as deskWords } from '#i18n/en/desk.ts'
import { document_mails } from '#i18n/en/emails/document_mails.ts'
import { document_mails as document_mails_fr } from '#i18n/fr/emails/document_mails.ts'
import { prepareState } from '#test/e2e/documents/document-fees.ts'
import { buildQuote } from '#test/e2e/documents/requests.ts'
import { wordsFor } from '#test/e2e/kit/catalogue.ts'
import { buildDriver, send, subjectsTo, walletOf, type E2eDriver } from '#test/e2e/kit/drivers.ts'
import { signInStaff } from '#test/e2e/shop/orders.ts'
import { bombOf } from '#test/kits/files/picture-bomb.ts'
import { findEnabled } from '#test/kits/pages/booking-page-kit.ts'
import {
  act,
  bookFirst,
  expectStatus,
  findAppointment,
  issue,
  openRecord,
  payQuote,
  readCode,
  readSlip,
  upload,
} from '#test/kits/pages/document-page-kit.ts'
import { base, goTo, openPage } from '#test/kits/pages/page-kit.tsx'
import { inTurn } from '#test/kits/rounds.ts'

/*
 * A request from its quote on, as its customer and staff see it; each test has a state with fees of its own. Of the ways that
 * both go together, two are tried in each run; what the server does on each is in its feature tests.
 */
const outcomes = ['repeated', 'delivered', 'rejected', 'picked up', 'answered'] as const
const tried = inTurn(outcomes, 2)()
const onWay = (way: (typeof outcomes)[number]) => test.runIf(tried.includes(way))

const { documents: words, errors } = wordsFor({ language: 'en', country: 'NG' })
const french = wordsFor({ language: 'fr', country: 'NG' }).documents

const newCustomer = (language: 'en' | 'fr' = 'en') =>
  buildDriver(base, { country_code: 'NG', language, top_up: 100_000 })
const openRequest = ({ number }: DocumentDetails, { token }: E2eDriver, language: 'en' | 'fr' = 'en') =>
  openPage(`/documents/${number}`, { token, country: 'NG', language })
const expectMail = (customer: E2eDriver, subject: string) =>
  waitFor(async () => expect(await subjectsTo(base, customer)).toContain(subject))

onWay('repeated')('a failed inspection is repeated for the fee that the page shows', async () => {
  const centre = await prepareState(base, 'ON', 3_000)
  const [customer, staff] = [await newCustomer(), await signInStaff(base)]
  const plate = 'AKR-222BB'
  const request = await buildQuote(base, customer, {
    state: 'ON',
    plate,
    kinds: ['road_worthiness'],
    handover: 'pickup',
  })
  const before = await walletOf(base, customer)
  const user = await openRequest(request, customer)
  // 6,000 to the agency, 2,500 to us with 188 of VAT.
  await payQuote(user)
  await bookFirst(user, centre)
  const first = await openRecord(request, staff)
  await upload(first, 'report-1.pdf')
  await act(first, 'fail', { reason: 'The brakes are worn' })

  const again = await openRequest(request, customer)
  await expectStatus('inspection_failed')
  expect((await screen.findAllByText('The brakes are worn')).length).toBeGreaterThan(0)
  await expectMail(customer, document_mails.topics.inspection_failed.subject.replace('{{plate}}', plate))
  expect(await walletOf(base, customer)).toBe(before - 8_688)
  expect((await screen.findAllByText('₦3,000')).length).toBeGreaterThan(0)
  await again.click(await findAppointment(centre))
  await again.click(await findEnabled(words.inspection.pay.replace('{{amount}}', '₦3,000')))
  await expectStatus('inspection_booked')
  expect(await walletOf(base, customer)).toBe(before - 11_688)

  const second = await openRecord(request, staff)
  await upload(second, 'report-2.pdf')
  await act(second, 'pass')
  await openRequest(request, customer)
  await expectStatus('inspection_passed')
})

test('hostile files are refused in words', async () => {
  await prepareState(base, 'NA')
  const customer = await newCustomer()
  const kinds = ['third_party_insurance'] as const
  const request = await buildQuote(base, customer, { state: 'NA', plate: 'LFA-555EE', kinds, handover: 'delivery' })
  const user = await openRequest(request, customer)
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>document.title = "hacked"</script></svg>'
  await user.upload(await screen.findByLabelText(words.files.add, { selector: 'input' }), [
    new File(['MZ\u0090\u0000'], 'licence.exe.pdf', { type: 'application/pdf' }),
    new File([svg], 'drawing.png', { type: 'image/png' }),
    new File([new Uint8Array(bombOf(60_000))], 'bomb.png', { type: 'image/png' }),
    new File([new Uint8Array(5 * 1_024 * 1_024 + 1)], 'large.pdf', { type: 'application/pdf' }),
  ])
  for (const [name, message] of [
    ['licence.exe.pdf', errors.fields.file_type],
    ['drawing.png', errors.fields.file_type],
    ['bomb.png', errors.fields.picture],
    ['large.pdf', words.files.too_large],
  ] as const)
    expect(await screen.findByText(`${name}: ${message}`)).toBeTruthy()
  const remove = new RegExp(words.files.delete.replace('{{name}}', ''))
  expect(screen.queryByRole('button', { name: remove })).toBeNull()
})

onWay('delivered')('a delivery is confirmed with the code of the slip, and with no other', async () => {
  await prepareState(base, 'YO')
  const [customer, staff] = [await newCustomer(), await signInStaff(base)]
  const kinds = ['third_party_insurance'] as const
  const request = await buildQuote(base, customer, { state: 'YO', plate: 'LFA-556EE', kinds, handover: 'delivery' })
  await payQuote(await openRequest(request, customer))
  const desk = await openRecord(request, staff)
  await act(desk, 'submit')
  await issue(desk, 'third_party_insurance', '2027-11-21')
  await act(desk, 'dispatch', { courier: 'GIG', tracking_number: 'GIG-77' })
  const code = await readSlip()
  const user = await openRequest(request, customer)
  expect((await screen.findAllByText(/GIG-77/)).length).toBeGreaterThan(0)
  const confirm = async (typed: string) => {
    const field = await screen.findByLabelText(new RegExp(`^${words.request.confirm_code}`))
    await user.clear(field)
    await user.type(field, typed)
    await user.click(screen.getByRole('button', { name: words.request.confirm_button }))
  }
  await confirm(code === '0000' ? '0001' : '0000')
  expect(await screen.findByText(new RegExp(errors.document_handover_code.split('{{')[0]!))).toBeTruthy()
  await confirm(code)
  await expectStatus('delivered')
})

test('cancelling before the agency has it refunds everything', async () => {
  const centre = await prepareState(base, 'BE')
  const customer = await newCustomer()
  const before = await walletOf(base, customer)
  const plate = 'MKD-333CC'
  const kinds = ['road_worthiness', 'third_party_insurance'] as const
  const request = await buildQuote(base, customer, { state: 'BE', plate, kinds, handover: 'delivery' })
  const user = await openRequest(request, customer)
  await payQuote(user)
  // 6,000 and 15,000, 3,500 to us with 263 of VAT, 3,000 for the courier with 225.
  expect(await walletOf(base, customer)).toBe(before - 27_988)
  await bookFirst(user, centre)
  await user.click(await screen.findByRole('button', { name: words.quoted.cancel }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText(words.request.cancel_paid.replace('{{amount}}', '₦27,988'))).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: words.quoted.cancel }))
  await expectStatus('refunded')
  expect(await walletOf(base, customer)).toBe(before)
  expect(await screen.findByText(/^[-−]₦27,988$/)).toBeTruthy()
  await expectMail(customer, document_mails.topics.cancelled.subject.replace('{{plate}}', plate))
  await goTo('/documents?tab=past')
  expect(await screen.findByRole('link', { name: plate })).toBeTruthy()
})

onWay('rejected')('after a rejection staff refunds what came back, and the service is kept', async () => {
  await prepareState(base, 'KW')
  const [customer, staff] = [await newCustomer('fr'), await signInStaff(base)]
  const before = await walletOf(base, customer)
  const plate = 'ILR-444DD'
  const kinds = ['third_party_insurance'] as const
  const request = await buildQuote(base, customer, { state: 'KW', plate, kinds, handover: 'delivery' })
  await payQuote(await openRequest(request, customer, 'fr'), french)
  // 15,000 to the insurer, 1,000 to us with 75 of VAT, 3,000 for the courier with 225.
  expect(await walletOf(base, customer)).toBe(before - 19_300)
  const desk = await openRecord(request, staff)
  await act(desk, 'submit')
  const reason = 'Le numéro de châssis ne correspond pas'
  await act(desk, 'result', { agency_reason: reason }, { kind: 'third_party_insurance', result: 'rejected' })
  await openRequest(request, customer, 'fr')
  await expectStatus('rejected', french)
  expect((await screen.findAllByText(new RegExp(reason))).length).toBeGreaterThan(0)
  expect(await walletOf(base, customer)).toBe(before - 19_300)
  await act(await openRecord(request, staff), 'refund', { third_party_insurance: '14000' })
  await openRequest(request, customer, 'fr')
  await expectStatus('refunded', french)
  expect(await walletOf(base, customer)).toBe(before - 19_300 + 14_000 + 3_225)
  for (const topic of ['quoted', 'paid', 'with_agency', 'rejected', 'refunded'] as const) {
    const { subject } = document_mails_fr.topics[topic]
    await expectMail(customer, subject.replace('{{plate}}', plate).replace('{{amount}}', '17 225 ₦'))
  }
})

onWay('picked up')(
  'three documents go from a quote to the counter of a pickup, and their dates to the vehicle',
  async () => {
    const centre = await prepareState(base, 'EK')
    const [customer, staff] = [await newCustomer(), await signInStaff(base)]
    const { token } = customer
    const plate = 'EKY-123AA'
    const vehicle = { plate, make: 'Toyota', model: 'Corolla', country_code: 'NG', papers: [] }
    await send(base, 'POST', '/api/v1/user/vehicles/', { token, body: vehicle })
    const kinds = ['vehicle_licence', 'road_worthiness', 'third_party_insurance'] as const
    const request = await buildQuote(base, customer, { state: 'EK', plate, kinds, handover: 'pickup' })
    let user = await openRequest(request, customer)
    await expectStatus('quoted')
    const before = await walletOf(base, customer)
    // 4,000 + 6,000 to the agency, 15,000 to the insurer, 5,500 to us with 413 of VAT.
    await payQuote(user)
    expect(await walletOf(base, customer)).toBe(before - 30_913)
    await bookFirst(user, centre)

    user = await openRecord(request, staff)
    await upload(user, 'report.pdf')
    await act(user, 'pass')
    await openRequest(request, customer)
    await expectStatus('inspection_passed')
    await act(await openRecord(request, staff), 'submit', { agency_receipt: 'EK-2026-77' })
    await openRequest(request, customer)
    await expectStatus('with_agency')
    expect(screen.queryByRole('button', { name: words.quoted.cancel })).toBeNull()
    user = await openRecord(request, staff)
    await issue(user, 'vehicle_licence', '2027-11-20')
    await issue(user, 'road_worthiness', '2027-05-20')
    await issue(user, 'third_party_insurance', '2027-11-21')
    await openRequest(request, customer)
    await expectStatus('issued')
    expect(await screen.findByText(/NG-vehicle_licence/)).toBeTruthy()
    expect(await screen.findByText('vehicle_licence.pdf')).toBeTruthy()
    expect(screen.getByRole('link', { name: words.request.check_insurance })).toBeTruthy()
    await act(await openRecord(request, staff), 'ready', {
      pickup_place: '1 Ring Road',
      pickup_hours: 'Mo-Fr 08:00-16:00',
    })
    await openRequest(request, customer)
    await expectStatus('ready_for_pickup')
    const code = await readCode()
    await act(await openRecord(request, staff), 'hand_over', { code })
    await openRequest(request, customer)
    await expectStatus('delivered')
    expect(await walletOf(base, customer)).toBe(before - 30_913)

    const { topics } = document_mails
    for (const topic of ['quoted', 'paid', 'inspection_booked', 'inspection_passed', 'with_agency', 'issued'] as const)
      await expectMail(customer, topics[topic].subject.replace('{{plate}}', plate))
    for (const topic of ['ready_for_pickup', 'delivered'] as const)
      await expectMail(customer, topics[topic].subject.replace('{{plate}}', plate))
    const path = '/api/v1/user/vehicles/'
    const { items } = await send<{ items: { papers: object[] }[] }>(base, 'GET', path, { token })
    expect(items[0]!.papers).toEqual([
      { kind: 'licence', expires_on: '2027-11-20' },
      { kind: 'inspection', expires_on: '2027-05-20' },
      { kind: 'insurance', expires_on: '2027-11-21' },
    ])
    await openPage('/profile', { token, country: 'NG' })
    expect(await screen.findByText(/20 Nov 2027/)).toBeTruthy()
  },
)

onWay('answered')(
  'staff asks for something, finds the request by its plate, and gives it to the agency once it was answered',
  async () => {
    await prepareState(base, 'TA')
    const [customer, staff] = [await newCustomer(), await signInStaff(base)]
    const plate = 'JAL-777KB'
    const kinds = ['third_party_insurance'] as const
    const request = await buildQuote(base, customer, { state: 'TA', plate, kinds, handover: 'delivery' })
    await payQuote(await openRequest(request, customer))
    const desk = await openPage(`/desk/documents?search=${plate}`, { token: staff, country: 'NG' })
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2))
    await desk.click(screen.getByRole('link', { name: request.number }))
    expect(await screen.findByRole('heading', { level: 1, name: request.number })).toBeTruthy()
    expect(await screen.findByText('JTDBR32E720123456')).toBeTruthy()
    expect(await screen.findByText(deskWords.documents.files.none)).toBeTruthy()
    await act(desk, 'ask', { reason: 'A photo of your current certificate' })

    const user = await openRequest(request, customer)
    await expectStatus('action_required')
    expect((await screen.findAllByText('A photo of your current certificate')).length).toBeGreaterThan(0)
    await user.type(await screen.findByLabelText(new RegExp(`^${words.request.note}`)), 'It was stolen')
    await user.click(screen.getByRole('button', { name: words.request.answer }))
    await expectStatus('document_review')
    // The button of the answer is gone: the page's title has the focus.
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
    await act(await openRecord(request, staff), 'submit')
    await openRequest(request, customer)
    await expectStatus('with_agency')
  },
)
