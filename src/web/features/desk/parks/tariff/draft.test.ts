import { expect, test } from 'vitest'
import type { TariffRequest } from '#contract/parks/desk/tariffs.ts'
import { emptyDraft, toDraft, toRequest } from './draft.ts'

const tariff: TariffRequest = {
  free_minutes: 10,
  tiers: [{ up_to_min: 60, amount: 2.5 }],
  increment_minutes: 30,
  increment_amount: 1.25,
  day_cap_amount: 20,
  day_cap_reset_hour: 6,
  windows: [{ code: 'overnight', days: [1, 5], from: '18:00', to: '08:00', amount: 5 }],
  early_bird: { days: [1], enter_from: '06:00', enter_until: '09:00', leave_by: '18:00', amount: 9 },
  month_amount: 150,
  events: [{ starts_at: '2026-12-01T23:00:00.000Z', ends_at: '2026-12-02T04:00:00.000Z', amount: 30 }],
}

test.each(['en-CA', 'fr-CA', 'en-NG', 'fr-SN'])('a tariff is the same after it was edited in %s', (locale) => {
  const draft = toDraft(tariff, locale, 'America/Toronto')
  expect(draft.events[0]).toMatchObject({ starts_at: '2026-12-01T18:00', ends_at: '2026-12-01T23:00' })
  expect(toRequest(draft, locale, 'America/Toronto')).toEqual(tariff)
})

test('what is empty or no number is left for the server to name', () => {
  const request = toRequest({ ...emptyDraft, increment_amount: 'two' }, 'en', 'UTC')
  expect(request).toMatchObject({ increment_amount: 'two', day_cap_amount: null, month_amount: null })
})
