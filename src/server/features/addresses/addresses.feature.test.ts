import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as contract from '#contract/addresses/addresses.ts'
import { newId } from '#server/database/ids.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'

let world: World
let driver: Driver
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  driver = await world.buildDriver({ country_code: 'CA' })
})

const home = { label: 'home', line: '12 Front Street', city: 'Toronto', country_code: 'CA', lat: 43.65, lng: -79.38 }
const save = (changes: object = {}, token = driver.token, headers: Record<string, string> = {}) =>
  world.call(contract.createAddress, { token, body: { ...home, ...changes }, headers })
const list = async (token = driver.token) => (await world.call(contract.listAddresses, { token })).body.items
const outcome = ({ status, problem }: { status: number; problem: { code: string; errors?: { field: string }[] } }) =>
  [status, problem.code, ...(problem.errors ?? []).map(({ field }) => field)].join(' ')

describe('saved addresses', () => {
  test('are kept as they were written, with a state by its name or code', async () => {
    const { status, body } = await save({ state: 'ON', apartment: 'Unit 4', note: 'Side door' })
    expect([status, body]).toMatchObject([
      201,
      { ...home, state: 'Ontario', apartment: 'Unit 4', note: 'Side door', is_default: true },
    ])
    const changed = await world.call(contract.updateAddress, {
      token: driver.token,
      params: { id: body.id },
      body: { ...home, label: 'work', state: '', note: null },
    })
    expect(changed.body).toMatchObject({ label: 'work', state: null, note: null, apartment: null, is_default: true })
  })

  test('have one default, which the next one becomes when it is deleted', async () => {
    const first = await save()
    // The next one is the one that was saved first.
    world.clock.advance(1)
    const second = await save({ label: 'work' })
    world.clock.advance(1)
    const third = await save({ is_default: true })
    expect((await list()).map(({ id, is_default }) => [id, is_default])).toEqual([
      [third.body.id, true],
      [first.body.id, false],
      [second.body.id, false],
    ])
    const params = { id: second.body.id }
    expect((await world.call(contract.setDefaultAddress, { token: driver.token, params })).body.is_default).toBe(true)
    expect((await world.call(contract.deleteAddress, { token: driver.token, params })).status).toBe(204)
    expect((await list()).map(({ id, is_default }) => [id, is_default])).toEqual([
      [first.body.id, true],
      [third.body.id, false],
    ])
  })

  test('are 20 at most, and saved once however often a request is repeated', async () => {
    const key = { 'idempotency-key': 'one' }
    const [first, again] = [await save({}, driver.token, key), await save({}, driver.token, key)]
    expect(again.body).toEqual(first.body)
    await Promise.all(Array.from({ length: 22 }, () => save()))
    expect(await list()).toHaveLength(20)
    expect(outcome(await save())).toBe('409 too_many_addresses')
  })

  test('of somebody else do not exist', async () => {
    const params = { id: (await save()).body.id }
    const { token } = await world.buildDriver()
    const body = home
    expect([
      outcome(await world.call(contract.updateAddress, { token, params, body })),
      outcome(await world.call(contract.deleteAddress, { token, params })),
      outcome(await world.call(contract.setDefaultAddress, { token, params })),
      outcome(await world.call(contract.deleteAddress, { token, params: { id: newId() } })),
    ]).toEqual(Array(4).fill('404 address_not_found'))
    expect([await list(token), (await world.call(contract.listAddresses, {})).status]).toEqual([[], 401])
  })

  test.each<[object, string]>([
    [{ lat: 90.01 }, 'lat'],
    [{ lat: -90.01 }, 'lat'],
    [{ lng: 180.01 }, 'lng'],
    [{ lng: -180.01 }, 'lng'],
    [{ lat: undefined }, 'lat'],
    [{ lng: undefined }, 'lng'],
    [{ lat: null, lng: null }, 'lat lng'],
    [{ lng: '1' }, 'lng'],
    [{ label: 'club' }, 'label'],
    [{ line: '' }, 'line'],
    [{ line: 'x'.repeat(201) }, 'line'],
    [{ city: 'a\u0000b' }, 'city'],
    [{ note: '\u202eevil' }, 'note'],
    [{ country_code: 'Atlantis' }, 'country_code'],
    [{ state: 'Lagos' }, 'state'],
    [{ user_id: newId() }, 'user_id'],
  ])('with %o are refused', async (changes, field) => {
    expect(outcome(await save(changes))).toBe(`422 validation_failed ${field}`)
  })
})
