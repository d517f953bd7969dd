import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookOwnInspection } from '#contract/documents/document-inspections.ts'
import { balanceOf } from '#test/kits/bookings-kit.ts'
import { buildPaidRequest, worthiness } from '#test/kits/desk/staff-documents-kit.ts'
import { buildFees } from '#test/kits/document-kit.ts'
import { buildCentre } from '#test/kits/inspection-kit.ts'
import { outcomeOf } from '#test/kits/shop-kit.ts'
import { createWorld, type World } from '#test/kits/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ engine: 'server', pool: 20 })
  world.clock.now = new Date('2026-11-23T07:30:00Z')
  await buildFees(world)
  // 3,000 to the agency, and 1,000 to us with 75 of VAT.
  await buildFees(world, [
    { kind: 'reinspection', part: 'government', amount_minor: 300_000n },
    { kind: 'reinspection', part: 'service', amount_minor: 100_000n },
  ])
})
afterAll(() => world.close())

test('of twenty customers for the last appointment one gets it, and the others pay nothing', async () => {
  const centre_id = await buildCentre(world, { capacity_per_hour: 1 })
  const people = []
  for (let count = 0; count < 20; count += 1) {
    const customer = await world.buildDriver({ country_code: 'NG', balance_minor: 50_000_000n })
    const id = await buildPaidRequest(world, customer, [worthiness])
    people.push({ customer, id, before: await balanceOf(world, customer, 'NGN') })
  }
  await world.db.updateTable('document_requests').set({ status: 'inspection_failed' }).execute()
  const body = { centre_id, starts_at: '2026-11-24T08:00:00Z', total: 4_075 }
  const answers = await Promise.all(
    people.map(({ customer: { token }, id }) => world.call(bookOwnInspection, { token, params: { id }, body })),
  )
  const outcomes = answers.map(outcomeOf)
  expect(outcomes.toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => '409 appointment_full')])
  for (const [n, { customer, id, before }] of people.entries()) {
    const isBooked = outcomes[n] === 200
    expect(before - (await balanceOf(world, customer, 'NGN'))).toBe(isBooked ? 407_500n : 0n)
    const row = await world.db
      .selectFrom('document_requests')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.status).toBe(isBooked ? 'inspection_booked' : 'inspection_failed')
  }
  await world.expectBalancedLedger()
})
