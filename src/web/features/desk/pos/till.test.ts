import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { CallError } from '#web/api/call.ts'
import type { Database } from '#web/storage/database.ts'
import {
  countStored,
  countUnsent,
  findOfflineProblem,
  longest_ms,
  mostWaiting,
  nothingStored,
  Till,
  type CounterCatalogue,
  type WaitingSale,
} from './till.ts'

/** A database in memory, which all tabs share. */
function memory(): Database<'facts' | 'sales'> {
  const stores = { facts: new Map<string | number, unknown>(), sales: new Map<string | number, unknown>() }
  return {
    get: (store, key) => Promise.resolve(stores[store].get(key)),
    getAll: (store) => Promise.resolve([...stores[store].values()]),
    write: (changes) => {
      for (const [store, key, value] of changes)
        if (value === undefined) stores[store].delete(key)
        else stores[store].set(key, value)
      return Promise.resolve()
    },
    clear: () => Promise.resolve(),
    close: () => {},
  }
}
type Send = ConstructorParameters<typeof Till>[1] & {}
const sale = (id: string, minute = 0): WaitingSale => ({
  shift_id: 'shift',
  body: { id, lines: [], sold_at: new Date(minute * 60_000).toISOString(), total: 11 } as never,
})
const refused = (status: number) =>
  new CallError(status, { code: 'item_not_found', message: 'Not sold any more' } as never)

test('sends everything once in the end, whatever the network does and however many tabs send', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('ok', 'lost', 'answer lost'), { maxLength: 30 }),
      fc.nat(12),
      async (fates, count) => {
        const db = memory()
        const booked = new Map<string, number>()
        const queue = [...fates]
        const send: Send = (entry) => {
          const { body } = entry as WaitingSale
          const fate = queue.shift() ?? 'ok'
          // The server books an id once, however often it comes.
          if (fate !== 'lost') booked.set(body.id, 1)
          return fate === 'ok' ? Promise.resolve() : Promise.reject(new CallError(0, undefined))
        }
        const tabs = [new Till(db, send), new Till(db, send)]
        for (let at = 0; at < count; at += 1) await tabs[at % 2]!.add(sale(`s${at}`, at))
        for (let round = 0; round < fates.length + 2; round += 1) await Promise.all(tabs.map((tab) => tab.send()))
        expect([...booked.keys()].toSorted()).toEqual(Array.from({ length: count }, (_, at) => `s${at}`).toSorted())
        await tabs[0]!.load()
        expect(tabs[0]!.readState().waiting).toEqual([])
      },
    ),
    { numRuns: 40 },
  ))

test('a sale that the server refuses stays with its reason, and holds up no other', async () => {
  const db = memory()
  const sent: string[] = []
  const till = new Till(db, (entry) => {
    const id = 'body' in entry ? entry.body.id : entry.event.id
    sent.push(id)
    return id === 'bad' ? Promise.reject(refused(404)) : Promise.resolve()
  })
  await till.add(sale('bad', 1))
  await till.add(sale('good', 2))
  const event = { id: 'voided', detail: '1 × Tea', reason: 'Wrong item', voided_at: new Date(0).toISOString() }
  await till.add({ shift_id: 'shift', event })
  expect(countUnsent(till.readState())).toBe(3)
  await till.send()
  expect(sent).toEqual(['bad', 'good', 'voided'])
  expect(till.readState().waiting).toMatchObject([{ body: { id: 'bad' }, problem: 'Not sold any more' }])
  // What the server refuses is sent again, and does not keep the shift open.
  expect([countStored(till.readState()), countUnsent(till.readState())]).toEqual([1, 0])
})

test('sells for eight hours or 200 sales', () => {
  const read_at = '2026-11-21T08:00:00.000Z'
  const at = Date.parse(read_at)
  const catalogue = { read_at } as CounterCatalogue
  const state = { ...nothingStored, catalogue }
  expect(findOfflineProblem({ ...state, catalogue: undefined }, at)).toBe('none')
  expect(findOfflineProblem(state, at + longest_ms)).toBeUndefined()
  expect(findOfflineProblem(state, at + longest_ms + 1)).toBe('stale')
  const waiting = Array.from({ length: mostWaiting }, (_, n) => sale(String(n)))
  expect(findOfflineProblem({ ...state, waiting }, at)).toBe('full')
})
