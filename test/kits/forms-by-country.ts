import type { Locale } from '#contract/formats.ts'

/** The readers whose forms are told apart. */
export const readers = ['en-US', 'en-CA', 'fr-CA', 'en-NG', 'fr-SN'] as const satisfies readonly Locale[]
export type Reader = (typeof readers)[number]

const months = 'Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec'
const months_fr = 'janv|févr|mars|avr|mai|juin|juil|août|sept|oct|nov|déc'
const words = (...all: string[]) => new RegExp(String.raw`(?<![\p{L}/-])(?:${all.join('|')})(?![\p{L}-])`, 'giu')

const clock24 = /(?<![\d+−-])(?:[01]?\d|2[0-3]):[0-5]\d(?!(?:[–-]\d{1,2}:\d\d)? ?[AP]M)/g
const clock12 = /\d ?[AP]M\b/g
const frenchHours = /\d h \d\d(?! min)/g
const dayFirst = new RegExp(String.raw`\b\d{1,2} (?:${months})\w*\b`, 'g')
const monthFirst = new RegExp(String.raw`\b(?:${months})[a-z]* \d{1,2}\b(?!:)`, 'g')
const metric = /\d (?:km|m|cm)(?![\p{L}²³])/gu
const imperial = /\d (?:mi|ft|pi|po)(?!\p{L})|\bmiles?\b/gu
const symbolAfter = /\d ?(?:\$|₦|F CFA|FCFA)/g
const symbolBefore = /(?:\$|₦|F CFA|FCFA|\b(?:CAD|USD|NGN|XOF)) ?\d/g
const codeAtHome = (code: string) => new RegExp(String.raw`\b${code} \d|\d ${code}\b|CA\$|US\$`, 'g')
const groupedByComma = /\d,\d{3}(?!\d)/g
const groupedBySpace = /\d[\u202f\u00a0]\d{3}(?!\d)/g
const ungrouped = /(?<![\d.,/:-])\d{5,} ?(?:\$|₦|F CFA|FCFA|CAD|USD|NGN|XOF)/g
const isoDate = /(?<![\w/-])20\d\d-[01]\d(?:-[0-3]\d)?(?![\w-])/g
const tightPercent = /\d%/g
const spacedPercent = /\d %/g
const tightMarks = /\p{L}[?!;](?=\s|$)|\p{L}:(?=\s)/gu
const englishMonths = new RegExp(String.raw`\b\d{1,2},? (?:Feb|Apr|May|June|July|Aug|Dec)\w*\b`, 'g')
const frenchMonths = new RegExp(String.raw`\b\d{1,2} (?:${months_fr})`, 'g')

const british = words(
  'car parks?',
  'number plates?',
  'multi-storey',
  'lifts?',
  'kerbs?',
  'tyres?',
  'postcodes?',
  'petrol',
  'windscreens?',
  String.raw`(?:recogn|organ|author|apolog|custom)is(?:e|es|ed|ing|er|ers)`,
  'programmes?',
)
const commonwealth = words(
  'licences?',
  'neighbour(?:s|ing|hoods?)?',
  'theatres?',
  'centres?',
  'colours?',
  'favourites?',
  'cancelled',
  'cancelling',
  'travellers?',
  'labelled',
  'catalogues?',
  '(?:centi|kilo)?metres?',
  'litres?',
  'grey',
)
const american = words(
  'neighborhoods?',
  'theaters?',
  'centers?',
  'colors?',
  'favorites?',
  'canceled',
  'canceling',
  'travelers?',
  'labeled',
  'catalogs?',
  // A meter is also where drivers pay.
  '(?:centi|kilo)meters?',
  'liters?',
  'gray',
  'license plates?',
  'ZIP codes?',
)
/** Americans add money, and what they have added is a deposit. */
const toppedUp = words('top[- ]ups?', 'topped up', 'topping up')
const northAmerican = words('parking lots?', 'elevators?', 'curbs?', 'tires?', 'licence plates?')
const french = words('parkings?', 'e-mails?', 'week-ends?')
const canadianFrench = words('courriels?', 'fins? de semaine')

/** A name of ours, such as the code of a source. */
const internalName = /(?<![\w/.=&?#-])[a-z]{2,}(?:_[a-z]{2,})+(?![\w=])/g

const english = { internalName, isoDate, symbolAfter, frenchHours, groupedBySpace, spacedPercent, frenchMonths }
const anyFrench = {
  internalName,
  isoDate,
  symbolBefore,
  clock12,
  groupedByComma,
  ungrouped,
  tightPercent,
  tightMarks,
  englishMonths,
}

/** The rules for words alone. */
export const wordRules = [
  'british',
  'commonwealth',
  'toppedUp',
  'american',
  'northAmerican',
  'french',
  'canadianFrench',
] as const

/** What is wrong for a reader, by its name. */
const wrongForms: Readonly<Record<Reader, Readonly<Record<string, RegExp>>>> = {
  'en-US': { ...english, clock24, dayFirst, metric, british, commonwealth, toppedUp, home: codeAtHome('USD') },
  'en-CA': { ...english, clock24, dayFirst, imperial, british, american, home: codeAtHome('CAD') },
  'en-NG': { ...english, clock12, monthFirst, imperial, american, northAmerican, home: codeAtHome('NGN') },
  'fr-CA': { ...anyFrench, clock24, imperial, french, home: codeAtHome('CAD') },
  'fr-SN': { ...anyFrench, frenchHours, imperial, canadianFrench, home: codeAtHome('XOF') },
}

/**
 * The forms of a text that its reader does not expect, each with what stands around it. `except` leaves out rules by their
 * names, `only` all others. Addresses, coordinates and names in `names` are not read.
 */
export function findWrongForms(
  text: string,
  reader: Reader,
  {
    only,
    except = [],
    names = [],
  }: { only?: readonly string[]; except?: readonly string[]; names?: readonly string[] } = {},
): string[] {
  const read = names
    .reduce((all, name) => all.replaceAll(name, '…'), text)
    // The words of signs are not ours.
    .replaceAll(/no (?:parking|standing)/gi, '…')
    .replaceAll(/https?:\/\/\S+|[\w.-]+@[\w.-]+/g, '…')
  // Narrow and wide no-break spaces are told apart by one rule alone.
  const plain = read.replaceAll(/[\u00a0\u202f]/g, ' ')
  return Object.entries(wrongForms[reader])
    .filter(([rule]) => !except.includes(rule) && only?.includes(rule) !== false)
    .flatMap(([rule, pattern]) => {
      const where = rule === 'groupedBySpace' ? read : plain
      return [...where.matchAll(pattern)].map(
        ({ index, 0: found }) =>
          `${rule}: ${where.slice(Math.max(0, index - 30), index)}[${found}]${where.slice(index + found.length, index + found.length + 20)}`,
      )
    })
    .map((line) => line.replaceAll(/\s+/g, ' '))
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#x27': "'",
  '#39': "'",
  nbsp: '\u00a0',
}

/** What is read of a page: its text, title and description, and the texts of its attributes, a line each. */
export function readTexts(html: string): string {
  const body = html.replaceAll(/<(script|style|svg)\b[^]*?<\/\1>/g, '').replaceAll(/<!--.*?-->/g, '')
  const attributes = [...body.matchAll(/\b(?:aria-label|alt|placeholder|title)="([^"]*)"/g)].map(([, text]) => text!)
  const description = /<meta name="description" content="([^"]*)"/.exec(body)?.[1] ?? ''
  const text = body
    .replaceAll(/<\/(?:p|h\d|li|dt|dd|div|td|th|button|a|section|summary|label|option|title)>|<br\/?>/g, '\n')
    .replaceAll(/<[^>]*>/g, '')
  return [text, description, ...attributes]
    .join('\n')
    .replaceAll(/&(#?\w+);/g, (all, name: string) => entities[name] ?? all)
    .replaceAll(/\n\s*\n/g, '\n')
}
