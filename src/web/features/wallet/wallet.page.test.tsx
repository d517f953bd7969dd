import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { wordsOf } from '#test/e2e/kit/catalogue.ts'
import { book, buildDriver, parksToBook, send, type E2eDriver } from '#test/e2e/kit/drivers.ts'
import { keepDownloads } from '#test/kits/pages/downloads.ts'
import { base, openPage } from '#test/kits/pages/page-kit.tsx'
import { inTurn } from '#test/kits/rounds.ts'

const words = wordsOf.en
interface PaymentInfo {
  reference: string
  provider: string
  checkout_url: string
}

/** Creates a top-up of 40 dollars; `back` is the path the provider redirects to. */
async function createTopUp({ token }: E2eDriver): Promise<PaymentInfo & { back: string }> {
  const request = { token, body: { amount: 40 } }
  const { data } = await send<{ data: { payment_info: PaymentInfo } }>(
    base,
    'POST',
    '/api/v1/wallet/add-funds',
    request,
  )
  const { reference, provider, checkout_url } = data.payment_info
  return { reference, provider, checkout_url, back: `/payment/success?reference=${reference}&provider=${provider}` }
}
const payAt = (url: string) =>
  fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ outcome: 'success' }) })
const findHeading = (name: string) => screen.findByRole('heading', { name, level: 1 })

test('reports an unfinished payment and checks it again on request', async () => {
  const driver = await buildDriver(base, { country_code: 'CA', language: 'en' })
  const { back, checkout_url } = await createTopUp(driver)
  const user = await openPage(`${back}&outcome=cancelled`, driver)
  await findHeading(words.wallet.callback.cancelled)
  await payAt(checkout_url)
  await user.click(screen.getByRole('button', { name: words.wallet.callback.check_again }))
  expect(await findHeading('$40.00 added to your wallet')).toBeTruthy()
})

test('shows visitors only the status of a payment until its owner logs in', async () => {
  const driver = await buildDriver(base, { country_code: 'CA', language: 'en' })
  const { reference, checkout_url, back } = await createTopUp(driver)
  await payAt(checkout_url)
  const user = await openPage(back)
  await findHeading(words.wallet.callback.arrived)
  expect(screen.getByRole('main').textContent).not.toMatch(new RegExp(`40|${reference}|${driver.email}`))
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: words.wallet.callback.log_in }))
  const email = await screen.findByRole('textbox', { name: words.auth.email })
  const main = within(screen.getByRole('main'))
  await user.type(email, driver.email)
  await user.type(main.getByLabelText(words.auth.password), driver.password)
  await user.click(main.getByRole('button', { name: words.auth.login.submit }))
  expect(await findHeading('$40.00 added to your wallet')).toBeTruthy()
})

const results = [
  ['/payment-success?reference={reference}&provider=stripe', words.wallet.callback.arrived],
  ['/payment?reference={reference}&provider=stripe', words.wallet.callback.arrived],
  ['/payment/success?reference={reference}x&provider=stripe', words.wallet.callback.unknown],
] as const
test.each(inTurn(results, 1)())('shows visitors the status of a payment at %s', async (path, heading) => {
  const { reference, checkout_url } = await createTopUp(await buildDriver(base, { country_code: 'CA', language: 'en' }))
  await payAt(checkout_url)
  await openPage(path.replace('{reference}', reference))
  expect(await findHeading(heading)).toBeTruthy()
})

test('shows visitors a cancelled payment', async () => {
  const driver = await buildDriver(base, { country_code: 'CA', language: 'en' })
  const { back } = await createTopUp(driver)
  await openPage(`${back}&outcome=cancelled`)
  expect(await findHeading(words.wallet.callback.cancelled)).toBeTruthy()
})

test('shows the payment of another account as unknown', async () => {
  const { back } = await createTopUp(await buildDriver(base, { country_code: 'CA', language: 'en' }))
  await openPage(back, await buildDriver(base, { country_code: 'CA', language: 'en' }))
  expect(await findHeading(words.wallet.callback.unknown)).toBeTruthy()
})

test('withdraws money to the original card', async () => {
  const driver = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 50 })
  const user = await openPage('/wallet', driver)
  await user.click(await screen.findByRole('button', { name: words.wallet.refunds.open }))
  const dialog = within(await screen.findByRole('dialog', { name: words.wallet.refunds.dialog }))
  const amount = dialog.getByRole('textbox')
  await user.type(amount, '50.01')
  expect(await dialog.findByText('Enter an amount up to $50.00.')).toBeTruthy()
  await user.clear(amount)
  await user.type(amount, '20.50')
  await waitFor(() => expect(dialog.getByRole('table').textContent).toContain('$29.50'))
  await user.click(dialog.getByRole('button', { name: 'Withdraw $20.50' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(screen.getByTestId('balance').textContent).toBe('$29.50'))
  await waitFor(() => expect(document.querySelector('[data-refund]')?.textContent).toContain('$20.50'))
  await waitFor(() => expect(document.querySelector('[data-kind=refund]')?.textContent).toContain('−$20.50'))
  const { items } = await send<{ items: { amount: number }[] }>(base, 'GET', '/api/v1/wallet/refunds', driver)
  expect(items.map((refund) => refund.amount)).toEqual([20.5])
})

test('filters transactions in the address, and downloads them as CSV and as a monthly statement', async () => {
  const driver = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 200 })
  const [park] = await parksToBook(base, { lat: 43.6532, lng: -79.3832 })
  const { booking_code } = await book(base, driver, park!)
  const { wallet } = words
  const expectRows = (count: number) =>
    waitFor(() => expect(document.querySelectorAll('[data-kind]')).toHaveLength(count))
  let user = await openPage('/wallet', driver)
  await expectRows(2)
  const kind = await screen.findByLabelText(wallet.kind)
  await user.selectOptions(kind, 'booking')
  await waitFor(() => expect(window.location.search).toContain('kind=booking'))
  await expectRows(1)
  expect(document.activeElement).toBe(screen.getByLabelText(wallet.kind))
  user = await openPage('/wallet?kind=booking', driver)
  await expectRows(1)

  const saved = keepDownloads()
  await user.click(screen.getByRole('button', { name: wallet.csv }))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]!.name).toBe('parkwell-transactions.csv')
  const csv = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await saved[0]!.file.arrayBuffer())
  const lines = csv.trimEnd().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatch(/^\ufeffDate \(UTC\),/)
  expect(lines[1]).toContain(booking_code)

  // In the form of the page, whatever the browser's is.
  expect(screen.getAllByText(wallet.any_date)).toHaveLength(2)
  fireEvent.change(screen.getByLabelText(wallet.from), { target: { value: '2020-01-01' } })
  expect(screen.getByText('Jan 1, 2020')).toBeTruthy()
  fireEvent.change(screen.getByLabelText(wallet.to), { target: { value: '2020-01-31' } })
  expect(await screen.findByRole('heading', { name: wallet.none_found })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: wallet.all }))
  await expectRows(2)

  await user.click(screen.getByRole('button', { name: wallet.statement_pdf }))
  await waitFor(() => expect(saved).toHaveLength(2))
  expect(saved[1]!.name).toMatch(/^parkwell-20\d\d-\d\d-CAD\.pdf$/)
  expect((await saved[1]!.file.text()).slice(0, 5)).toBe('%PDF-')
})

test('says how much of a top-up arrived when less was paid', async () => {
  const driver = await buildDriver(base, { country_code: 'CA', language: 'en' })
  const { back, reference } = await createTopUp(driver)
  // The stand-in cannot be told here to take less: the page shows what the server says.
  const data = {
    new_balance: 24,
    currency: 'CAD',
    amount: 24,
    requested: 40,
    detail: 'partial',
    reference,
    booking: null,
    order: null,
  }
  const { fetch } = window
  const answer = vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    if (!url.includes('/api/v1/wallet/verify-payment')) return fetch(input, init)
    return Response.json({ status: 'success', message: '', data })
  })
  onTestFinished(() => answer.mockRestore())
  await openPage(back, driver)
  expect(await findHeading('We received $24.00 of $40.00')).toBeTruthy()
})
