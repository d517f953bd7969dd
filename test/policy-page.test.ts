import { describe, expect, it } from 'vitest'
import { Password } from '#contract/auth.ts'
import { regretMinutes } from '#contract/bookings.ts'
import { session_days } from '#server/features/accounts/rules.ts'
import { refundRules, shareAt } from '#server/features/bookings/rules.ts'
import { keeping } from '#web/features/legal/keeping.ts'
import { refundTable, strictHours } from '#web/features/legal/refunds.ts'

const minute_ms = 60_000
const hour_ms = 60 * minute_ms

describe('what the policy pages say is what the code does', () => {
  const start = new Date('2026-11-21T12:00:00Z')
  const booked_at = new Date(start.getTime() - 72 * hour_ms)
  const before = (ms: number) => new Date(start.getTime() - ms)
  const moments: Record<(typeof refundTable)[number]['when'], Date[]> = {
    regret: [booked_at, new Date(booked_at.getTime() + regretMinutes * minute_ms - 1)],
    early: [new Date(booked_at.getTime() + regretMinutes * minute_ms), before(strictHours * hour_ms + 1)],
    before: [before(strictHours * hour_ms), before(1)],
    after: [start, new Date(start.getTime() + hour_ms)],
  }

  for (const policy of ['flexible', 'strict'] as const) {
    for (const row of refundTable) {
      it(`a ${policy} park returns ${row[policy]} % (${row.when})`, () => {
        const rules = refundRules({ policy, start, booked_at })
        expect(moments[row.when].map((now) => shareAt(rules, now).percent)).toEqual([row[policy], row[policy]])
      })
    }
  }

  it('a booking of the last minute can be regretted, also after the start', () => {
    const rules = refundRules({ policy: 'strict', start, booked_at: before(minute_ms) })
    expect(shareAt(rules, new Date(start.getTime() + (regretMinutes - 2) * minute_ms)).percent).toBe(100)
  })

  it('sessions last as long as the privacy policy says', () => {
    expect(keeping.session).toBe(session_days)
  })

  it('a password has at least the eight characters that the terms name', () => {
    expect(Password.safeParse('1234567').success).toBe(false)
    expect(Password.safeParse('12345678').success).toBe(true)
  })
})
