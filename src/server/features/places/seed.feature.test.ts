import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '#test/world.ts'
import { seedReference } from './seed.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await seedReference(world.db)
})
afterAll(() => world.close())

const count = async (table: 'places' | 'states' | 'fees' | 'sources') => {
  const { rows } = await world.db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<bigint>().as('rows'))
    .executeTakeFirstOrThrow()
  return Number(rows)
}

test('loads places of every kind and country with their states', async () => {
  const rows = await world.db
    .selectFrom('places')
    .select(({ fn }) => ['kind', 'country_id', fn.countAll<bigint>().as('rows')])
    .groupBy(['kind', 'country_id'])
    .execute()
  const of = (kind: string) => rows.filter((row) => row.kind === kind).reduce((sum, row) => sum + Number(row.rows), 0)
  expect(of('city')).toBeGreaterThan(21_000)
  expect(of('area')).toBeGreaterThan(700)
  expect(of('airport')).toBeGreaterThan(1_900)
  expect(of('poi')).toBeGreaterThan(4_000)
  expect(await count('states')).toBe(121)
  expect(await world.db.selectFrom('places').select('id').where('state_id', 'is', null).execute()).toEqual([])
})

test('finds Lagos airport by its city and Dakar’s new airport in the region of Thiès', async () => {
  const found = await world.db
    .selectFrom('places')
    .leftJoin('states', 'states.id', 'places.state_id')
    .select(['iata', 'states.code as state'])
    .where('kind', '=', 'airport')
    .where((where) =>
      where.or([where('folded', 'like', '%lagos airport%'), where('folded', 'like', '%dakar airport%')]),
    )
    .orderBy('weight', 'desc')
    .orderBy('iata')
    .execute()
  expect(found.slice(0, 2)).toEqual([
    { iata: 'DSS', state: 'SN-TH' },
    { iata: 'LOS', state: 'NG-LA' },
  ])
})

test('changes nothing when repeated, and restores rows when the files change', async () => {
  const before = [await count('places'), await count('fees'), await count('sources')]
  await world.db.updateTable('states').set({ name_fr: 'Nouveau Brunswick' }).where('code', '=', 'CA-NB').execute()
  await seedReference(world.db)
  expect([await count('places'), await count('fees'), await count('sources')]).toEqual(before)
  const name = () =>
    world.db.selectFrom('states').select('name_fr').where('code', '=', 'CA-NB').executeTakeFirstOrThrow()
  expect(await name()).toEqual({ name_fr: 'Nouveau Brunswick' })
  await world.db.updateTable('settings').set({ value: '"old"' }).where('key', '=', 'seed_reference').execute()
  await Promise.all([seedReference(world.db), seedReference(world.db)])
  expect(await name()).toEqual({ name_fr: 'Nouveau-Brunswick' })
  expect([await count('places'), await count('fees'), await count('sources')]).toEqual(before)
})
