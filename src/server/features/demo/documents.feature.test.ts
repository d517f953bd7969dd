import { afterAll, beforeAll, expect, test } from 'vitest'
import { nigerianStates } from '#contract/documents/document-rules.ts'
import { buildDocumentQuote } from '#test/kits/document-kit.ts'
import { createWorld, type World } from '#test/kits/world.ts'
import { planExampleFees, writeExampleDocuments } from './documents.ts'
import { resetDemo } from './reset.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await writeExampleDocuments(world.db, world.clock.now)
})
afterAll(() => world.close())

const findFees = () => world.db.selectFrom('document_fees').selectAll().where('is_example', '=', true).execute()

test('every state has example fees, which differ and are written once', async () => {
  const fees = await findFees()
  expect(fees).toHaveLength(nigerianStates.reduce((sum, state) => sum + planExampleFees(state).length, 0))
  expect(planExampleFees('LA')).not.toEqual(planExampleFees('KN'))
  await writeExampleDocuments(world.db, world.clock.now)
  expect(await findFees()).toHaveLength(fees.length)
})

test('a quote by them is complete at once, and says which lines are examples', async () => {
  const driver = await world.buildDriver({ country_code: 'NG' })
  const { status, lines } = await buildDocumentQuote(world, driver)
  expect(status).toBe('quoted')
  const marked = lines!.map(({ kind, part, is_example }) => [kind, part, is_example])
  expect(marked).toContainEqual(['vehicle_licence', 'government', true])
  expect(marked).toContainEqual(['third_party_insurance', 'insurer', false])
})

test('the reset writes them again, but not over what staff entered', async () => {
  const [delivery] = (await findFees()).filter(({ kind }) => kind === 'delivery')
  await world.db
    .updateTable('document_fees')
    .set({ is_example: false, amount_minor: 123_400n })
    .where('id', '=', delivery!.id)
    .execute()
  const before = (await findFees()).length
  await resetDemo(world.deps)
  expect(await findFees()).toHaveLength(before)
  const stored = await world.db.selectFrom('document_fees').selectAll().where('id', '=', delivery!.id).execute()
  expect(stored).toMatchObject([{ amount_minor: 123_400n }])
  const centres = await world.db.selectFrom('inspection_centres').select('is_example').execute()
  expect(centres).toHaveLength(6)
})
