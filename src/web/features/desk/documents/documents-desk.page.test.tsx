import { screen, waitFor, within } from '@testing-library/react'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import type { DeskDocument } from '#contract/documents/desk/document-requests.ts'
import type { DocumentDetails } from '#contract/documents/documents.ts'
import { desk as en } from '#i18n/en/desk.ts'
import { errors } from '#i18n/en/errors.ts'
import { desk as fr } from '#i18n/fr/desk.ts'
import { endExampleFees } from '#test/e2e/documents/document-fees.ts'
import { adminMember, buildDriver, send } from '#test/e2e/kit/drivers.ts'
import { completeForm } from '#test/kits/document-kit.ts'
import { base, openPage } from '#test/kits/pages/page-kit.tsx'

const { records, documents: words } = en
const { actions, done, fields } = records.documents
let token: string
let customer: string
beforeAll(async () => {
  const body = { identifier: adminMember.email, password: adminMember.password }
  token = (await send<{ access_token: string }>(base, 'POST', '/api/v1/auth/login', { body })).access_token
  customer = (await buildDriver(base, { country_code: 'NG', language: 'en', top_up: 400_000 })).token
  // Every state has example fees: one that is over is a fee that nobody knows.
  await endExampleFees(base, token, 'AK', 'road_worthiness')
})

const asStaff = (id: string, path: string, body?: object) =>
  send<DeskDocument>(base, 'POST', `/api/v1/admin/documents/${id}/${path}`, { token, ...(body && { body }) })

/** A request that was paid, for insurance and a proof of ownership. */
async function newPaid(): Promise<DocumentDetails> {
  const documents = [
    { kind: 'third_party_insurance', term_months: null },
    { kind: 'proof_of_ownership', term_months: null },
  ]
  const body = { ...completeForm, state: 'AK', documents, handover: 'pickup', delivery_address: null }
  const draft = await send<DocumentDetails>(base, 'POST', '/api/v1/documents', { token: customer, body })
  const path = `/api/v1/documents/${draft.id}`
  const quote = await send<DocumentDetails>(base, 'POST', `${path}/quote`, { token: customer })
  return send(base, 'POST', `${path}/pay`, { token: customer, body: { total: quote.total!.amount } })
}
const rejected = (kind: string) => ({
  kind,
  result: 'rejected',
  document_number: null,
  issued_on: null,
  expires_on: null,
  agency_reason: 'The name differs',
})
const dialog = () => screen.findByRole('dialog')
/** The state stands beside the number of a request, and in its history. */
const expectState = (state: keyof typeof records.documents.states) =>
  waitFor(() => expect(screen.getAllByText(records.documents.states[state])).toHaveLength(2))

test('the queue shows where a request stands, and leads to its form beside its files', async () => {
  const { number } = await newPaid()
  const user = await openPage(`/desk/documents?search=${number}`, { token, country: 'NG' })
  const row = (await screen.findByRole('link', { name: number })).closest('tr')!
  expect(within(row).getByText(records.documents.states.document_review)).toBeTruthy()
  await user.click(within(row).getByRole('link', { name: number }))
  expect(await screen.findByText(words.files.none)).toBeTruthy()
  expect(await screen.findByText(completeForm.chassis_number)).toBeTruthy()
})

test('a request without a fee names it, and leads to the form of this fee', async () => {
  const body = { ...completeForm, state: 'AK', handover: 'pickup', delivery_address: null }
  const draft = await send<DocumentDetails>(base, 'POST', '/api/v1/documents', { token: customer, body })
  await send(base, 'POST', `/api/v1/documents/${draft.id}/quote`, { token: customer })
  const user = await openPage(`/desk/documents/${draft.id}`, { token, country: 'NG', language: 'fr' })
  const notice = (await screen.findByText(fr.documents.request.missing)).closest('div')!
  expect(within(notice.parentElement!).getByText(/^Certificat de contrôle technique, Droits/)).toBeTruthy()
  expect(screen.getByText(fr.words.document_events.waiting)).toBeTruthy()
  await user.click(within(notice.parentElement!).getByRole('link'))
  const valueOf = async (name: string) =>
    ((await screen.findByLabelText(new RegExp(`^${name}`))) as HTMLSelectElement).value
  const { kind, part, state, category, use } = fr.lists.document_fees.columns
  expect([await valueOf(kind), await valueOf(part), await valueOf(state)]).toEqual([
    'road_worthiness',
    'government',
    'AK',
  ])
  expect([await valueOf(category), await valueOf(use)]).toEqual(['saloon', 'private'])
})

test('asks the customer for something in words, which are demanded', async () => {
  const { id } = await newPaid()
  const user = await openPage(`/desk/documents/${id}`, { token, country: 'NG' })
  await user.click(await screen.findByRole('button', { name: actions.ask }))
  const submit = within(await dialog()).getByRole('button', { name: actions.ask })
  await user.click(submit)
  expect((await within(await dialog()).findAllByText(/required/i)).length).toBeGreaterThan(0)
  await user.type(within(await dialog()).getByRole('textbox'), 'A photo of your licence')
  await user.click(submit)
  expect(await screen.findByText(done.ask)).toBeTruthy()
  await expectState('action_required')
})

test('the form of a result asks for what its result needs, and the refund for what was rejected', async () => {
  const { id } = await newPaid()
  await asStaff(id, 'submit', { agency_receipt: 'AK-1' })
  const user = await openPage(`/desk/documents/${id}`, { token, country: 'NG' })
  await user.click(await screen.findByRole('button', { name: actions.result }))
  const form = within(await dialog())
  const field = (name: keyof typeof fields) => form.queryByLabelText(new RegExp(`^${fields[name]}`))
  expect(field('document_number')).toBeNull()
  const offered = within(field('kind')!).getAllByRole('option').slice(1)
  expect(offered.map(({ textContent }) => textContent)).toEqual([
    en.words.fee_kinds.third_party_insurance,
    en.words.fee_kinds.proof_of_ownership,
  ])
  await user.selectOptions(field('result')!, 'issued')
  expect([field('document_number') !== null, field('agency_reason')]).toEqual([true, null])
  await user.selectOptions(field('result')!, 'rejected')
  expect(field('document_number')).toBeNull()
  await user.selectOptions(field('kind')!, 'third_party_insurance')
  await user.type(field('agency_reason')!, 'The name differs')
  await user.click(form.getByRole('button', { name: actions.result }))
  expect(await screen.findByText(done.result)).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: actions.refund }))
  const refund = within(await dialog())
  expect(refund.getAllByRole('textbox')).toHaveLength(1)
  await user.type(refund.getByLabelText(fields.third_party_insurance), '14000')
  await user.click(refund.getByRole('button', { name: actions.refund }))
  expect(await screen.findByText(done.refund)).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: actions.refund })).toBeNull())
})

test('a result is entered with its scan, number and dates in one form', async () => {
  const { id } = await newPaid()
  await asStaff(id, 'submit', { agency_receipt: 'AK-2' })
  const user = await openPage(`/desk/documents/${id}`, { token, country: 'NG' })
  await user.click(await screen.findByRole('button', { name: actions.result }))
  const form = within(await dialog())
  const field = (name: keyof typeof fields) => form.getByLabelText(new RegExp(`^${fields[name]}`))
  await user.selectOptions(field('kind'), 'proof_of_ownership')
  await user.selectOptions(field('result'), 'issued')
  await user.type(field('document_number'), 'POO-1')
  await user.type(field('issued_on'), '2026-11-01')
  const submit = form.getByRole('button', { name: actions.result })
  await user.click(submit)
  expect(await form.findByText(words.result.no_scan)).toBeTruthy()
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  await user.upload(
    form.getByLabelText(words.result.scan),
    new File([new Uint8Array(picture)], 'proof.png', { type: 'image/png' }),
  )
  await user.click(submit)
  expect(await screen.findByText(done.result)).toBeTruthy()
  const stored = await send<DeskDocument>(base, 'GET', `/api/v1/admin/documents/${id}`, { token })
  expect(stored.files).toMatchObject([{ purpose: 'scan', kind: 'proof_of_ownership' }])
  expect(stored.documents.find(({ kind }) => kind === 'proof_of_ownership')).toMatchObject({ result: 'issued' })
})

test('requests are taken, released, given to a colleague, and the next one by its key', async () => {
  const first = await newPaid()
  await newPaid()
  const user = await openPage(`/desk/documents/${first.id}`, { token, country: 'NG' })
  await user.click(await screen.findByRole('button', { name: actions.take }))
  expect(await screen.findByText(done.take)).toBeTruthy()
  expect(screen.queryByRole('button', { name: actions.take })).toBeNull()
  await user.click(await screen.findByRole('button', { name: actions.release }))
  expect(await screen.findByText(done.release)).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: actions.assign }))
  const form = within(await dialog())
  const colleague = form.getByLabelText(new RegExp(`^${fields.colleague}`))
  const [, own] = within(colleague).getAllByRole('option')
  await user.selectOptions(colleague, own!)
  await user.click(form.getByRole('button', { name: actions.assign }))
  expect(await screen.findByText(done.assign)).toBeTruthy()
  const { pathname } = window.location
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('q')
  await waitFor(() => expect(window.location.pathname).not.toBe(pathname))
  expect(window.location.pathname).toMatch(/^\/desk\/documents\/[\da-f-]{36}$/)
  expect(await screen.findByRole('button', { name: words.queue.next })).toBeTruthy()
})

test('an upload that is no picture or PDF is refused with the reason', async () => {
  const { id } = await newPaid()
  const user = await openPage(`/desk/documents/${id}?tab=files`, { token, country: 'NG' })
  const input = await screen.findByLabelText(words.files.file)
  await user.upload(input, new File(['<script>alert(1)</script>'], 'scan.pdf', { type: 'application/pdf' }))
  await waitFor(() => expect(input.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByText(words.files.none)).toBeTruthy()
})

test('a request of which nothing was issued is refunded', async () => {
  const { id } = await newPaid()
  await asStaff(id, 'submit', { agency_receipt: null })
  for (const kind of ['third_party_insurance', 'proof_of_ownership']) await asStaff(id, 'result', rejected(kind))
  const user = await openPage(`/desk/documents/${id}`, { token, country: 'NG' })
  await user.click(await screen.findByRole('button', { name: actions.refund }))
  await user.click(within(await dialog()).getByRole('button', { name: actions.refund }))
  await expectState('refunded')
})

/** A paid request in Cross River, which needs an inspection. */
async function newInspected(): Promise<DocumentDetails> {
  const body = {
    ...completeForm,
    state: 'CR',
    documents: [{ kind: 'road_worthiness', term_months: null }],
    handover: 'pickup',
    delivery_address: null,
  }
  const draft = await send<DocumentDetails>(base, 'POST', '/api/v1/documents', { token: customer, body })
  const path = `/api/v1/documents/${draft.id}`
  const quote = await send<DocumentDetails>(base, 'POST', `${path}/quote`, { token: customer })
  return send(base, 'POST', `${path}/pay`, { token: customer, body: { total: quote.total!.amount } })
}

test('an inspection is booked at an hour that is left; one taken meanwhile is said and no longer offered', async () => {
  const centre = { name: 'Calabar Road', state: 'CR', city: 'Calabar', address: '1 Ring Road', phone: null }
  const { id: centre_id } = await send<{ id: string }>(base, 'POST', '/api/v1/admin/inspection-centres', {
    token,
    body: { ...centre, capacity_per_hour: 1, opening_hours: 'Mo-Su 08:00-10:00' },
  })
  await send(base, 'POST', `/api/v1/admin/inspection-centres/${centre_id}/activate`, { token })
  const [{ id }, other] = [await newInspected(), await newInspected()]
  const user = await openPage(`/desk/documents/${id}`, { token, country: 'NG' })
  await user.click(await screen.findByRole('button', { name: actions.book }))
  const form = within(await dialog())
  const offered = () => form.queryAllByRole('button', { name: /Calabar Road/ })
  await waitFor(() => expect(offered()).toHaveLength(2))
  await user.click(form.getByRole('button', { name: actions.book }))
  expect((await form.findByRole('alert')).textContent).toBe(words.book.choose)
  const { centres } = await send<{ centres: { centre: { id: string }; times: { starts_at: string }[] }[] }>(
    base,
    'GET',
    `/api/v1/admin/documents/${other.id}/inspection`,
    { token },
  )
  const { times } = centres.find(({ centre: { id: of } }) => of === centre_id)!
  await asStaff(other.id, 'inspection', { centre_id, starts_at: times[0]!.starts_at })
  await user.click(offered()[0]!)
  expect(offered()[0]!.getAttribute('aria-pressed')).toBe('true')
  await user.click(form.getByRole('button', { name: actions.book }))
  await waitFor(() => expect(offered()).toHaveLength(1))
  await waitFor(() => expect(form.getByRole('alert').textContent).toBe(errors.appointment_full))
  await user.click(offered()[0]!)
  await user.click(form.getByRole('button', { name: actions.book }))
  expect(await screen.findByText(done.book)).toBeTruthy()
  await expectState('inspection_booked')
})

test('takes the next request of the queue from the list, and the one after it from the record', async () => {
  await newPaid()
  await newPaid()
  await newPaid()
  const user = await openPage('/desk/documents', { token, country: 'NG' })
  const takeNext = async () => {
    const before = location.pathname
    await user.click(await screen.findByRole('button', { name: words.queue.next }))
    await waitFor(() => expect(location.pathname).not.toBe(before))
    expect(location.pathname).toMatch(/^\/desk\/documents\/[\da-f-]{36}$/)
    const id = location.pathname.split('/').at(-1)!
    const request = await send<DeskDocument>(base, 'GET', `/api/v1/admin/documents/${id}`, { token })
    expect(request.assigned_id).not.toBeNull()
    await screen.findByRole('heading', { level: 1, name: request.title })
    return id
  }
  const first = await takeNext()
  const second = await takeNext()
  expect(second).not.toBe(first)
  // By its key, as everywhere in the desk; neither of those that were passed over comes back.
  await user.keyboard('q')
  await waitFor(() => expect(location.pathname).not.toContain(second))
  expect(location.pathname).not.toContain(first)
})
