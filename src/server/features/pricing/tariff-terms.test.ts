import { expect, test } from 'vitest'
import { toListedTerms } from './listed-tariff.ts'
import { fromStoredTerms, noExtraTerms, toStoredTerms, type ExtraTerms } from './tariff-terms.ts'

const everything: ExtraTerms = {
  tiers: [
    { up_to_min: 60, amount_minor: 300n },
    { up_to_min: 180, amount_minor: 700n },
  ],
  windows: [{ code: 'overnight', days: [1, 7], from_min: 1_080, to_min: 405, amount_minor: 500n }],
  early_bird: { days: [1], enter_from_min: 300, enter_until_min: 540, leave_by_min: 1_440, amount_minor: 1_250n },
  month_minor: 90_000n,
  events: [
    {
      starts_at: new Date('2026-12-01T22:00:00Z'),
      ends_at: new Date('2026-12-02T04:00:00Z'),
      amount_minor: 2_500n,
    },
  ],
}

test('restores stored terms in any key order', () => {
  for (const terms of [noExtraTerms, everything, { ...noExtraTerms, month_minor: 1n }]) {
    const stored: unknown = JSON.parse(toStoredTerms(terms))
    expect(fromStoredTerms(stored)).toEqual(terms)
  }
  expect(toStoredTerms(noExtraTerms)).toBe('{}')
  expect(toStoredTerms(everything)).toContain('"amount_minor":"300"')
})

test.each<[string, Partial<ExtraTerms>]>([
  ['tiers', { tiers: everything.tiers.toReversed() }],
  ['tiers', { tiers: [{ up_to_min: 0.5, amount_minor: 1n }] }],
  ['tiers', { tiers: [{ up_to_min: 60, amount_minor: -1n }] }],
  ['windows', { windows: [{ ...everything.windows[0]!, days: [] }] }],
  ['windows', { windows: [{ ...everything.windows[0]!, days: [0] }] }],
  ['windows', { windows: [{ ...everything.windows[0]!, from_min: 1_440 }] }],
  ['windows', { windows: [{ ...everything.windows[0]!, to_min: 1_441 }] }],
  ['early_bird', { early_bird: { ...everything.early_bird!, enter_until_min: 200 } }],
  ['month_minor', { month_minor: 10n ** 15n }],
  ['events', { events: [{ ...everything.events[0]!, ends_at: everything.events[0]!.starts_at }] }],
  ['events', { events: [everything.events[0]!, everything.events[0]!] }],
])('rejects invalid %s', (name, wrong) => {
  expect(() => toStoredTerms({ ...everything, ...wrong })).toThrow(`invalid tariff terms: ${name}`)
})

test('lists minutes as clock times and amounts in major units', () => {
  expect(toListedTerms(everything, 'CAD')).toEqual({
    tiers: [
      { up_to_min: 60, amount: 3 },
      { up_to_min: 180, amount: 7 },
    ],
    windows: [{ code: 'overnight', days: [1, 7], from: '18:00', to: '06:45', amount: 5 }],
    early_bird: { days: [1], enter_from: '05:00', enter_until: '09:00', leave_by: '24:00', amount: 12.5 },
    month_amount: 900,
    events: [{ starts_at: '2026-12-01T22:00:00.000Z', ends_at: '2026-12-02T04:00:00.000Z', amount: 25 }],
  })
  expect(toListedTerms({ ...noExtraTerms, month_minor: 500n }, 'XOF').month_amount).toBe(500)
})
