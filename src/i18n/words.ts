/*
 * The words of each country for those of the catalogues, which are written in the English of Nigeria, which is British,
 * and in the French of Senegal. A reader's country decides (`contract/formats.ts`). Where the words around a word differ
 * too, they belong to the entry: `le week-end` becomes `la fin de semaine`.
 */

type Words = Readonly<Record<string, string>>

const northAmerican: Words = {
  'multi-storey car park': 'parking garage',
  'multi-storey': 'multi-level',
  'car park': 'parking lot',
  'car parks': 'parking lots',
  kerb: 'curb',
  kerbs: 'curbs',
  tyre: 'tire',
  tyres: 'tires',
  lift: 'elevator',
  lifts: 'elevators',
  petrol: 'gas',
  boot: 'trunk',
  windscreen: 'windshield',
  queue: 'line',
  queues: 'lines',
  plough: 'plow',
  tick: 'check',
  untick: 'uncheck',
  itemised: 'itemized',
  'flat or floor': 'apartment or floor',
  'flat battery': 'dead battery',
  programme: 'program',
  recognise: 'recognize',
  recognises: 'recognizes',
  recognised: 'recognized',
  organise: 'organize',
  organised: 'organized',
  organiser: 'organizer',
  organisers: 'organizers',
}

const american: Words = {
  ...northAmerican,
  'top up your wallet': 'add money to your wallet',
  'top up': 'add money',
  'topped up': 'added',
  'top-up': 'deposit',
  'top-ups': 'deposits',
  'number plate': 'license plate',
  'number plates': 'license plates',
  licence: 'license',
  licences: 'licenses',
  postcode: 'ZIP code',
  postcodes: 'ZIP codes',
  centre: 'center',
  centres: 'centers',
  theatre: 'theater',
  theatres: 'theaters',
  neighbour: 'neighbor',
  neighbours: 'neighbors',
  neighbouring: 'neighboring',
  neighbourhood: 'neighborhood',
  neighbourhoods: 'neighborhoods',
  colour: 'color',
  colours: 'colors',
  favour: 'favor',
  favourite: 'favorite',
  favourites: 'favorites',
  grey: 'gray',
  cancelled: 'canceled',
  cancelling: 'canceling',
  labelled: 'labeled',
  traveller: 'traveler',
  travellers: 'travelers',
  catalogue: 'catalog',
  metre: 'meter',
  metres: 'meters',
  centimetre: 'centimeter',
  centimetres: 'centimeters',
  kilometre: 'kilometer',
  kilometres: 'kilometers',
  litre: 'liter',
  litres: 'liters',
  autumn: 'fall',
}

const canadian: Words = {
  ...northAmerican,
  'number plate': 'licence plate',
  'number plates': 'licence plates',
  postcode: 'postal code',
  postcodes: 'postal codes',
}

const canadianFrench: Words = {
  // The words of a sign.
  'no parking': 'no parking',
  parking: 'stationnement',
  parkings: 'stationnements',
  'l’e-mail': 'le courriel',
  'd’e-mail': 'de courriel',
  'd’e-mails': 'de courriels',
  'cet e-mail': 'ce courriel',
  'nouvel e-mail': 'nouveau courriel',
  'e-mail': 'courriel',
  'e-mails': 'courriels',
  'le week-end': 'la fin de semaine',
  'du week-end': 'de la fin de semaine',
  'un week-end': 'une fin de semaine',
  'ce week-end': 'cette fin de semaine',
  'week-end': 'fin de semaine',
  'week-ends': 'fins de semaine',
}

/** By locale; those of the others are the catalogue's. */
export const wordsByLocale: Readonly<Record<string, Words>> = {
  'en-US': american,
  'en-CA': canadian,
  'fr-CA': canadianFrench,
}

const rewords = new Map<string, (sentence: string) => string>()

/** Returns a function that replaces the words of sentences by those of the reader's country. */
export function rewordFor(locale: string): ((sentence: string) => string) | undefined {
  const words = wordsByLocale[locale]
  if (words === undefined) return undefined
  const known = rewords.get(locale)
  if (known !== undefined) return known
  const longestFirst = Object.keys(words).toSorted((a, b) => b.length - a.length)
  // Names of values (`{{centre}}`) and addresses (`/car-park`) stay.
  const pattern = new RegExp(
    String.raw`\{\{[^}]*\}\}|(?<![\p{L}\p{N}_/-])(?:${longestFirst.join('|')})(?![\p{L}\p{N}_-])`,
    'giu',
  )
  const reword = (sentence: string) =>
    sentence.replaceAll(pattern, (found) => {
      const word = words[found.toLowerCase()]
      if (word === undefined) return found
      return found[0] === found[0]!.toLowerCase() ? word : word.charAt(0).toUpperCase() + word.slice(1)
    })
  rewords.set(locale, reword)
  return reword
}
