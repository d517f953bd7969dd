import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getItem, listBranches, listCategories, listItems, listOffers } from '#contract/catalogue/marketplace.ts'
import { countryCodes } from '#contract/geography.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { createWorld, type World } from '#test/kits/world.ts'
import { resetDemo } from './reset.ts'
import { writeExampleShop } from './shop.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await writeExampleShop(world.db, world.clock.now)
})
afterAll(() => world.close())

const branchesOf = async (country: string) => (await world.call(listBranches, { query: { country } })).body.items
const itemsOf = async (branch: string, language = 'en') =>
  (await world.call(listItems, { query: { branch, size: 100 }, headers: { 'accept-language': language } })).body.items

test.each(countryCodes)(
  '%s has two example branches that sell all 42 items, with taxes and a free slot',
  async (country) => {
    const branches = await branchesOf(country)
    expect(branches).toHaveLength(2)
    for (const branch of branches) {
      expect(branch).toMatchObject({ is_example: true, country_code: country, takeaway: true, delivery: true })
      const [english, french] = [await itemsOf(branch.slug), await itemsOf(branch.slug, 'fr')]
      expect(english).toHaveLength(42)
      for (const [index, item] of english.entries()) {
        expect(item).toMatchObject({ is_example: true, sold_out: false, price: { currency: branch.currency } })
        expect(item.price.amount, item.slug).toBeGreaterThan(0)
        expect(item.next_slot, item.slug).not.toBeNull()
        expect(french[index]!.description).not.toBe(item.description)
      }
      const { body } = await world.call(listCategories, { query: { branch: branch.slug } })
      expect(body.items.map(({ slug, items }) => [slug, items])).toEqual(
        ['wash', 'detailing', 'tyres', 'battery', 'accessories', 'food'].map((slug) => [slug, 7]),
      )
    }
  },
)

test('offers hold in the currencies that they are in', async () => {
  const offersOf = async (branch: string) =>
    (await world.call(listOffers, { query: { branch } })).body.items.map(({ slug }) => slug).toSorted()
  expect(await offersOf('ikeja')).toEqual(['breakfast', 'clean-start', 'naira-off-tyres'])
  expect(await offersOf('yorkville')).toEqual(['breakfast', 'clean-start', 'five-off-blades'])
  expect(await offersOf('plateau')).toEqual(['breakfast', 'clean-start'])
})

test('a wash in Toronto is priced by the vehicle, with the offer and the tax', async () => {
  const { body } = await world.call(getItem, { params: { id: 'outside-wash' }, query: { branch: 'front-street' } })
  // 18.00 less 15 % is 15.30, with 13 % tax 17.29; before the offer 20.34.
  expect(body.variations.map(({ code, price, old_price }) => [code, price.amount, old_price?.amount])).toEqual([
    ['car', 17.29, 20.34],
    ['motorcycle', 10.37, 12.2],
    ['large', 24.2, 28.48],
  ])
  expect(body.extras.map(({ name, price }) => [name, price.amount])).toEqual([['Wax', 9.04]])
})

test('is written once, and again at the reset, with the roles that people have there', async () => {
  const count = async () => {
    const { rows } = await sql<{ counts: unknown }>`
      select json_build_object('branches', (select count(*) from branches), 'items', (select count(*) from items),
        'prices', (select count(*) from prices), 'slots', (select count(*) from time_slots),
        'stock', (select sum(on_hand) from stock_levels), 'moved', (select sum(on_hand) from stock_movements),
        'rates', (select count(*) from tax_rates)) as counts`.execute(world.db)
    return rows[0]!.counts
  }
  const before = await count()
  await writeExampleShop(world.db, world.clock.now)
  expect(await count()).toEqual(before)
  const [branch] = await branchesOf('SN')
  const manager = await world.buildDriver()
  await giveRole(world.db, { user_id: manager.user_id, role: 'branch_manager', branch_id: branch!.id })
  await world.db
    .updateTable('branches')
    .set({ name: 'Renamed', status: 'inactive' })
    .where('id', '=', branch!.id)
    .execute()
  await world.db.deleteFrom('items').where('slug', '=', 'coffee').execute()
  await sql`update stock_levels set on_hand = 0`.execute(world.db)
  await resetDemo(world.deps)
  expect(await count()).toEqual(before)
  expect((await branchesOf('SN')).map(({ id, name }) => [id, name])).toContainEqual([branch!.id, branch!.name])
  expect(await world.db.selectFrom('role_assignments').select('branch_id').execute()).toEqual([
    { branch_id: branch!.id },
  ])
})
