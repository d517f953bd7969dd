import type { CountryCode } from '#contract/places.ts'

/** How a number of each country looks, from the ranges kept for examples where a country has one. */
export const phoneExamples: Record<CountryCode, string> = {
  NG: '+234 803 000 0000',
  CA: '+1 416 555 0100',
  SN: '+221 77 000 00 00',
  US: '+1 206 555 0100',
}
