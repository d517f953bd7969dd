import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listSliders } from '#contract/catalogue/marketplace.ts'
import * as contract from '#contract/content/desk/sliders.ts'
import { newId } from '#server/database/ids.ts'
import { outcomeOf } from '#test/kits/shop-kit.ts'
import { createWorld, type World } from '#test/kits/world.ts'

let world: World
let token: string
let picture: string
beforeAll(async () => {
  world = await createWorld()
  token = (await world.buildDriver({ role: 'staff' })).token
  const id = newId()
  const content = Buffer.from([1])
  await world.db
    .insertInto('pictures')
    .values({ id, content, small: content, width: 1, height: 1, created_at: world.clock.now })
    .execute()
  picture = `/api/v1/front/pictures/${id}`
})
afterAll(() => world.close())
beforeEach(() => world.db.deleteFrom('sliders').execute())

const facts = (changes: object = {}) => ({
  placement: 'marketplace' as const,
  country_code: null,
  title: 'Clean cars',
  title_fr: 'Voitures propres',
  text: null,
  text_fr: null,
  wide_picture: picture,
  narrow_picture: picture,
  alt: 'A car in foam',
  alt_fr: 'Une voiture sous la mousse',
  link: '/marketplace/wash',
  starts_at: '2026-11-01T00:00:00Z',
  ends_at: null,
  ...changes,
})
const create = (changes: object = {}) => world.call(contract.createSlider, { token, body: facts(changes) as never })
const activate = (id: string) => world.call(contract.activateSlider, { token, params: { id } })
const shown = async (query: object = {}, language = 'en') =>
  (
    await world.call(listSliders, {
      query: { placement: 'marketplace', ...query } as never,
      headers: { 'accept-language': language },
    })
  ).body.items.map(({ title }) => title)

test('active sliders are shown between their dates, in their place and country, in their order', async () => {
  const first = (await create()).body
  const second = (await create({ title: 'In Lagos', country_code: 'NG' })).body
  const over = (await create({ title: 'Over', ends_at: '2026-11-20T00:00:00Z' })).body
  const home = (await create({ title: 'Home', placement: 'home' })).body
  expect(await shown()).toEqual([])
  for (const { id } of [first, second, over, home]) await activate(id)
  expect(await shown()).toEqual(['Clean cars'])
  expect(await shown({}, 'fr')).toEqual(['Voitures propres'])
  expect(await shown({ country: 'NG' })).toEqual(['Clean cars', 'In Lagos'])
  await world.call(contract.raiseSlider, { token, params: { id: second.id } })
  expect(await shown({ country: 'NG' })).toEqual(['In Lagos', 'Clean cars'])
  expect(await shown({ placement: 'home' })).toEqual(['Home'])
  await world.call(contract.deactivateSlider, { token, params: { id: first.id } })
  expect(await shown()).toEqual([])
})

test.each([
  [{ link: 'https://elsewhere.example/a' }, '422 validation_failed link'],
  [{ link: 'javascript:alert(1)' }, '422 validation_failed link'],
  [{ link: '//elsewhere.example' }, '422 validation_failed link'],
  [{ link: '/no-such-page' }, '422 validation_failed link'],
  [{ text: 'Only English' }, '422 validation_failed text_fr'],
  [{ ends_at: '2026-10-01T00:00:00Z' }, '422 validation_failed ends_at'],
  [{ wide_picture: 'https://elsewhere.example/a.jpg' }, '422 validation_failed wide_picture'],
  [{ narrow_picture: null }, '422 validation_failed narrow_picture'],
])('with %o is refused', async (changes, outcome) => {
  expect(outcomeOf(await create(changes))).toBe(outcome)
})

test('is run by staff alone', async () => {
  const employee = await world.buildDriver({ role: 'employee' })
  expect((await world.call(contract.createSlider, { token: employee.token, body: facts() })).status).toBe(403)
  const { body: made } = await create()
  const removed = await world.call(contract.deleteSlider, {
    token,
    params: { id: made.id },
    query: { version: made.version },
  })
  expect(outcomeOf(removed)).toBe(204)
})
