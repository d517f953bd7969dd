import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createVehicle,
  updateVehicle,
  listVehicles,
  setDefaultVehicle,
  maxVehicles,
  deleteVehicle,
  type Vehicle,
} from '#contract/vehicles/vehicles.ts'
import { newId } from '#server/database/ids.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'
import { getOwnVehicle } from './queries.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const save = async ({ token }: Driver, body: object = {}): Promise<Vehicle> => {
  const saved = await world.call(createVehicle, { token, body: { plate: 'ABC 123', ...body } })
  expect(saved.status, JSON.stringify(saved.body)).toBe(201)
  world.clock.advance(1)
  return saved.body
}
const sentences = {
  en: 'You’ve already saved a vehicle with this plate.',
  fr: 'Vous avez déjà enregistré un véhicule avec cette immatriculation.',
}
const list = async ({ token }: Driver) => (await world.call(listVehicles, { token })).body.items
/** Lists the plates in order, with the default marked. */
const plates = async (driver: Driver) =>
  (await list(driver)).map(({ plate, is_default }) => (is_default ? `${plate}*` : plate))

describe('saved vehicles', () => {
  test('returns all saved fields', async () => {
    const driver = await world.buildDriver({ country_code: 'NG' })
    const fields = {
      vehicle_type_id: 2,
      plate: ' lag-123 xy ',
      country_code: 'SN' as const,
      make: 'Renault',
      model: 'Master',
      colour: 'blanc',
      nickname: 'La grande',
      height_cm: 250,
      length_cm: 560,
      width_cm: 207,
      papers: [
        { kind: 'insurance' as const, expires_on: '2027-02-28' },
        { kind: 'inspection' as const, expires_on: '2028-02-29' },
      ],
    }
    const saved = await save(driver, fields)
    expect(saved).toMatchObject({ ...fields, plate: 'LAG-123 XY', is_default: true })
    expect(await list(driver)).toEqual([saved])
    expect(await getOwnVehicle(world.db, driver.user_id, saved.id)).toEqual({
      vehicle_type_id: 2,
      plate: 'LAG-123 XY',
      height_cm: 250,
      length_cm: 560,
      width_cm: 207,
    })
  })

  test('saves a car of the user’s country with a plate only', async () => {
    const driver = await world.buildDriver({ country_code: 'NG' })
    expect(await save(driver)).toMatchObject({
      vehicle_type_id: 1,
      country_code: 'NG',
      make: null,
      height_cm: null,
      papers: [],
    })
  })

  test('clears fields that are left out of an update', async () => {
    const driver = await world.buildDriver({ country_code: 'CA' })
    const { id } = await save(driver, { make: 'Kia', country_code: 'US', height_cm: 160 })
    const changed = await world.call(updateVehicle, { token: driver.token, params: { id }, body: { plate: 'XYZ 9' } })
    expect([changed.status, changed.body]).toMatchObject([
      200,
      { id, plate: 'XYZ 9', make: null, height_cm: null, country_code: 'US', is_default: true },
    ])
  })

  test.each([
    ['plate', 'A', 'Enter 2 to 12 letters, digits, spaces or hyphens.'],
    ['vehicle_type_id', 999, 'We don’t recognize this type of vehicle.'],
    ['height_cm', 49, 'This is too small.'],
    ['height_cm', 601, 'This is too large.'],
    ['length_cm', 3_001, 'This is too large.'],
    ['width_cm', -170, 'This is too small.'],
    ['width_cm', 401, 'This is too large.'],
    ['length_cm', 200.5, 'Enter a whole number.'],
    ['nickname', 'x'.repeat(41), 'This is too long.'],
    ['user_id', newId(), 'This field isn’t recognized.'],
    ['id', newId(), 'This field isn’t recognized.'],
    ['created_at', '2020-01-01T00:00:00Z', 'This field isn’t recognized.'],
    ['papers_at', '2020-01-01T00:00:00Z', 'This field isn’t recognized.'],
    ['papers.0.expires_on', '2027-02-29', 'Enter a date starting with the year, for example 2027-01-31.'],
    ['papers.0.expires_on', '9999-12-31', 'Enter a date starting with the year, for example 2027-01-31.'],
  ])('rejects %s %s', async (field, value, message) => {
    const driver = await world.buildDriver()
    const wrong = field.startsWith('papers.')
      ? { papers: [{ kind: 'insurance', expires_on: value }] }
      : { [field]: value }
    const refused = await world.call(createVehicle, { token: driver.token, body: { plate: 'ABC 123', ...wrong } })
    expect(refused.status).toBe(422)
    expect(refused.problem.errors).toEqual([{ field, message }])
    expect(await list(driver)).toEqual([])
  })

  test('allows one date per type of document', async () => {
    const { token } = await world.buildDriver()
    const papers = ['2027-01-01', '2028-01-01'].map((expires_on) => ({ kind: 'permit', expires_on }))
    const refused = await world.call(createVehicle, { token, body: { plate: 'ABC 123', papers } })
    expect(refused.problem.errors).toEqual([
      { field: 'papers', message: 'Each type of document can only have one date.' },
    ])
  })

  test('are limited to fifty', async () => {
    const driver = await world.buildDriver()
    for (let i = 0; i < maxVehicles; i += 1) await save(driver, { plate: `AB ${i + 10}` })
    const refused = await world.call(createVehicle, { token: driver.token, body: { plate: 'ABC 123' } })
    expect([refused.status, refused.problem.code]).toEqual([409, 'too_many_vehicles'])
    expect(refused.problem.message).toContain('50')
    expect(await list(driver)).toHaveLength(maxVehicles)
    const second = await world.call(listVehicles, { token: driver.token, query: { page: 2, size: 30 } })
    expect(second.body).toMatchObject({ total: 50, page: 2, pages: 2 })
    expect(second.body.items).toHaveLength(20)
  })
})

test.each(['/api/v1/user/vehicles/', '/api/v1/user/vehicles'])(
  '%s answers a data array, which every list calls items',
  async (url) => {
    const driver = await world.buildDriver()
    await save(driver)
    const answer = await world.app.inject({ url, headers: { authorization: `Bearer ${driver.token}` } })
    const { data, items } = answer.json<{ data: Vehicle[]; items: Vehicle[] }>()
    expect(data).toMatchObject([{ plate: 'ABC 123', is_default: true }])
    expect(items).toEqual(data)
  },
)

describe('plates', () => {
  test.each([
    ['NG', 'lsr-482-kj', 'LSR-482-KJ'],
    ['NG', '12B-34 FG', '12B-34 FG'],
    ['CA', 'cbtr 482', 'CBTR 482'],
    ['CA', 'A1', 'A1'],
    ['SN', 'dk-1234-ab', 'DK-1234-AB'],
    ['SN', 'AA 123 BC', 'AA 123 BC'],
    ['US', '7abc123', '7ABC123'],
    // Foreign plates and other scripts.
    ['CA', 'M ÄB 123', 'M ÄB 123'],
    ['US', 'К123АВ77', 'К123АВ77'],
    ['SN', '粤B12345', '粤B12345'],
    // Pasted from a page or a document.
    ['NG', 'lsr\u2011482·kj', 'LSR-482 KJ'],
  ] as const)('%s: %s', async (country_code, plate, stored) => {
    const driver = await world.buildDriver()
    expect(await save(driver, { country_code, plate })).toMatchObject({ country_code, plate: stored })
  })

  test.each(['', ' ', '-', 'A', '-AB', 'AB-', '1234567890123', 'AB\t12', 'AB\u0000', "AB'; --", '<b>1</b>', '🚗 123'])(
    'rejects %j',
    async (plate) => {
      const driver = await world.buildDriver()
      const refused = await world.call(createVehicle, { token: driver.token, body: { plate } })
      expect([refused.status, refused.problem.errors?.[0]?.field]).toEqual([422, 'plate'])
      expect(await list(driver)).toEqual([])
    },
  )
})

test('stores texts unchanged, including markup', async () => {
  const driver = await world.buildDriver()
  const fields = {
    make: '<script>alert(1)</script>',
    model: '${7*7} {{plate}}',
    nickname: "O'Neil; drop table vehicles",
  }
  expect(await save(driver, fields)).toMatchObject(fields)
  const poisoned = JSON.parse('{"plate":"ABC 123","__proto__":{"is_default":true}}') as object
  const refused = await world.call(createVehicle, { token: driver.token, body: poisoned })
  expect([refused.status, refused.problem.code]).toEqual([400, 'malformed_body'])
  expect(await plates(driver)).toEqual(['ABC 123*'])
})

describe('the default', () => {
  test('is the first, then the chosen one, then the one saved first', async () => {
    const driver = await world.buildDriver()
    const [a, b, c] = [
      await save(driver, { plate: 'AAA' }),
      await save(driver, { plate: 'BBB' }),
      await save(driver, { plate: 'CCC' }),
    ]
    expect(await plates(driver)).toEqual(['AAA*', 'BBB', 'CCC'])
    const chosen = await world.call(setDefaultVehicle, { token: driver.token, params: { id: c.id } })
    expect(chosen.body).toEqual({ ...c, is_default: true })
    expect(await plates(driver)).toEqual(['CCC*', 'AAA', 'BBB'])
    const remove = ({ id }: Vehicle) => world.call(deleteVehicle, { token: driver.token, params: { id } })
    expect((await remove(c)).status).toBe(204)
    expect(await plates(driver)).toEqual(['AAA*', 'BBB'])
    await remove(b)
    expect(await plates(driver)).toEqual(['AAA*'])
    await remove(a)
    expect(await plates(driver)).toEqual([])
    expect((await save(driver)).is_default).toBe(true)
  })

  test('can be set when saving or changing a vehicle and always has a successor', async () => {
    const driver = await world.buildDriver()
    const a = await save(driver, { plate: 'AAA', is_default: false })
    await save(driver, { plate: 'BBB', is_default: true })
    expect(await plates(driver)).toEqual(['BBB*', 'AAA'])
    const change = (is_default: boolean) =>
      world.call(updateVehicle, { token: driver.token, params: { id: a.id }, body: { plate: 'AAA', is_default } })
    expect((await change(true)).body.is_default).toBe(true)
    expect((await change(false)).body.is_default).toBe(true)
    expect(await plates(driver)).toEqual(['AAA*', 'BBB'])
  })
})

test('another user’s vehicle is not found by any endpoint', async () => {
  const [owner, other] = [await world.buildDriver(), await world.buildDriver()]
  const { id } = await save(owner)
  const params = { id }
  const answers = [
    await world.call(updateVehicle, { token: other.token, params, body: { plate: 'MINE 1' } }),
    await world.call(setDefaultVehicle, { token: other.token, params }),
    await world.call(deleteVehicle, { token: other.token, params }),
    await world.call(deleteVehicle, { token: owner.token, params: { id: newId() } }),
  ]
  expect(answers.map(({ status, problem }) => [status, problem.code])).toEqual(
    answers.map(() => [404, 'vehicle_not_found']),
  )
  await expect(getOwnVehicle(world.db, other.user_id, id)).rejects.toMatchObject({ code: 'vehicle_not_found' })
  expect(await list(other)).toEqual([])
  expect(await plates(owner)).toEqual(['ABC 123*'])
  expect((await world.call(createVehicle, { body: { plate: 'ABC 123' } })).status).toBe(401)
})

describe('a plate that its owner has saved', () => {
  test('is refused in each way to write it, in the reader’s language, when it is saved or changed', async () => {
    const driver = await world.buildDriver()
    await save(driver, { plate: 'KJA-123 AA' })
    const other = await save(driver, { plate: 'LSR 1' })
    const { token } = driver
    for (const plate of ['KJA-123 AA', 'kja 123aa', 'KJA123AA', 'kja\u2011123\u00b7aa', 'K-JA 123-AA'])
      for (const language of ['en', 'fr'] as const) {
        const headers = { 'accept-language': language }
        const added = await world.call(createVehicle, { token, body: { plate, country_code: 'SN' }, headers })
        const changed = await world.call(updateVehicle, { token, params: { id: other.id }, body: { plate }, headers })
        for (const { status, problem } of [added, changed])
          expect([plate, status, problem.code, problem.detail]).toEqual([
            plate,
            409,
            'vehicle_exists',
            sentences[language],
          ])
      }
    expect(await plates(driver)).toEqual(['KJA-123 AA*', 'LSR 1'])
    await save(await world.buildDriver(), { plate: 'KJA-123 AA' })
  })

  test('may be written anew by its own vehicle, and saved again once that is deleted', async () => {
    const driver = await world.buildDriver()
    const { id } = await save(driver, { plate: 'KJA-123 AA' })
    const { token } = driver
    const changed = await world.call(updateVehicle, { token, params: { id }, body: { plate: 'kja 123-aa' } })
    expect([changed.status, changed.body.plate]).toEqual([200, 'KJA 123-AA'])
    expect((await world.call(deleteVehicle, { token, params: { id } })).status).toBe(204)
    await save(driver, { plate: 'KJA-123 AA' })
  })
})
