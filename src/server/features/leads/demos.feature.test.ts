import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getDemo, cancelDemo, listDemoSlots, sendDemo } from '#contract/leads/leads.ts'
import { listCityPrices } from '#contract/parks/city-prices.ts'
import { createWorld, type World } from '#test/kits/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
beforeEach(() => world.clock.advance(1))
afterAll(() => world.close())

const slots = async () => (await world.call(listDemoSlots, {})).body.slots
const book = (starts_at: string, email: string, more: object = {}, language = 'en') =>
  world.call(sendDemo, {
    body: { name: 'Ada', email, took_ms: 5_000, starts_at, timezone: 'America/Toronto', ...more },
    headers: { 'accept-language': language },
  })
const mailsTo = (to: string) =>
  world.db.selectFrom('mails').selectAll().where('to_address', '=', to).orderBy('created_at', 'desc').execute()

test('confirms a booked demonstration by mail in the visitor’s time zone and cancels it by its link', async () => {
  const [first] = (await slots()) as [string]
  expect(first).toBe('2026-11-23T08:00:00.000Z')
  const answer = await book(first, 'ada@example.com', {}, 'fr')
  expect(answer.status).toBe(201)
  expect(await slots()).not.toContain(first)
  const [mail] = await mailsTo('ada@example.com')
  expect(mail!.subject).toBe('Votre démonstration est réservée')
  expect(mail!.text).toMatch(/lundi 23 novembre 2026.*03:00.*UTC−5/)
  const calendar = mail!.calendar!.replaceAll('\r\n ', '')
  expect(calendar).toContain('METHOD:PUBLISH')
  expect(calendar).toContain('DTSTART:20261123T080000Z')
  expect(calendar).toContain('DURATION:PT30M')
  const token = /booked=(\S+)/.exec(mail!.text)![1]!
  expect((await world.call(getDemo, { params: { token } })).body).toEqual({
    starts_at: first,
    minutes: 30,
    timezone: 'America/Toronto',
  })
  const forged = token.slice(0, -3) + (token.endsWith('AAA') ? 'BBB' : 'AAA')
  expect((await world.call(cancelDemo, { body: { token: forged } })).status).toBe(404)
  world.clock.advance(1)
  expect((await world.call(cancelDemo, { body: { token } })).status).toBe(200)
  expect(await slots()).toContain(first)
  const [cancelled] = await mailsTo('ada@example.com')
  expect(cancelled!.calendar).toContain('STATUS:CANCELLED')
  expect((await world.call(cancelDemo, { body: { token } })).status).toBe(404)
  expect((await world.call(getDemo, { params: { token } })).status).toBe(404)
  expect((await book(first, 'eve@example.com')).status).toBe(201)
})

test('writes the mails of a demonstration in the formats of the country that the visitor chose', async () => {
  const [first] = (await slots()) as [string]
  await book(first, 'sam@example.com', {}, 'en-US')
  const [mail] = await mailsTo('sam@example.com')
  expect(mail!.text).toMatch(/Monday, November 23, 2026 at 3:30.AM/)
  const token = /booked=(\S+)/.exec(mail!.text)![1]!
  world.clock.advance(1)
  await world.call(cancelDemo, { body: { token } })
  expect((await mailsTo('sam@example.com'))[0]!.text).toMatch(/Monday, November 23, 2026 at 3:30.AM/)
  await book(first, 'kim@example.com')
  expect((await mailsTo('kim@example.com'))[0]!.text).toMatch(/Monday,? 23 November 2026 at 03:30/)
  world.clock.advance(1)
  const other = /booked=(\S+)/.exec((await mailsTo('kim@example.com'))[0]!.text)![1]!
  await world.call(cancelDemo, { body: { token: other } })
})

test('allows one demonstration per time and per address, and stores nothing when it rejects', async () => {
  const [first, second] = (await slots()) as [string, string]
  expect((await book(first, 'b1@example.com')).status).toBe(201)
  expect((await book(first, 'b2@example.com')).problem.code).toBe('slot_taken')
  expect((await book(second, 'B1@example.com')).problem.code).toBe('demo_booked')
  expect(await mailsTo('b2@example.com')).toEqual([])
  const left = await world.db.selectFrom('leads').select('id').where('email', '=', 'b2@example.com').execute()
  expect(left).toEqual([])
})

test.each([
  [{ starts_at: '2026-11-22T09:00:00Z' }, 'starts_at'],
  [{ starts_at: '2026-11-23T09:10:00Z' }, 'starts_at'],
  [{ starts_at: '2027-11-23T09:00:00Z' }, 'starts_at'],
  [{ starts_at: 'soon' }, 'starts_at'],
  [{ timezone: 'Mars/Olympus' }, 'timezone'],
])('rejects %j for its %s', async (more, field) => {
  const { status, problem } = await book((await slots())[0]!, 'c@example.com', more)
  expect({ status, fields: problem.errors?.map((error) => error.field) }).toEqual({ status: 422, fields: [field] })
})

test('allows another demonstration once the first is over', async () => {
  const [first] = (await slots()) as [string]
  expect((await book(first, 'd@example.com')).status).toBe(201)
  world.clock.advance(5 * 24 * 60)
  expect((await book((await slots())[0]!, 'd@example.com')).status).toBe(201)
})

test('returns the quartiles of bookable prices by city with the number of examples', async () => {
  for (const increment_minor of [100n, 300n, 800n]) await world.buildPark({ city: 'Guelph', increment_minor })
  await world.buildPark({ city: 'Guelph', partner: null, increment_minor: 9_000n })
  await world.buildPark({ city: 'Elora' })
  const { body } = await world.call(listCityPrices, { query: { country: 'CA' } })
  expect(body).toEqual([{ city: 'Guelph', currency: 'CAD', parks: 3, examples: 0, low: 3, median: 3, high: 8 }])
})
