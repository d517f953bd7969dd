import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  documentKinds,
  engineBands,
  findFirstDay,
  isKindOfUse,
  listDependencies,
  maxEngine_cc,
  nigerianStates,
  type HeldDocument,
} from './document-rules.ts'

const today = '2026-11-23'
const anyDay = fc
  .integer({ min: -400, max: 400 })
  .map((days) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10))
const anyHeld: fc.Arbitrary<HeldDocument[]> = fc.uniqueArray(
  fc.record({ kind: fc.constantFrom(...documentKinds), expires_on: fc.option(anyDay) }),
  { selector: ({ kind }) => kind },
)

test('a licence asks for insurance and road worthiness that are neither held nor in the request', () => {
  const missing = { needed_by: 'vehicle_licence', reason: 'not_held', first_day: today, expires_on: null }
  expect(listDependencies(['vehicle_licence'], [], today)).toEqual([
    { ...missing, kind: 'third_party_insurance' },
    { ...missing, kind: 'road_worthiness' },
  ])
  expect(listDependencies(['vehicle_licence', 'road_worthiness'], [], today).map(({ kind }) => kind)).toEqual([
    'third_party_insurance',
  ])
  for (const kind of documentKinds.filter((other) => other !== 'vehicle_licence'))
    expect(listDependencies([kind], [], today)).toEqual([])
})

test('a document must be valid on the first day of the licence, which follows the last day of the one held', () => {
  const held = (expires_on: string): HeldDocument[] => [
    { kind: 'vehicle_licence', expires_on: '2026-12-31' },
    { kind: 'road_worthiness', expires_on: '2027-06-30' },
    { kind: 'third_party_insurance', expires_on },
  ]
  expect(listDependencies(['vehicle_licence'], held('2027-01-01'), today)).toEqual([])
  expect(listDependencies(['vehicle_licence'], held('2026-12-31'), today)).toEqual([
    {
      kind: 'third_party_insurance',
      needed_by: 'vehicle_licence',
      reason: 'expires_before',
      first_day: '2027-01-01',
      expires_on: '2026-12-31',
    },
  ])
  expect(findFirstDay('vehicle_licence', [{ kind: 'vehicle_licence', expires_on: '2026-11-22' }], today)).toBe(today)
  expect(findFirstDay('vehicle_licence', [{ kind: 'vehicle_licence', expires_on: today }], today)).toBe('2026-11-24')
})

test('adding what is missing leaves nothing missing, whatever is held', () => {
  fc.assert(
    fc.property(fc.subarray([...documentKinds]), anyHeld, (kinds, held) => {
      const missing = listDependencies(kinds, held, today).map(({ kind }) => kind)
      expect(listDependencies([...kinds, ...missing], held, today)).toEqual([])
      for (const kind of missing) expect(kinds).not.toContain(kind)
    }),
  )
})

test('only commercial vehicles have a hackney permit', () => {
  for (const kind of documentKinds) {
    expect(isKindOfUse(kind, 'commercial')).toBe(true)
    expect(isKindOfUse(kind, 'private')).toBe(kind !== 'hackney_permit')
  }
})

test('names 37 states once, and engine bands without gap or overlap', () => {
  expect(new Set(nigerianStates).size).toBe(37)
  expect(engineBands[0].from_cc).toBe(1)
  expect(engineBands.at(-1)!.to_cc).toBe(maxEngine_cc)
  for (const [n, { from_cc }] of engineBands.entries()) if (n > 0) expect(from_cc).toBe(engineBands[n - 1]!.to_cc + 1)
})
