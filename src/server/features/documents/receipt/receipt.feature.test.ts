import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeDocumentStatus, downloadDocumentReceipt } from '#contract/documents/documents.ts'
import { buildFees, insuranceOnly, buildDocumentQuote, payQuote } from '#test/kits/document-kit.ts'
import { readPdf } from '#test/kits/files/pdf-text.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'

let world: World
let driver: Driver
beforeAll(async () => {
  world = await createWorld()
  driver = await world.buildDriver({ country_code: 'NG', balance_minor: 10_000_000n })
  await buildFees(world)
})
afterAll(() => world.close())

const ask = (id: string, token = driver.token, language = 'en') =>
  world.call(downloadDocumentReceipt, { token, params: { id }, headers: { 'accept-language': language } })
async function read(id: string, language = 'en'): Promise<string[]> {
  const answer = await ask(id, driver.token, language)
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
  const { lines, pages, missing } = readPdf(answer.raw)
  expect({ pages, missing }).toEqual({ pages: 1, missing: 0 })
  return lines.map((line) => line.replaceAll(/[\u00a0\u202f]/g, ' '))
}

test('has the parts of each document, the tax, the payment and the vehicle, in both languages', async () => {
  const quote = await buildDocumentQuote(world, driver)
  const { body } = await payQuote(world, driver, quote)
  const lines = await read(body.id)
  for (const line of [
    body.number,
    'KJA-123AA',
    'Toyota Corolla 2015',
    'Vehicle licence',
    'Roadworthiness certificate',
    'Third-party insurance',
    'Government fee · Licensing office, Ikeja, checked on 1 November 2026',
    '₦15,000',
    'VAT on our service and delivery',
    'Delivery and VAT',
    'Paid from the wallet',
    '₦34,138',
  ])
    expect(lines).toContain(line)
  expect(lines.filter((line) => line.startsWith('VAT on'))).toHaveLength(1)
  expect(lines).toContain('₦638')
  expect(lines).not.toContain('Refunded')
  const french = await read(body.id, 'fr')
  for (const line of ['Reçu de documents de véhicule', 'Payé avec le portefeuille', '34 138 ₦'])
    expect(french).toContain(line)
})

test('names what was refunded, and what is left', async () => {
  const quote = await buildDocumentQuote(world, driver, insuranceOnly)
  const { body } = await payQuote(world, driver, quote)
  world.clock.advance(5)
  const params = { id: body.id }
  await world.call(changeDocumentStatus, { token: driver.token, params, query: { status: 'cancelled' } })
  const lines = await read(body.number)
  for (const line of ['Refunded', 'Refunded to the wallet', 'Final cost', '₦0']) expect(lines).toContain(line)
  expect(lines.filter((line) => /^[-−]₦19,300$/.test(line))).toHaveLength(2)
})

test('is not written for a quote that is not paid, or a request of somebody else', async () => {
  const quote = await buildDocumentQuote(world, driver, insuranceOnly)
  expect((await ask(quote.id)).problem.code).toBe('document_state')
  const other = await world.buildDriver({ country_code: 'NG' })
  expect((await ask(quote.id, other.token)).problem.code).toBe('document_not_found')
})
