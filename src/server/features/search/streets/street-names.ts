import { normalizeText } from '#server/features/places/normalize-text.ts'

/**
 * Kinds of streets with the spellings that stand for them after normalization, in both languages. A text with a sure kind
 * is a street; the others are words of other names as well ("High Park").
 */
const sureKinds: Record<string, string> = {
  st: 'st str rue',
  av: 'av aven',
  bd: 'bd boul bvd blv',
  rd: 'rd chemin ch',
  dr: 'dr drv promenade prom',
  cres: 'crescent cres cresc cr croissant crois',
  court: 'court ct crt cour',
  pl: 'pl',
  lane: 'lane ln ruelle',
  trail: 'trail trl sentier',
  way: 'way wy voie',
  circle: 'circle cir circ cercle',
  sq: 'sq carre',
  ter: 'terrace ter terr terrasse',
  pkwy: 'pkwy pky',
  hwy: 'hwy autoroute',
  rte: 'rte',
  alley: 'alley aly allee',
  row: 'row',
}
const otherKinds: Record<string, string> = {
  gardens: 'gardens gdns jardins',
  heights: 'heights hts',
  plaza: 'plaza plz',
  grove: 'grove grv',
  private: 'private pvt',
  bridge: 'bridge pont',
  extension: 'extension ext',
  quay: 'quay quai',
  close: 'close',
  gate: 'gate',
  hill: 'hill',
  loop: 'loop',
  mews: 'mews',
  park: 'park parc',
  path: 'path',
  walk: 'walk',
  impasse: 'impasse',
}
const kindOf = new Map(
  Object.entries({ ...sureKinds, ...otherKinds }).flatMap(([kind, spellings]) =>
    spellings.split(' ').map((spelling) => [spelling, kind] as const),
  ),
)
/** Words of a kind that stand before the name: French ones, "Avenue A" and "Highway 7". */
const leadingKinds = new Set(
  'rue av bd boul chemin ch promenade prom croissant pl ruelle voie cercle sq carre terrasse allee rte hwy autoroute quai impasse pont cour'.split(
    ' ',
  ),
)

const directionOf = new Map(
  Object.entries({
    north: 'n north nord',
    south: 's south sud',
    east: 'e east est',
    west: 'w west ouest o',
    northeast: 'ne northeast',
    northwest: 'nw northwest',
    southeast: 'se southeast',
    southwest: 'sw southwest so',
  }).flatMap(([direction, spellings]) => spellings.split(' ').map((spelling) => [spelling, direction] as const)),
)
/** Letters of French directions, which come last: "O Street" is no direction. */
const onlyLast = new Set(['o', 'so'])

const numbersByWord = new Map<string, number>()
for (const words of [
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth',
  'premiere deuxieme troisieme quatrieme cinquieme sixieme septieme huitieme neuvieme dixieme onzieme douzieme treizieme quatorzieme quinzieme',
  'premier seconde',
])
  for (const [n, word] of words.split(' ').entries()) numbersByWord.set(word, n + 1)
const tens = new Map(
  'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ').map((word, n) => [word, (n + 2) * 10]),
)
for (const [word, n] of tens) numbersByWord.set(word.replace(/y$/, 'ieth'), n)

/** "1st", "22nd", "113th". */
function toNumeral(n: number): string {
  const isTeen = n % 100 >= 11 && n % 100 <= 13
  return `${n}${isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')}`
}

/** "5e", "1re", "2nde", "21th" and a bare "5": a number that a street may have as its name. */
const numeral = /^(\d{1,3})(?:e|er|re|ere|eme|ieme|nde|st|nd|rd|th)?$/

/** Returns the words of a text in one spelling: "Forty-second St." is "42nd st", "5e avenue" is "5th av". */
export function streetWordsOf(text: string): string[] {
  const words = normalizeText(text)
    .split(' ')
    .filter((word) => word !== '')
  const read: string[] = []
  for (let at = 0; at < words.length; at += 1) {
    const ten = tens.get(words[at]!)
    const unit = numbersByWord.get(words[at + 1] ?? '')
    if (ten !== undefined && unit !== undefined && unit < 10) {
      read.push(toNumeral(ten + unit))
      at += 1
      continue
    }
    const n = numbersByWord.get(words[at]!)
    read.push(n === undefined ? words[at]! : toNumeral(n))
  }
  return read
}

/**
 * The name of a street in its parts: "Boulevard de Maisonneuve Ouest" is "maisonneuve", a boulevard, in the west. `full` is
 * the core with its articles.
 */
export interface StreetName {
  core: string
  full: string
  kind: string | undefined
  directions: readonly string[]
}

/** Whether words name a street: more than its kind and articles, or two kinds as "Park Avenue". */
function isName(words: readonly string[]): boolean {
  const others = words.filter((word) => !kindOf.has(word))
  return others.some((word) => !articles.has(word)) || others.length === 1 || words.length - others.length > 1
}

const hasWord = (words: readonly string[]) => words.some((word) => !articles.has(word))

/** Returns what is left of words without the directions at their ends; what would leave no name stays. */
function splitDirections(
  all: readonly string[],
  isLeft: (words: readonly string[]) => boolean,
): { words: readonly string[]; directions: string[] } {
  let words = all
  const directions: string[] = []
  const last = directionOf.get(words.at(-1) ?? '')
  if (last !== undefined && isLeft(words.slice(0, -1))) {
    directions.push(last)
    words = words.slice(0, -1)
  }
  const first = onlyLast.has(words[0] ?? '') ? undefined : directionOf.get(words[0] ?? '')
  if (first !== undefined && isLeft(words.slice(1))) {
    directions.push(first)
    words = words.slice(1)
  }
  return { words, directions }
}

const articles = new Set('the de du des d la le les l'.split(' '))

/** A word inside a name in one spelling: "Hts" of "Wilson Hts Blvd", "W" of "The W Mall", "5" and "5e" of "5th". */
function readWord(word: string): string {
  const n = numeral.exec(word)?.[1]
  if (n !== undefined) return toNumeral(Number(n))
  return (onlyLast.has(word) ? undefined : directionOf.get(word)) ?? kindOf.get(word) ?? word
}

/** "Martin Luther King Jr" and "Dr Martin Luther King" have one core. */
function readCore(words: readonly string[]): Pick<StreetName, 'core' | 'full'> {
  const named = words
    .filter(
      (word, n) => !(n > 1 && (word === 'jr' || word === 'sr')) && !(n === 0 && word === 'dr' && words.length > 2),
    )
    .map(readWord)
  const from = named.findIndex((word) => !articles.has(word))
  return { core: named.slice(Math.max(0, from)).join(' '), full: named.join(' ') }
}

/**
 * Returns the ways to read words as the name of a street, the likeliest first: with its kind last, with its kind first, and
 * without a kind. "Avenue Road" is a road, "Rue du Parc" a street, "St. Clair" may be one.
 */
export function readStreetNames(all: readonly string[]): StreetName[] {
  const { words, directions } = splitDirections(all, isName)
  const build = (part: readonly string[], kind: string | undefined): StreetName => {
    const inner = directions.length > 0 ? { words: part, directions: [] } : splitDirections(part, hasWord)
    return { ...readCore(inner.words), kind, directions: [...directions, ...inner.directions] }
  }
  const first = words.length > 1 && leadingKinds.has(words[0]!) ? kindOf.get(words[0]!) : undefined
  const last = words.length > 1 ? kindOf.get(words.at(-1)!) : undefined
  const withFirst = first === undefined ? [] : [build(words.slice(1), first)]
  const withLast = last === undefined ? [] : [build(words.slice(0, -1), last)]
  const isFrench = words[0] === 'rue' || articles.has(words[1] ?? '')
  const hasNoKind = first === undefined && (last === undefined || !(last in sureKinds))
  return [
    ...(isFrench ? [...withFirst, ...withLast] : [...withLast, ...withFirst]),
    ...(hasNoKind ? [build(words, undefined)] : []),
  ]
}

/** Words that people shorten: "Mass Ave" is Massachusetts Avenue, where no street has the short one as its name. */
const longForms: Record<string, string> = {
  mass: 'massachusetts',
  comm: 'commonwealth',
  penn: 'pennsylvania',
  conn: 'connecticut',
  lex: 'lexington',
  mlk: 'martin luther king',
}

/** Returns a typed name with its shortened words written out; undefined if it has none. */
export function writeOut(name: StreetName): StreetName | undefined {
  const core = name.core.replaceAll(/\w+/g, (word) => (Object.hasOwn(longForms, word) ? longForms[word]! : word))
  return core === name.core ? undefined : { ...name, core, full: core }
}

/** Whether words have the kind of a street where names have it, so that they can hardly be anything else. */
const hasSureKind = (words: readonly string[]): boolean =>
  words.length > 1 &&
  words.slice(0, 6).some((word, n) => {
    const kind = kindOf.get(word)
    return kind !== undefined && kind in sureKinds && (n > 0 || leadingKinds.has(word))
  })

/** Kinds that hardly anything but a street has: a "Place" or a "Square" may be a mall. */
const roads = new Set(['st', 'av', 'bd', 'rd'])

/** Whether the name of a place is one of a street, as shopping streets have it: "Rue Peel", "L’Avenue du Mont-Royal". */
export function isStreetName(name: string): boolean {
  const words = streetWordsOf(name)
  const kind = readStreetNames(words[0] === 'l' ? words.slice(1) : words)[0]?.kind
  return kind !== undefined && roads.has(kind)
}

/** Words before a street that are none of its name. */
const fillers = /^\s*(?:(?:car park|parkings?|stationnement|near|pr[eè]s d[eu]|at|on|sur|à)\s+)+(?=\S)/iu
/** A house number before a name: "350", "350A", "350-352", "12 bis", "Plot 12"; not "5th". */
const numberBefore =
  /^\s*(?:(?:no|nr|n°|num[eé]ro|plot|lot|#)\.?\s*)?\d{1,6}[a-z]?(?:\s?[-–]\s?\d{1,6})?(?:\s(?:bis|ter)(?=[\s,]))?[\s,]+(?=\p{L}|\d)/iu
/** One after a name: "Rue Peel 1200", "Rue Peel, n° 1200, Montréal". */
const numberAfter = /(?<=\p{L})[\s,]+(?:(?:no|nr|n°|#)\.?\s*)?\d{1,4}[a-z]?(?=\s*(?:,|$))/iu

/** A typed street: its words, whether a house number stood beside them, and whether it can hardly be anything else. */
export interface TypedStreet {
  words: string[]
  hasNumber: boolean
  isSure: boolean
}

/** Returns the ways to read a text as a street, the likeliest first: a number may be of the house or of the street. */
export function readTypedStreets(text: string): TypedStreet[] {
  const typed = text.replace(fillers, '')
  const build = (part: string, hasNumber: boolean): TypedStreet => {
    const words = streetWordsOf(part)
    return { words, hasNumber, isSure: hasNumber || hasSureKind(words) }
  }
  const withoutNumber = [numberBefore, numberAfter]
    .map((number) => typed.replace(number, ''))
    .find((part) => part !== typed)
  const readings = [...(withoutNumber === undefined ? [] : [build(withoutNumber, true)]), build(typed, false)]
  return readings.filter(({ words }) => isName(words))
}

/** Whether a text has a house number before or after a name. */
export const hasHouseNumber = (text: string): boolean => readTypedStreets(text)[0]?.hasNumber === true

/** Returns the name of a typed street, of several words, by which something else may be called; undefined otherwise. */
export function readNamesake(text: string): string | undefined {
  const typed = readTypedStreets(text).find(({ isSure }) => isSure)
  const name = typed && readStreetNames(typed.words)[0]?.full
  return name?.includes(' ') === true ? name : undefined
}

/** Shorter names without a kind are beginnings of others. */
const leastLetters = 3

/** What a name without its articles, or without the direction that was typed, counts of one that has them. */
const incomplete = 1 / 3
/** What a street of another kind counts: it is meant only where no other is found. */
export const otherKind = 0.01

/** Returns how well a typed name fits a street's, up to 1; undefined if not at all. Without a kind, it is any of its name. */
export function fitOf(typed: StreetName, own: StreetName): number | undefined {
  if (typed.core !== own.core) return undefined
  const hasDirections = typed.directions.every((direction) => own.directions.includes(direction))
  if (!hasDirections && own.directions.length > 0) return undefined
  if (typed.kind === undefined && own.kind !== undefined && typed.core.length < leastLetters) return undefined
  if (typed.kind !== undefined && typed.kind !== own.kind) return otherKind
  return (typed.full === own.full ? 1 : incomplete) * (hasDirections ? 1 : incomplete)
}
