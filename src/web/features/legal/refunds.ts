import { regretMinutes } from '#contract/bookings.ts'

/** A strict car park returns everything until so long before the start; `test/policy-page.test.ts` holds it to the code. */
export const strictHours = 24

/** What a cancel returns in percent, by when it comes. The first row that fits counts. */
export const refundTable = [
  { when: 'regret', flexible: 100, strict: 100 },
  { when: 'early', flexible: 100, strict: 100 },
  { when: 'before', flexible: 100, strict: 50 },
  { when: 'after', flexible: 0, strict: 0 },
] as const

/** The rows' numbers, for the sentences. */
export const refundNumbers = { regret: regretMinutes, hours: strictHours }
