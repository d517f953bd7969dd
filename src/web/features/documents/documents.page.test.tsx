import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { endExampleFees } from '#test/e2e/documents/document-fees.ts'
import { pattern, wordsOf } from '#test/e2e/kit/catalogue.ts'
import { buildDriver, send } from '#test/e2e/kit/drivers.ts'
import { signInStaff } from '#test/e2e/shop/orders.ts'
import { completeForm } from '#test/kits/document-kit.ts'
import { base, openPage } from '#test/kits/pages/page-kit.tsx'
import { isInTurn } from '#test/kits/rounds.ts'

const { documents: words, errors } = wordsOf.en
const page = '/vehicle-docs-renewal'

interface Request {
  id: string
  number: string
  version: number
  status: string
  form: Record<string, unknown>
}
const driver = () => buildDriver(base, { country_code: 'NG', language: 'en' })
const begin = (token: string, body: object) => send<Request>(base, 'POST', '/api/v1/documents', { token, body })
const read = (token: string, number: string) => send<Request>(base, 'GET', `/api/v1/documents/${number}`, { token })
const numberOf = () => new URLSearchParams(window.location.search).get('request')

test('saves a draft as it is typed, filled in from a saved vehicle', async () => {
  const { token } = await driver()
  const papers = [{ kind: 'licence', expires_on: '2027-01-31' }]
  const body = { plate: 'KJA-123AA', make: 'Toyota', model: 'Corolla', country_code: 'NG', papers }
  await send(base, 'POST', '/api/v1/user/vehicles/', { token, body })
  const user = await openPage(page, { token, country: 'NG' })
  await user.selectOptions(await screen.findByLabelText(words.saved_vehicle), 'KJA-123AA · Toyota Corolla')
  await screen.findByText(words.save.saved)
  await user.type(screen.getByLabelText(new RegExp(`^${words.fields.colour}`)), 'Silver')
  await waitFor(async () =>
    expect((await read(token, numberOf()!)).form).toMatchObject({
      plate: 'KJA-123AA',
      make: 'Toyota',
      colour: 'Silver',
      held: [{ kind: 'vehicle_licence', expires_on: '2027-01-31' }],
    }),
  )
})

test('stays at the step that was chosen while the draft was being created', async () => {
  const { token } = await driver()
  const [sent, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const realFetch = window.fetch
  const spy = vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    if (init?.method === 'POST' && String(input).endsWith('/api/v1/documents')) {
      sent.resolve()
      await released.promise
    }
    return realFetch(input, init)
  })
  onTestFinished(() => spy.mockRestore())
  const user = await openPage(`${page}?step=2`, { token, country: 'NG' })
  await user.click(await screen.findByRole('checkbox', { name: words.kinds.proof_of_ownership }))
  await sent.promise
  await user.click(screen.getByRole('button', { name: words.next }))
  await screen.findByRole('heading', { name: words.steps.documents })
  released.resolve()
  await waitFor(() => expect(numberOf()).not.toBeNull())
  expect(new URLSearchParams(window.location.search).get('step')).toBe('3')
  expect(screen.getByRole('heading', { name: words.steps.documents })).toBeTruthy()
})

test('names what is missing, explains what a licence needs, and adds it', async () => {
  const { token } = await driver()
  const { number } = await begin(token, { ...completeForm, make: null, documents: [] })
  const user = await openPage(`${page}?request=${number}`, { token, country: 'NG' })
  await user.click(await screen.findByRole('button', { name: words.next }))
  expect(await screen.findAllByText(errors.fields.required)).toHaveLength(1)
  await user.type(screen.getByLabelText(new RegExp(`^${words.fields.make}`)), 'Toyota')
  await user.click(screen.getByRole('button', { name: words.next }))
  await user.click(await screen.findByRole('button', { name: words.next }))
  await user.click(await screen.findByRole('checkbox', { name: new RegExp(`^${words.kinds.vehicle_licence}`) }))
  expect(await screen.findByText(words.dependency.title)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: words.next }))
  expect((await screen.findAllByText(new RegExp(errors.fields.needs_third_party_insurance))).length).toBeGreaterThan(0)
  for (const kind of ['third_party_insurance', 'road_worthiness'] as const) {
    const name = words.dependency.add.replace('{{document}}', words.dependent[kind])
    await user.click(screen.getByRole('button', { name }))
  }
  expect(screen.queryByText(words.dependency.title)).toBeNull()
  await user.click(screen.getByRole('button', { name: words.next }))
  expect(await screen.findByRole('heading', { name: words.steps.owner })).toBeTruthy()
})

test('shows what each document costs as soon as the fees are determined, before any number is entered', async () => {
  interface Fees {
    items: { total: { amount: number } | null; lines: { part: string; observed_on: string | null }[] | null }[]
  }
  const by = 'state=LA&category=saloon&use=private'
  const read = (query: string) => send<Fees>(base, 'GET', `/api/v1/documents/fees?${query}`, {})
  const user = await openPage(page, { country: 'NG' })
  const section = await screen.findByRole('region', { name: words.fees.title })
  expect(section.textContent).toContain(words.fees.choose)
  await screen.findByRole('option', { name: 'Lagos' })
  await user.selectOptions(screen.getByLabelText(new RegExp(`^${words.fields.state}`)), 'LA')
  await user.selectOptions(screen.getByLabelText(new RegExp(`^${words.fields.category}`)), 'saloon')
  await user.click(screen.getByRole('radio', { name: words.uses.private }))
  await within(section).findByText(new RegExp(words.fees.engine))
  await user.type(screen.getByLabelText(new RegExp(`^${words.fields.engine_cc}`)), '1800')
  const { items } = await read(`${by}&engine_cc=1800`)
  const known = items.filter(({ total }) => total !== null)
  expect(known.length).toBeGreaterThan(3)
  for (const { total } of known)
    await waitFor(() => expect(section.textContent).toContain(total!.amount.toLocaleString('en')))
  // Whatever one of them is made of names the day on which it was looked up.
  for (const line of known.flatMap(({ lines }) => lines ?? []))
    expect(line.part === 'tax', line.part).toBe(line.observed_on === null)
  for (const field of ['chassis_number', 'engine_number'] as const)
    expect(screen.getByLabelText(pattern(words.fields[field])).getAttribute('value') ?? '').toBe('')
})

test.runIf(isInTurn('shows the newest version', 3))(
  'shows the newest version when another tab has changed the draft',
  async () => {
    const { token } = await driver()
    const { id, number, version } = await begin(token, { plate: 'KJA-1', colour: 'Red' })
    const user = await openPage(`${page}?request=${number}`, { token, country: 'NG' })
    const colour = await screen.findByLabelText(new RegExp(`^${words.fields.colour}`))
    await send(base, 'PATCH', `/api/v1/documents/${id}`, { token, body: { version, colour: 'Green' } })
    await user.type(colour, 'dish')
    expect(await screen.findByText(words.newer.title)).toBeTruthy()
    expect((colour as HTMLInputElement).value).toBe('Green')
    await user.clear(colour)
    await user.type(colour, 'Blue')
    await waitFor(async () => expect((await read(token, number)).form['colour']).toBe('Blue'))
  },
)

test.runIf(isInTurn('loses nothing typed', 3))(
  'loses nothing typed where the newest version cannot be loaded, and shows it once it can',
  async () => {
    const { token } = await driver()
    const { id, number, version } = await begin(token, { plate: 'KJA-1', colour: 'Red' })
    const user = await openPage(`${page}?request=${number}`, { token, country: 'NG' })
    const colour = await screen.findByLabelText<HTMLInputElement>(new RegExp(`^${words.fields.colour}`))
    await send(base, 'PATCH', `/api/v1/documents/${id}`, { token, body: { version, colour: 'Green' } })
    const { fetch } = window
    const lost = vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
      const isRead = (input instanceof Request ? input.method : (init?.method ?? 'GET')) === 'GET'
      if (isRead && String(input instanceof Request ? input.url : input).includes('/documents/'))
        throw new TypeError('Failed to fetch')
      return fetch(input, init)
    })
    await user.type(colour, 'dish')
    expect(await screen.findByText(words.save.failed)).toBeTruthy()
    expect(colour.value).toBe('Reddish')
    lost.mockRestore()
    window.dispatchEvent(new Event('online'))
    expect(await screen.findByText(words.newer.title)).toBeTruthy()
    expect(colour.value).toBe('Green')
  },
)

test('asks for a quote and says that it waits for a fee', async () => {
  const { token } = await driver()
  await endExampleFees(base, await signInStaff(base), 'ZA')
  const { number } = await begin(token, { ...completeForm, state: 'ZA' })
  const user = await openPage(`${page}?request=${number}&step=5`, { token, country: 'NG' })
  await user.click(await screen.findByRole('button', { name: words.ask_quote }))
  expect(await screen.findByText(words.waiting.title)).toBeTruthy()
  expect(screen.queryByRole('button', { name: words.ask_quote })).toBeNull()
})

test('adds a file to a draft, refuses what is none, and deletes it', async () => {
  const { token } = await driver()
  const { number } = await begin(token, completeForm)
  const user = await openPage(`${page}?request=${number}&step=2`, { token, country: 'NG' })
  const input = await screen.findByLabelText(words.files.add, { selector: 'input' })
  const text = '%PDF-1.4\n1 0 obj\n<<>>\nendobj\nstartxref\n9\n%%EOF\n'
  await user.upload(input, [new File([text], 'licence.pdf', { type: 'application/pdf' })])
  expect(await screen.findByText('licence.pdf')).toBeTruthy()
  await user.upload(input, [new File(['<svg/>'], 'map.png', { type: 'image/png' })])
  expect(await screen.findByText(`map.png: ${errors.fields.file_type}`)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: words.files.delete.replace('{{name}}', 'licence.pdf') }))
  await waitFor(() => expect(screen.queryByText('licence.pdf')).toBeNull())
})

test.runIf(isInTurn('keeps what a visitor', 3))('keeps what a visitor has typed until they are logged in', async () => {
  const user = await openPage(page, { country: 'NG' })
  fireEvent.change(await screen.findByLabelText(/^Number plate/), { target: { value: 'ABC-9' } })
  expect(await screen.findByText(words.save.local)).toBeTruthy()
  expect(screen.queryByText(words.delete)).toBeNull()
  await user.click(screen.getByRole('button', { name: words.next }))
  expect((await screen.findAllByText(errors.fields.required)).length).toBeGreaterThan(5)
  const { token } = await driver()
  document.body.replaceChildren()
  await openPage(page, { token, country: 'NG' })
  await waitFor(() => expect(numberOf()).not.toBeNull())
  expect((await read(token, numberOf()!)).form['plate']).toBe('ABC-9')
})

test.runIf(isInTurn('opens filled in', 3))(
  'opens filled in from the link of a reminder, and saves nothing before something is entered',
  async () => {
    const { token } = await driver()
    const papers = [{ kind: 'insurance', expires_on: '2027-01-31' }]
    const body = { plate: 'KJA-77BB', make: 'Honda', model: 'Accord', country_code: 'NG', papers }
    const { id } = await send<{ id: string }>(base, 'POST', '/api/v1/user/vehicles/', { token, body })
    const link = `${page}?vehicle=${id}&documents=third_party_insurance`
    const user = await openPage(link, { token, country: 'NG' })
    const plate = await screen.findByDisplayValue<HTMLInputElement>('KJA-77BB')
    expect(plate.name).toBe('plate')
    expect(numberOf()).toBeNull()
    await user.type(screen.getByLabelText(new RegExp(`^${words.fields.colour}`)), 'Blue')
    await waitFor(() => expect(numberOf()).not.toBeNull())
    expect((await read(token, numberOf()!)).form).toMatchObject({
      plate: 'KJA-77BB',
      make: 'Honda',
      documents: [{ kind: 'third_party_insurance', term_months: null }],
      held: [{ kind: 'third_party_insurance', expires_on: '2027-01-31' }],
    })
  },
)

test('asks a visitor with such a link to log in', async () => {
  await openPage(`${page}?vehicle=${crypto.randomUUID()}&documents=vehicle_licence`, { country: 'NG' })
  expect(await screen.findByText(words.reminded.title)).toBeTruthy()
})

test('is a page of Nigeria alone', async () => {
  await openPage(page, { country: 'CA' })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(words.elsewhere.title)
})

test.runIf(isInTurn('lists requests', 3))('lists requests by where they stand', async () => {
  const { token } = await driver()
  const { number } = await begin(token, completeForm)
  const user = await openPage('/documents?tab=drafts', { token, country: 'NG' })
  expect(await screen.findByRole('link', { name: completeForm.plate })).toBeTruthy()
  expect(screen.getByText(new RegExp(number))).toBeTruthy()
  await user.click(screen.getByRole('tab', { name: words.mine.past }))
  expect(await screen.findByText(words.mine.none)).toBeTruthy()
})

test('a request of somebody else is unknown', async () => {
  const { number } = await begin((await driver()).token, completeForm)
  const { token } = await driver()
  await openPage(`/documents/${number}`, { token, country: 'NG' })
  expect(await screen.findByText(words.unknown)).toBeTruthy()
})
