import { expect, test } from 'vitest'
import { bookingRecord } from '#contract/bookings/desk/booking-record.ts'
import { loadDeskRecords } from '#test/kits/contract.ts'
import { findTone, groupFacts, isEmptyFact } from './record-layout.ts'

test('a layout names facts, tabs and actions that the record has', async () => {
  for (const { list, facts, tabs = {}, actions = {}, first = [], badges = [], ...layout } of await loadDeskRecords()) {
    const { primary = [], dangerous = [] } = layout
    expect(['facts', ...Object.keys(tabs)], list.name).toEqual(expect.arrayContaining([...first]))
    expect(Object.keys(facts), list.name).toEqual(expect.arrayContaining(badges.flat()))
    expect(Object.keys(actions), list.name).toEqual(expect.arrayContaining([...primary, ...dangerous]))
    expect(primary.filter((name) => dangerous.includes(name))).toEqual([])
  }
})

test('every state of a record has a tone', async () => {
  const missing = (await loadDeskRecords()).flatMap(({ list, state }) =>
    state === undefined ? [] : (list.states ?? []).filter((word) => findTone(word) === undefined),
  )
  expect(missing).toEqual([])
})

test('each fact of a record is shown once, in the group that it belongs to', async () => {
  const { customer, times, details } = groupFacts(bookingRecord)
  expect(customer).toEqual(['customer', 'email', 'phone'])
  expect(times).toContain('checked_in_at')
  expect(details).toContain('plate')
  for (const record of await loadDeskRecords()) {
    const groups = groupFacts(record)
    const shown = [...groups.customer, ...groups.times, ...groups.details, ...(record.badges ?? []).flat()]
    expect(shown.toSorted(), record.list.name).toEqual(Object.keys(record.facts).toSorted())
  }
})

test('an amount of which nothing was given back, or is owed, is no fact; another amount of zero is', () => {
  const zero = { amount: 0, currency: 'CAD' }
  expect(['refunded', 'goodwill', 'due', 'total'].map((name) => isEmptyFact(name, zero))).toEqual([
    true,
    true,
    true,
    false,
  ])
  expect(isEmptyFact('refunded', { amount: 0.01, currency: 'CAD' })).toBe(false)
  expect([null, undefined, [], '', 0, false].map((value) => isEmptyFact('plate', value))).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ])
})
