import { countryZones } from '#contract/geography.ts'

const days = new Intl.DateTimeFormat('en-CA', { timeZone: countryZones.NG })

/** The date in Nigeria at an instant, `2026-11-23`. */
export const toNigerianDay = (at: Date): string => days.format(at)
