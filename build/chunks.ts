import type { Plugin } from 'vite'

/** Which modules come in one file: those that match one of `parts` and meet `where`, apart from `except`. */
interface ChunkRule {
  name: string
  parts?: RegExp[]
  where?: (id: string) => boolean
  except?: RegExp[]
  minShareCount?: number
  priority?: number
}

/** What every page needs before it shows anything: all that `start.tsx` imports without waiting. */
const firstPage = new Set<string>()
/** What the home page adds to it. */
const homePage = new Set<string>()
/** Of the contract, what has schemas, which are for forms. */
const schemas = new Set<string>()

/** `start.tsx` itself, which the manifest names, and what comes along with whoever uses it: icons, schemas, mutations. */
const apart = [
  /web[\\/]start\.tsx$/,
  /lucide-react/,
  /[\\/]zod[\\/]/,
  /useMutation/,
  /mutationObserver/,
  /[iI]nfiniteQuery(?!Behavior)/,
  /[qQ]ueriesObserver/,
  /useQueries/,
  /query-core.*hydration/,
]

/** What browser and server agree on, for customers; what only the desk or the guard needs goes with them. */
const contract =
  /[\\/]src[\\/]contract[\\/](?!(\w+[\\/])?(desk|lists)([\\/]|\.ts)|settings[\\/](?:forms|device-data|releases)\.ts|notifications[\\/]events\.ts|content[\\/]credits\.ts|bookings[\\/](?:pass-text|base45)\.ts)/
const zod = /node_modules[\\/]zod[\\/]/
const home = /[\\/]HomePage\.tsx$/
const homeFolder = /[\\/]features[\\/]home[\\/]/
const start = /[\\/]src[\\/]web[\\/]start\.tsx$/

export const chunkRules: ChunkRule[] = [
  // What the entry needs before anything else.
  { name: 'preload', parts: [/preload-helper/, /web[\\/]page[\\/]earlyInput/], priority: 8 },
  { name: 'zod', parts: [zod], priority: 4 },
  {
    name: 'maplibre',
    parts: [/node_modules[\\/]maplibre-gl[\\/]/, /node_modules[\\/]pmtiles[\\/]/],
    priority: 3,
  },
  {
    name: 'react',
    parts: [/node_modules[\\/]react[\\/]/, /node_modules[\\/]react-dom[\\/]/, /node_modules[\\/]scheduler[\\/]/],
    priority: 2,
  },
  { name: 'base', where: (id) => firstPage.has(id), except: apart, priority: 1 },
  // Apart from the pages that use them most, since the desk needs them without those.
  {
    name: 'field',
    parts: [/[\\/]web[\\/]ui[\\/]Skeleton\.tsx$/, /[\\/]web[\\/]ui[\\/]form[\\/]Field\.tsx$/],
    where: (id) => homePage.has(id),
    priority: 1,
  },
  // Every page loads it once it answers to clicks, also those that need nothing else of the kit.
  { name: 'reveal', parts: [/[\\/]web[\\/]ui[\\/]form[\\/]revealErrors/], priority: 0.75 },
  // What the home page needs of it is in the first two files.
  { name: 'calls', parts: [contract], where: (id) => !schemas.has(id) && !homePage.has(id), priority: 1 },
  { name: 'schemas', parts: [contract], where: (id) => !homePage.has(id), minShareCount: 3, priority: 0.5 },
  {
    name: 'session',
    // Messages are of the desk too, which needs nothing of the card of a park.
    parts: [
      /useMutation/,
      /mutationObserver/,
      /[\\/]web[\\/]api[\\/]useProfile\.ts$/,
      /[\\/]web[\\/]ui[\\/]overlay[\\/]toast\.ts$/,
    ],
    minShareCount: 3,
    priority: 0.5,
  },
  {
    name: 'pages',
    parts: [
      /[\\/]web[\\/]ui[\\/]Pagination\.tsx$/,
      /[\\/]web[\\/]ui[\\/]Notice\.tsx$/,
      // With the card of a park, the desk would load all of that.
      /[\\/]web[\\/]ui[\\/]Tag\.tsx$/,
    ],
    minShareCount: 3,
    priority: 0.5,
  },
  // Most of it is the search box, which most pages share; what is the home page's alone stays with it.
  { name: 'front', where: (id) => homePage.has(id), except: [...apart, homeFolder], priority: 1 },
  // Small parts that most pages share, in one file; what stands on Base UI stays apart.
  { name: 'icons', parts: [/lucide-react/], minShareCount: 5 },
  // The card of a park and what stands on it: on most pages that show parks.
  { name: 'parks', parts: [/[\\/]features[\\/]parks[\\/]/, /[\\/]features[\\/]map[\\/]geo/], minShareCount: 2 },
  {
    name: 'kit',
    parts: [/[\\/]web[\\/]ui[\\/]/],
    except: [/[\\/]web[\\/]ui[\\/]overlay/, /[\\/]web[\\/]ui[\\/]Tabs/, /[\\/]web[\\/]ui[\\/]form[\\/]ComboboxSuggest/],
    minShareCount: 5,
  },
  // What most pages that book or pay share besides: one file and not a dozen.
  {
    name: 'more',
    parts: [
      /useQueries/,
      /queriesObserver/,
      /[\\/]features[\\/]bookings[\\/]api\.ts$/,
      /[\\/]features[\\/]topup[\\/](api|money)\.ts$/,
      /[\\/]features[\\/]vehicles[\\/]api\.ts$/,
      /[\\/]features[\\/]reviews[\\/]api\.ts$/,
      /[\\/]features[\\/]parks[\\/]api\.ts$/,
      /[\\/]useParkSearch\.ts$/,
    ],
    minShareCount: 3,
  },
]

const isInRule =
  ({ parts, where, except = [] }: ChunkRule) =>
  (id: string) =>
    (parts?.some((part) => part.test(id)) ?? true) && (where?.(id) ?? true) && !except.some((part) => part.test(id))

/** The rules as Rolldown takes them. */
export const chunkGroups = chunkRules.map((rule) => ({
  name: rule.name,
  test: isInRule(rule),
  ...(rule.minShareCount === undefined ? {} : { minShareCount: rule.minShareCount }),
  ...(rule.priority === undefined ? {} : { priority: rule.priority }),
}))

/** Collects the modules of the first page, so that it comes in a few files and not in one for each shared module. */
export const firstPageModules: Plugin = {
  name: 'parkwell:first-page-modules',
  apply: 'build',
  buildEnd() {
    firstPage.clear()
    homePage.clear()
    schemas.clear()
    const visit = (id: string, found: Set<string>) => {
      if (firstPage.has(id) || found.has(id)) return
      found.add(id)
      for (const imported of this.getModuleInfo(id)?.importedIds ?? []) visit(imported, found)
    }
    for (const id of this.getModuleIds()) if (start.test(id)) visit(id, firstPage)
    for (const id of this.getModuleIds()) if (home.test(id)) visit(id, homePage)
    const hasSchemas = (id: string) => this.getModuleInfo(id)?.importedIds.some((id) => zod.test(id)) === true
    for (const id of this.getModuleIds()) if (contract.test(id) && hasSchemas(id)) schemas.add(id)
  },
}

/**
 * What rules do nothing: those that make no chunk, and patterns that match no module, such as the name of a file that was
 * moved. Takes the modules of the build and the names of its chunks.
 */
export function findDeadRules(rules: ChunkRule[], ids: string[], chunks: Set<string>): string[] {
  return rules.flatMap(({ name, parts = [], except = [] }) => [
    ...(chunks.has(name) ? [] : [`${name} makes no chunk`]),
    ...[...parts, ...except]
      .filter((pattern) => !ids.some((id) => pattern.test(id)))
      .map((pattern) => `${name} names ${pattern.source}, which matches no module`),
  ])
}

/** A rule that matches nothing is a mistake: most often its file was moved, and the pages load more than they need. */
export const noDeadRules: Plugin = {
  name: 'parkwell:no-dead-rules',
  apply: 'build',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).flatMap((value) => (value.type === 'chunk' ? [value.name] : []))
    const dead = findDeadRules(chunkRules, [...this.getModuleIds()], new Set(chunks))
    if (dead.length > 0) this.error(`rules of build/chunks.ts that do nothing: ${dead.join('; ')}`)
  },
}
