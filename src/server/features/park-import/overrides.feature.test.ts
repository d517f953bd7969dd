import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeCapacity } from '#contract/parks/desk/capacity.ts'
import { getParkRecord, restoreParkFacts, updatePark } from '#contract/parks/desk/park-record.ts'
import { getTariffs, saveTariff } from '#contract/parks/desk/tariffs.ts'
import { getPark, listParks } from '#contract/parks/parks.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'
import { importParks } from './import.ts'
import type { ParkRowInput } from './row.ts'

let world: World
let staff: Driver
beforeAll(async () => {
  world = await createWorld()
  staff = await world.buildDriver({ role: 'staff' })
})
afterAll(() => world.close())

const row = (source_id: string, more: Partial<ParkRowInput> = {}): ParkRowInput => ({
  source: 'prkng_quebec',
  source_id,
  name: `Parc ${source_id}`,
  kind: 'surface',
  lat: 46.81,
  lng: -71.21,
  address: '1 rue Exemple',
  city: 'Québec',
  state_code: 'CA-QC',
  country_code: 'CA',
  source_date: '2018',
  opening_hours: 'Mo-Fr 08:00-18:00',
  ...more,
})
const importRow = (input: ParkRowInput) => importParks(world.db, [{ source_id: input.source_id, row: input }])
const buildPark = async (source_id: string, more: Partial<ParkRowInput> = {}) => {
  await importRow(row(source_id, more))
  const { id } = await world.db
    .selectFrom('parks')
    .select('id')
    .where('source_id', '=', source_id)
    .executeTakeFirstOrThrow()
  return id
}
const read = async (id: string) => (await world.call(getParkRecord, { token: staff.token, params: { id } })).body
const set = async (id: string, facts: object) =>
  world.call(updatePark, { token: staff.token, params: { id }, body: { ...facts, version: (await read(id)).version } })

test('facts that were set stay through imports, with both values, until the imported one is taken again', async () => {
  const id = await buildPark('kept')
  const saved = await set(id, {
    name: 'Parc du Vieux-Port',
    opening_hours: '24/7',
    amenities: ['cctv'],
    step_free: 'yes',
  })
  expect(saved.body).toMatchObject({
    title: 'Parc du Vieux-Port',
    step_free: 'yes',
    overrides: [
      { field: 'amenities', value: ['cctv'], imported: [] },
      { field: 'name', value: 'Parc du Vieux-Port', imported: 'Parc kept' },
      { field: 'opening_hours', value: '24/7', imported: 'Mo-Fr 08:00-18:00' },
      { field: 'step_free', value: 'yes', imported: null },
    ],
  })
  expect((await importRow(row('kept'))).unchanged).toBe(1)
  expect((await read(id)).overrides).toEqual(saved.body.overrides)
  await importRow(row('kept', { name: 'Parc renommé', address: '2 rue Exemple', ev: true }))
  expect(await read(id)).toMatchObject({
    name: 'Parc du Vieux-Port',
    address: '2 rue Exemple',
    opening_hours: '24/7',
    amenities: ['cctv'],
    overrides: [
      { field: 'amenities', imported: ['ev'] },
      { field: 'name', imported: 'Parc renommé' },
      { field: 'opening_hours', imported: 'Mo-Fr 08:00-18:00' },
      { field: 'step_free', imported: null },
    ],
  })
  expect((await world.call(getPark, { params: { parkId: id } })).body).toMatchObject({
    name: 'Parc du Vieux-Port',
    opening_hours: '24/7',
    accessible: { step_free: true },
  })
  const found = async (search: string) =>
    (await world.call(listParks, { query: { search, country: 'CA' } })).body.items.some((park) => park.id === id)
  expect([await found('vieux-port'), await found('renommé')]).toEqual([true, false])
  const restored = await world.call(restoreParkFacts, {
    token: staff.token,
    params: { id },
    body: { fields: ['name', 'amenities', 'opening_hours', 'step_free'], version: (await read(id)).version },
  })
  expect(restored.body).toMatchObject({ name: 'Parc renommé', amenities: ['ev'], step_free: null, overrides: [] })
  expect(await found('renommé')).toBe(true)
})

test('spaces that were set stay through imports', async () => {
  const id = await buildPark('spaces', { capacity: 40 })
  const shown = async () => {
    const { capacity } = (await world.call(getPark, { params: { parkId: id } })).body
    const list = await world.call(listParks, { query: { search: 'parc spaces', country: 'CA' } })
    return [capacity, list.body.items.find((park) => park.id === id)?.capacity]
  }
  const from = '2026-11-21'
  const change = async (capacity: number, day = from) =>
    world.call(changeCapacity, {
      token: staff.token,
      params: { id },
      body: { vehicle_class: 'car', capacity, from: day, version: (await read(id)).version },
    })
  // Nothing is sold before that day: what the source says is shown.
  expect((await change(25, '2026-11-30')).status).toBe(200)
  expect(await shown()).toEqual([40, 40])
  expect((await change(12)).status).toBe(200)
  expect(await shown()).toEqual([12, 12])
  await importRow(row('spaces', { capacity: 60, name: 'Parc spaces 2' }))
  expect(await shown()).toEqual([12, 12])
})

test('a fact set to what is imported is no longer set', async () => {
  const id = await buildPark('back')
  await set(id, { name: 'Autre' })
  expect((await set(id, { name: 'Parc back' })).body.overrides).toEqual([])
  expect((await set(id, { name: 'Parc back', kind: 'surface', is_on_sale: true })).body.overrides).toEqual([])
})

test('an edit during an import stays, and what was imported is known', async () => {
  for (let round = 0; round < 5; round += 1) {
    const id = await buildPark(`race-${round}`)
    const [, saved] = await Promise.all([
      importRow(row(`race-${round}`, { name: 'Imported', address: '9 rue Neuve' })),
      set(id, { name: 'Edited', description: 'Ours' }),
    ])
    const outcome = saved.status === 200 ? 'Edited' : 'Imported'
    const park = await read(id)
    expect(saved.status).toBe(200)
    expect(park).toMatchObject({ name: outcome, address: '9 rue Neuve', description: 'Ours' })
    expect(park.overrides.find(({ field }) => field === 'name')?.imported).toBe('Imported')
  }
})

test.each([
  [{ opening_hours: 'whenever' }, 'opening_hours'],
  [{ name: ' ' }, 'name'],
  [{ max_height_cm: 10 }, 'max_height_cm'],
  [{ amenities: ['pool'] }, 'amenities.0'],
  [{ kind: 'ship' }, 'kind'],
  [{ partner: 'Me' }, 'partner'],
])('%o is refused with its field', async (facts, field) => {
  const id = await buildPark(`refused-${field}`)
  const refused = await set(id, facts)
  expect([refused.status, refused.problem.errors?.map((error) => error.field)]).toEqual([422, [field]])
})

test('a tariff that the operator set stays through imports', async () => {
  const rates = (amount: string) => ({
    rates: {
      raw: `normal Mo,Tu,We,Th,Fr,Sa,Su 00:00-24:00: hourly=${amount} flat=- max=20`,
      parsed: [{ amount: Number(amount), interval: 'hour', type: 'hourly' }],
      currency: 'CAD',
    },
  })
  const id = await buildPark('priced', rates('2.0') as never)
  const tariffs = async () => (await world.call(getTariffs, { token: staff.token, params: { id } })).body
  const before = await tariffs()
  expect(before.versions).toMatchObject([{ version: 1, tariff: { increment_amount: 2 } }])
  const saved = await world.call(saveTariff, {
    token: staff.token,
    params: { id },
    body: {
      vehicle_type_ids: [1],
      tariff: { ...before.versions[0]!.tariff, increment_amount: 7 },
      from: '2026-11-21',
      version: before.version,
    },
  })
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  await importRow(row('priced', rates('3.0') as never))
  expect((await tariffs()).versions[0]).toMatchObject({
    version: 2,
    source: 'operator',
    tariff: { increment_amount: 7 },
  })
})
