import { localeOf, type Locale } from '#contract/formats.ts'
import type { parkLabel } from '#contract/parks/park-label.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { settings } from '#contract/settings/settings.ts'
import { openSheet } from '#server/output/pdf-sheet.ts'
import { createQrPath } from '#server/output/qr-code.ts'
import { translate } from '#server/output/translate.ts'
import { labelPark } from '../label.ts'

/** A car park as its poster names it. */
export type PosterPark = Parameters<typeof parkLabel>[0] & { park_code: string; country_code: CountryCode }

/** Wide enough for a phone held out of a car window, two metres away. */
const side = 300

/** Returns the poster for the gate of a park as one A4 page, in the country's language first: the code opens `url`. */
export function createGatePoster(park: PosterPark, url: string, now: Date): Promise<Buffer> {
  const languages = park.country_code === 'SN' ? (['fr', 'en'] as const) : (['en', 'fr'] as const)
  const [first, second] = languages.map((language) => localeOf(language, park.country_code)) as [Locale, Locale]
  const t = (locale: Locale, key: string, params: Record<string, string> = {}) =>
    translate(locale, `papers.gate_poster.${key}`, params)
  const name = labelPark(park, first)
  const sheet = openSheet({
    title: t(first, 'file_title', { park: name }),
    brand: settings().company.name,
    language: first,
    at: now,
  })
  sheet.head(t(first, 'code', { code: park.park_code }))
  sheet.gap(14)
  sheet.centred(t(first, 'title'), { font: 'black', size: 34 })
  sheet.gap(2)
  sheet.centred(t(second, 'title'), { font: 'bold', size: 21, colour: 'soft' })
  sheet.gap(14)
  sheet.centred(t(first, 'steps'), { size: 15 })
  sheet.gap(2)
  sheet.centred(t(second, 'steps'), { size: 13, colour: 'soft' })
  sheet.gap(26)
  sheet.largeCode(createQrPath(url), side)
  sheet.gap(24)
  sheet.centred(name, { font: 'bold', size: 17 })
  const place = [park.address, park.city].filter((part) => part !== null && part !== name).join(', ')
  if (place !== '') sheet.centred(place, { size: 11.5, colour: 'soft' })
  sheet.gap(14)
  sheet.centred(url.replace(/^https?:\/\//, ''), { font: 'bold', size: 15 })
  sheet.gap(8)
  for (const locale of [first, second])
    sheet.centred(t(locale, 'check', { site: new URL(url).host }), {
      size: 10.5,
      ...(locale === second && { colour: 'soft' }),
    })
  return sheet.close(() => `${settings().company.name} · ${park.park_code}`)
}
