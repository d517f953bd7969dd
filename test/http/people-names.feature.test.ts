import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deskRecords } from '#contract/desk/records.ts'
import { deskLists } from '#contract/desk/screens.ts'
import type { DeskListDescription } from '#contract/lists/lists.ts'
import { buildMissingRows, readEdgeTables } from '#test/kits/edge-rows.ts'
import { createWorld } from '#test/kits/world.ts'

/** Of the accounts of the test; other texts of its rows are filled with all sorts of signs. */
const address = /@people\.test$/

/** Where an address stands as itself, beside a name or to be written to. */
const contacts = /^(email|owner_email)$/

/** The keys under which addresses stand in an answer. */
function findAddresses(value: unknown, key = ''): string[] {
  if (typeof value === 'string') return address.test(value) ? [key] : []
  if (Array.isArray(value)) return value.flatMap((entry) => findAddresses(entry, key))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, entry]) => findAddresses(entry, name))
}

test('lists and records of the desk name people by name', { timeout: 600_000 }, async () => {
  const world = await createWorld({ settings: { DEMO_DATA: 'on' } })
  try {
    for (const country_code of ['CA', 'NG'] as const) await world.buildPark({ country_code, partner: 'Test partner' })
    await buildMissingRows(world.db, await readEdgeTables(world.db), 2)
    const { token } = await world.buildDriver({ role: 'admin' })
    await sql`update users set first_name = 'Amara', last_name = 'Okonkwo', erased_at = null,
      email = id::text || '@people.test'`.execute(world.db)
    const read = async (path: string) => {
      const answer = await world.app.inject({ url: path, headers: { authorization: `Bearer ${token}` } })
      return answer.statusCode === 200 ? (answer.json() as Record<string, unknown>) : undefined
    }
    const found = new Set<string>()
    const expectNames = (path: string, answer: unknown) => {
      for (const key of findAddresses(answer)) if (!contacts.test(key)) found.add(`${path}: ${key}`)
    }
    const lists: Record<string, DeskListDescription> = { ...deskLists }
    for (const { list } of Object.values(deskRecords)) lists[list.name] = list
    let records = 0
    for (const [name, { opens }] of Object.entries(lists)) {
      const page = (await read(`/api/v1/admin/${name}?size=10`)) as { items: Record<string, string>[] } | undefined
      if (name === 'bookings') expect(page).toBeDefined()
      // Lists that are a tab of a record are read with it alone.
      if (page === undefined) continue
      expectNames(name, page.items)
      const record = Object.entries(deskRecords).find(([screen]) => screen === (opens?.screen ?? name))?.[1]
      const id = page.items?.[0]?.[opens?.id ?? 'id']
      if (record === undefined || id === undefined || id === null) continue
      const answer = await read(record.get.path.replace(/\{\w+\}/, encodeURIComponent(id)))
      if (answer === undefined) continue
      records += 1
      expectNames(record.get.path, answer)
    }
    expect(Object.keys(lists).length).toBeGreaterThan(50)
    expect(records).toBeGreaterThan(25)
    expect([...found]).toEqual([])
  } finally {
    await world.close()
  }
})
