import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { openShift } from '#contract/cash/desk/own-shift.ts'
import { createRegister } from '#contract/cash/desk/registers.ts'
import { getCounterCatalogue, priceSale } from '#contract/orders/desk/pos.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { startPageWorld } from '#test/kits/pages/page-world.ts'
import { buildBranch, buildExtra, buildItem } from '#test/kits/shop-kit.ts'
import { priceOffline } from './offlinePrice.ts'

test('the device prices what the server would, to the cent', async () => {
  const world = await startPageWorld()
  world.clock.now = new Date('2026-11-21T13:00:00.000Z')
  const { token: admin } = await world.buildDriver({ role: 'admin' })
  const branch = await buildBranch(world, admin)
  const odd = await buildItem(world, { slug: 'odd', prices: { CAD: 333n } })
  await buildItem(world, { slug: 'soap', prices: { CAD: 1_003n } })
  await buildItem(world, { slug: 'mats', variations: { car: 1_999n, large: 2_677n } })
  await buildExtra(world, odd, { name: 'Wrapped', name_fr: 'Emballé', price: 77n })
  const seller = await world.buildDriver()
  await giveRole(world.db, { user_id: seller.user_id, role: 'pos_operator', branch_id: branch.id })
  const body = { branch_id: branch.id, name: 'Front desk', takes_terminal: false, receipt_width: '80' as const }
  const { id: register_id } = (await world.call(createRegister, { token: admin, body })).body
  const { token } = seller
  await world.call(openShift, { token, body: { register_id, count: {} } })
  const { body: catalogue } = await world.call(getCounterCatalogue, { token })
  const line = fc.constantFrom(...catalogue.items).chain((item) =>
    fc.record({
      item_id: fc.constant(item.id),
      quantity: fc.integer({ min: 1, max: 5 }),
      ...(item.variations.length > 0 && { variation_id: fc.constantFrom(...item.variations.map(({ id }) => id)) }),
      ...(item.extras.length > 0 && { extra_ids: fc.subarray(item.extras.map(({ id }) => id)) }),
    }),
  )
  // The counter makes one line of equal choices, as the server does.
  const choiceOf = ({ quantity: _quantity, ...choice }: { quantity: number }) => JSON.stringify(choice)
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(line, { minLength: 1, maxLength: 5, selector: choiceOf }), async (lines) => {
      const online = await world.call(priceSale, { token, body: { lines } })
      const offline = priceOffline(catalogue, lines, world.clock.now.getTime())
      expect(offline?.amounts?.total).toEqual(online.body.cart.amounts?.total)
      expect(offline?.amounts?.subtotal).toEqual(online.body.cart.amounts?.subtotal)
    }),
    { numRuns: 40 },
  )
  expect(priceOffline(catalogue, [{ item_id: crypto.randomUUID(), quantity: 1 }], 0)).toBeUndefined()
})
