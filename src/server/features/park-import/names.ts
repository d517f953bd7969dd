import { normalizeText } from '#server/features/places/normalize-text.ts'

interface SourceNames {
  source: string
  name: string | null
  address: string | null
  country_code: string | null
}

/** Bus stations are called "motor park" in Nigeria and "garage" in Senegal. */
const terminals: Record<string, RegExp> = {
  NG: /\b(motor ?park|bus (stop|station|terminal|terminus)|mass transit)\b/,
  SN: /\b(garage|gare routiere|station routiere|terminus)\b/,
}
export function isBusTerminal(name: string | null, country_code: string | null): boolean {
  const pattern = terminals[country_code ?? '']
  return name !== null && pattern !== undefined && pattern.test(normalizeText(name))
}

/** "Parking" in Dakar often means a car dealer. */
const dealers: Record<string, RegExp> = {
  SN: /\b(autos?|automobiles?|motors?|cars|occasions?|ventes?|vend|concession(naire)?|showroom|import|export|location)\b/,
  NG: /\b(autos|automobiles?|motors|car sales?|car dealers?|car mart)\b/,
  US: /\b(car sales|auto sales|sales parking|car dealer(ship)?)\b/,
}
export function isCarDealer(name: string | null, country_code: string | null): boolean {
  const pattern = dealers[country_code ?? '']
  return name !== null && pattern !== undefined && pattern.test(normalizeText(name))
}

/** Sources whose names and addresses are those of the owners, including private persons, not of the car parks. */
const ownerSources = new Set(['boston_gensler'])
/** Sources whose names are those of charging stations. */
const chargerSources = new Set(['nrel_afdc'])

/** Names of owners: "…, c/o …", "… Limited Partnership", "Ms. …, Esq.". */
const ownerName = /\bc\/o\b|\blimited partnership\b|\brealty\b|\btrustees?\b|\besq\b|^(mr|mrs|ms|dr)\b\.?/i
const legalForm = /,?\s+(l\.?l\.?c|inc|corp|corporation|ltd|lp)\b\.?[-\s\d]*$/i
const legalFormInside = /,?\s+(llc|inc|corp)\b\.?(?=\s)/i
const parkingWord = /\b(park|parking|garage|pkg|pk|lots?|parkade|ramp|plaza)\b/i
/** Generic terms, withoutForm numbers and prices. */
const genericName =
  /^(pay station|parking( lot| garage)?( payant)?|car park|lot|garage|vehicule|stationnement|\d+|.*\b\d{3,} ?(f|fcfa|cfa|frs))$/
const chargerSuffix = /\s+-\s+(tesla (destination|supercharger)|level \d)\b.*$|\s+EV\s*#?\d*$/i

/**
 * Returns the name and address to show to drivers. Null if the recorded one is not the park's: an owner, a person, a
 * firm without a word for parking, a charging station's label, a generic term or a price.
 */
export function cleanNames({ source, name, address }: SourceNames): { name: string | null; address: string | null } {
  if (ownerSources.has(source)) return { name: null, address: null }
  if (name === null) return { name, address }
  let cleaned = name.replaceAll(/\s+/g, ' ')
  if (chargerSources.has(source)) {
    cleaned = cleaned.replace(chargerSuffix, '')
    // Labels such as "PANYNJ LGA E GARAGE C1": the owner's initials and a station number.
    if (cleaned === cleaned.toUpperCase() && /\p{L}{2}/u.test(cleaned)) return { name: null, address }
  }
  if (ownerName.test(cleaned)) return { name: null, address }
  const withoutForm = cleaned.replace(legalForm, '').replace(legalFormInside, '')
  if (withoutForm !== cleaned && !parkingWord.test(withoutForm)) return { name: null, address }
  // "Green P Carpark 20 - 101 Cedarvale Avenue": the address is shown separately.
  cleaned =
    address !== null && withoutForm.endsWith(` - ${address}`) ? withoutForm.slice(0, -address.length - 3) : withoutForm
  return { name: cleaned === '' || genericName.test(normalizeText(cleaned)) ? null : cleaned, address }
}
