import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { Password, passwordLength } from '#contract/accounts/auth.ts'
import { regretMinutes } from '#contract/bookings/booking-rules.ts'
import { languages } from '#contract/geography.ts'
import { hour_ms, minute_ms } from '#contract/time.ts'
import { readConfig } from '#server/config.ts'
import { listRefundRules, findRefundShare } from '#server/features/bookings/refund-rules.ts'
import { bookYearNames, listBookYears } from '#server/features/content/conditions.ts'
import { formatConstants } from '#server/features/content/constants.ts'

describe('the policy pages state what the code does', () => {
  const start = new Date('2026-11-21T12:00:00Z')
  const booked_at = new Date(start.getTime() - 72 * hour_ms)
  const before = (ms: number) => new Date(start.getTime() - ms)
  const values = formatConstants('en')
  const strict_ms = Number(values['cancel.strict_hours']) * hour_ms
  const moments = {
    early: [new Date(booked_at.getTime() + regretMinutes * minute_ms), before(strict_ms + 1)],
    late: [before(strict_ms), before(1)],
    after: [start, new Date(start.getTime() + hour_ms)],
  }
  const words = { 100: 'Full refund', 50: '50% refund', 0: 'No refund' } as const

  for (const policy of ['flexible', 'strict'] as const) {
    for (const [when, times] of Object.entries(moments)) {
      it(`states the refund of a ${policy} park (${when})`, () => {
        const rules = listRefundRules({ policy, start, booked_at })
        const shares = times.map((now) => words[findRefundShare(rules, now).percent])
        expect(new Set(shares)).toEqual(new Set([values[`cancel.${policy}.${when}`]]))
      })
    }
    it(`refunds a ${policy} booking in full just after it is made`, () => {
      const rules = listRefundRules({ policy, start, booked_at })
      const last = new Date(booked_at.getTime() + Number(values['cancel.regret_minutes']) * minute_ms - 1)
      expect(findRefundShare(rules, last).percent).toBe(100)
    })
  }

  it('refunds a booking made just before its start in full, even after the start', () => {
    const rules = listRefundRules({ policy: 'strict', start, booked_at: before(minute_ms) })
    expect(findRefundShare(rules, new Date(start.getTime() + (regretMinutes - 2) * minute_ms)).percent).toBe(100)
  })

  it('names the years for which the settings say that books are kept', () => {
    const config = readConfig({ NODE_ENV: 'test', KEEP_YEARS_CA: '8' })
    expect(listBookYears({ config })).toEqual({
      'books.years_ng': 6,
      'books.years_ca': 8,
      'books.years_sn': 10,
      'books.years_us': 7,
    })
    for (const language of languages) {
      const text = readFileSync(`content/${language}/privacy-policy.md`, 'utf8')
      expect(bookYearNames.filter((name) => !text.includes(`{{${name}}}`))).toEqual([])
    }
  })

  it('requires the password length that the terms state', () => {
    expect(Password.safeParse('x'.repeat(passwordLength - 1)).success).toBe(false)
    expect(Password.safeParse('x'.repeat(passwordLength)).success).toBe(true)
  })
})
