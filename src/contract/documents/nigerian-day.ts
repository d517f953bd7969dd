import { countryZones } from '#contract/geography.ts'
import { wallDay } from '#contract/wall-clock.ts'

/** The date in Nigeria at an instant, `2026-11-23`. */
export const toNigerianDay = (at: Date): string => wallDay(at, countryZones.NG)
