import { normalizeText } from '#server/features/places/normalize-text.ts'

type Named = { source: string; name: string | null; address: string | null; country_code: string | null }

/** In Nigeria a "motor park", in Senegal a "garage", is where buses leave from. */
const terminals: Record<string, RegExp> = {
  NG: /\b(motor ?park|bus (stop|station|terminal|terminus)|mass transit)\b/,
  SN: /\b(garage|gare routiere|station routiere|terminus)\b/,
}
export function isBusTerminal(name: string | null, country_code: string | null): boolean {
  const pattern = terminals[country_code ?? '']
  return name !== null && pattern !== undefined && pattern.test(normalizeText(name))
}

/** "Parking" in Dakar is often where cars are sold. */
const dealers: Record<string, RegExp> = {
  SN: /\b(autos?|automobiles?|motors?|cars|occasions?|ventes?|vend|concession(naire)?|showroom|import|export|location)\b/,
  NG: /\b(autos|automobiles?|motors|car sales?|car dealers?|car mart)\b/,
  US: /\b(car sales|auto sales|sales parking|car dealer(ship)?)\b/,
}
export function isCarDealer(name: string | null, country_code: string | null): boolean {
  const pattern = dealers[country_code ?? '']
  return name !== null && pattern !== undefined && pattern.test(normalizeText(name))
}

/** Its names and addresses are of owners and their lawyers, people among them, and not of the car parks. */
const ownerSources = new Set(['boston_gensler'])
/** Its names are of charging posts. */
const postSources = new Set(['nrel_afdc'])

/** Owners, not places: "…, c/o …", "… Limited Partnership", "Ms. …, Esq.". */
const owners = /\bc\/o\b|\blimited partnership\b|\brealty\b|\btrustees?\b|\besq\b|^(mr|mrs|ms|dr)\b\.?/i
const legalForm = /,?\s+(l\.?l\.?c|inc|corp|corporation|ltd|lp)\b\.?[-\s\d]*$/i
const legalFormInside = /,?\s+(llc|inc|corp)\b\.?(?=\s)/i
const parkingWord = /\b(park|parking|garage|pkg|pk|lots?|parkade|ramp|plaza)\b/i
/** What a thing is and not which one, a bare number, a price. */
const noName =
  /^(pay station|parking( lot| garage)?( payant)?|car park|lot|garage|vehicule|stationnement|\d+|.*\b\d{3,} ?(f|fcfa|cfa|frs))$/
const postSuffix = /\s+-\s+(tesla (destination|supercharger)|level \d)\b.*$|\s+EV\s*#?\d*$/i

/**
 * The name and address that a driver may be shown. Null where what is recorded is not the park's: an owner, a person,
 * a firm with no word of parking, a charging network's label for a post, a price.
 */
export function shownNames({ source, name, address }: Named): { name: string | null; address: string | null } {
  if (ownerSources.has(source)) return { name: null, address: null }
  if (name === null) return { name, address }
  let shown = name.replaceAll(/\s+/g, ' ')
  if (postSources.has(source)) {
    shown = shown.replace(postSuffix, '')
    // Networks write "PANYNJ LGA E GARAGE C1": the owner's short name and the number of a post.
    if (shown === shown.toUpperCase() && /\p{L}{2}/u.test(shown)) return { name: null, address }
  }
  if (owners.test(shown)) return { name: null, address }
  const bare = shown.replace(legalForm, '').replace(legalFormInside, '')
  if (bare !== shown && !parkingWord.test(bare)) return { name: null, address }
  // "Green P Carpark 20 - 101 Cedarvale Avenue": the address stands beside the name anyway.
  shown = address !== null && bare.endsWith(` - ${address}`) ? bare.slice(0, -address.length - 3) : bare
  return { name: shown === '' || noName.test(normalizeText(shown)) ? null : shown, address }
}
