import { afterAll, beforeAll, expect, test } from 'vitest'
import { listDemoSlots, sendDemo } from '#contract/leads/leads.ts'
import { createWorld, type World } from '#test/kits/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ engine: 'server', pool: 10 })
})
afterAll(() => world.close())

const book = (starts_at: string, email: string) =>
  world.call(sendDemo, { body: { name: 'A', email, took_ms: 5_000, starts_at, timezone: 'UTC' } })

test('books one of twenty concurrent requests for a time and stores nothing for the others', async () => {
  const { slots } = (await world.call(listDemoSlots, {})).body
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => book(slots[0]!, `n${n}@example.com`)))
  const codes = answers.map(({ status, problem }) => (status === 201 ? 'ok' : problem.code)).sort()
  expect(codes).toEqual(['ok', ...Array.from({ length: 19 }, () => 'slot_taken')])
  for (const table of ['demo_slots', 'leads', 'mails'] as const)
    expect(await world.db.selectFrom(table).selectAll().execute(), table).toHaveLength(1)
})

test('books one of twenty concurrent requests of one person', async () => {
  const { slots } = (await world.call(listDemoSlots, {})).body
  const answers = await Promise.all(slots.slice(0, 20).map((slot) => book(slot, 'greedy@example.com')))
  const codes = answers.map(({ status, problem }) => (status === 201 ? 'ok' : problem.code)).sort()
  expect(codes).toEqual([...Array.from({ length: 19 }, () => 'demo_booked'), 'ok'])
})
