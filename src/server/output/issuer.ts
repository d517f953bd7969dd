import { languageIn, type Locale } from '#contract/formats.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { companyLinesOf, receiptNote } from '#contract/settings/issuer.ts'
import { settings, type Settings } from '#contract/settings/settings.ts'
import type { openSheet } from './pdf-sheet.ts'
import { translate } from './translate.ts'

type Sheet = ReturnType<typeof openSheet>

/** Writes who issues a receipt in a country: legal name, address and tax numbers; nothing where none is set. */
export function writeIssuer(
  sheet: Sheet,
  country: CountryCode,
  locale: Locale,
  company: Settings['company'] = settings().company,
): void {
  const lines = companyLinesOf(country, company)
  if (lines.length > 0) sheet.facts([{ name: translate(locale, 'papers.issued_by'), lines }])
}

/** Writes the note that the settings put at the end of receipts. */
export function writeReceiptNote(sheet: Sheet, locale: Locale): void {
  const note = receiptNote(languageIn(locale))
  if (note !== null) sheet.text(note)
}
