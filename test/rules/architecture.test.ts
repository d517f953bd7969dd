import { globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { errorStatus } from '#contract/errors.ts'
import { en } from '#i18n/en/index.ts'
import { web as enWeb } from '#i18n/en/web.ts'
import { fr } from '#i18n/fr/index.ts'
import { web as frWeb } from '#i18n/fr/web.ts'
import { features } from '#server/features.ts'

const files = globSync('{src,test,scripts}/**/*.{ts,tsx}', { exclude: ['**/node_modules/**'] }).map((file) =>
  normalize(file),
)
const sources = files.map((file) => ({ file, text: readFileSync(file, 'utf8') }))

/** A specifier as a path from the project's root, or the name of a package. */
function resolveSpecifier(file: string, specifier: string): string {
  if (specifier.startsWith('#test/')) return specifier.slice(1)
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`
  return specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : specifier
}

/** What a file imports: as it is written, and as a path from the project's root, or a package's name. */
function specifiersOf({ file, text }: { file: string; text: string }): { specifier: string; target: string }[] {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, specifier = '']) => ({
    specifier,
    target: resolveSpecifier(file, specifier),
  }))
}

const importsOf = (source: { file: string; text: string }) => specifiersOf(source).map(({ target }) => target)

/** The feature that a file belongs to; elsewhere its first folder below `src/server/`, `src/contract/`, `test/` and their like. */
const ownFolder = (file: string) =>
  /^(src\/(server|web)\/features\/[^/]+|src\/[^/]+\/[^/]+|src\/[^/]+|[^/]+\/[^/]+|[^/]+)\//.exec(file)?.[1]

/** Rooms under src/ and the rooms of src/ that they may import from. */
const mayKnow: Record<string, string[]> = {
  'src/contract/': ['src/contract/'],
  'src/i18n/': ['src/i18n/'],
  'src/web/': ['src/web/', 'src/contract/', 'src/i18n/'],
  'src/server/': ['src/server/', 'src/contract/', 'src/i18n/'],
  'src/simulators/': ['src/simulators/', 'src/server/providers/', 'src/contract/'],
}
/** The only meeting point of server and web: the server loads it as a built module, and imports its types. */
const renderer = { file: 'src/server/rendering/', target: 'src/web/entry-server.tsx' }
/** The only doors to the stand-ins from the product. */
const simulatorDoors = [
  'src/server/providers/payments/create-payments.ts',
  'src/server/providers/identity/create-identity.ts',
  'src/server/providers/sms/create-sms.ts',
]

/** Used by scripts and start-up alone; they may use every feature. */
const startUpFeatures = ['park-import', 'demo']
/** Features of the server, each of which may use those before it. */
const featureOrder = features.map(({ name }) => name).filter((name) => !startUpFeatures.includes(name))
/** Features of the web, each of which may use those before it. */
const webOrder = [
  [
    'favourites',
    'parks',
    'places',
    'account',
    'vehicles',
    'notifications',
    'map',
    'content',
    'reviews',
    'events',
    'catalogue',
  ],
  [
    'topup',
    'leads',
    'calculators',
    'booking-window',
    'bookings',
    'search',
    'checkout',
    'park-page',
    'favourite-pages',
    'success',
  ],
  ['wallet', 'addresses', 'cart', 'orders', 'order-checkout', 'documents', 'home', 'chargers', 'content-pages'],
  [
    'shop',
    'blog',
    'help',
    'event-pages',
    'place-pages',
    'partners',
    'profile',
    'auth',
    'guard',
    'courier',
    'lists',
    'desk',
  ],
].flat()

/** One file for each area, named by the catalogue of its language; pages are loaded by their route. */
const isCatalogue = /^src\/i18n\//
const isPage = /Page(\.head)?\.tsx?$/
/** How many small files may stand beside the one that uses them. */
const smallFilesLeft = 25

const product = sources.filter(({ file }) => file.startsWith('src/') && !file.includes('.test.'))

const importsWithin = (folder: string) =>
  product
    .filter(({ file }) => file.startsWith(folder))
    .flatMap((source) => importsOf(source).map((target) => ({ file: source.file, target })))
const arrow = ({ file, target }: { file: string; target: string }) => `${file} -> ${target}`

/** The strongly connected components of more than one file (Tarjan’s algorithm); targets outside the graph are skipped. */
function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const cycles: string[][] = []
  const visit = (file: string) => {
    order.set(file, order.size)
    lowest.set(file, order.get(file)!)
    stack.push(file)
    for (const target of graph.get(file)!) {
      if (!graph.has(target)) continue
      if (!order.has(target)) visit(target)
      // A file that has left the stack belongs to a finished component.
      if (stack.includes(target)) lowest.set(file, Math.min(lowest.get(file)!, lowest.get(target)!))
    }
    if (lowest.get(file) !== order.get(file)) return
    const component = stack.splice(stack.indexOf(file))
    if (component.length > 1) cycles.push(component.toSorted())
  }
  for (const file of graph.keys()) if (!order.has(file)) visit(file)
  return cycles
}

describe('who may know whom', () => {
  test.each(Object.entries(mayKnow))('%s', (room, known) => {
    const wrong = product
      .filter(({ file }) => file.startsWith(room))
      .flatMap((source) =>
        importsOf(source)
          .filter((target) => target.startsWith('src/') && !known.some((allowed) => target.startsWith(allowed)))
          .filter((target) => !(target.startsWith('src/simulators/') && simulatorDoors.includes(source.file)))
          .filter((target) => !(target === renderer.target && source.file.startsWith(renderer.file)))
          .map((target) => `${source.file} -> ${target}`),
      )
    expect(wrong).toEqual([])
  })

  test('waiting rows are taken by the one claim loop', () => {
    /** What is no work on a row: emails and text messages that wait for their provider, messages that are of no use later, deletions, and what a person takes. */
    const others = [
      'src/server/features/accounts/mail/outbox.ts',
      'src/server/features/sms/outbox.ts',
      'src/server/features/sms/reports.ts',
      'src/server/features/notifications/push/send-messages.ts',
      'src/server/features/notifications/push/remind.ts',
      'src/server/features/notifications/campaigns/send-campaigns.ts',
      'src/server/features/documents/files/erase-files.ts',
      'src/server/features/documents/staff/assignments.ts',
    ]
    const taking = product
      .filter(({ file, text }) => file.startsWith('src/server/') && /skipLocked\(|skip locked/i.test(text))
      .filter((source) => !importsOf(source).includes('src/server/claim.ts'))
      .map(({ file }) => file)
    expect(taking.filter((file) => file !== 'src/server/claim.ts').toSorted()).toEqual(others.toSorted())
  })

  test('transact alone opens transactions, and says what is tried again', () => {
    const opening = product.filter(
      ({ file, text }) => file.startsWith('src/server/') && /\.transaction\(\)|'(40P01|40001|0A000|55P03)'/.test(text),
    )
    expect(opening.map(({ file }) => file)).toEqual([
      'src/server/database/errors.ts',
      // A stale plan outside a transaction is read again at once.
      'src/server/database/prepared.ts',
      'src/server/database/transact.ts',
    ])
  })

  test('mountChange alone opens the transactions of calls and reads their retry keys', () => {
    const inFeatures = product.filter(({ file }) => file.startsWith('src/server/features/'))
    const mounting = inFeatures.filter(({ text }) => /\bmount\(/.test(text) && /\btransact\(/.test(text))
    expect(mounting.map(({ file }) => file)).toEqual(['src/server/features/access/change.ts'])
    const keyed = inFeatures.filter(({ text }) => text.includes('runIdempotently('))
    expect(keyed.map(({ file }) => file).toSorted()).toEqual([
      'src/server/features/access/change.ts',
      // Sales that wait share one transaction, unless debts are to be paid first.
      'src/server/features/bookings/create/create-booking.ts',
      'src/server/features/bookings/create/holds.ts',
      // A payment that failed before it had a page gives its key back.
      'src/server/features/wallet/top-ups/top-ups.ts',
    ])
  })

  test('the contract knows zod/mini alone', () => {
    const packages = product
      .filter(({ file }) => file.startsWith('src/contract/'))
      .flatMap(importsOf)
      .filter((target) => !target.startsWith('src/'))
    expect([...new Set(packages)]).toEqual(['zod/mini'])
  })

  test('the web calls endpoints by method and path, and imports them as types only', () => {
    const endpoints = new Set(
      product.flatMap(({ text }) => [...text.matchAll(/export const (\w+) = endpoint\(/g)].map((match) => match[1]!)),
    )
    const wrong = product
      .filter(({ file }) => file.startsWith('src/web/'))
      .flatMap(({ file, text }) =>
        [...text.matchAll(/import \{([^}]*)\} from '#contract\//g)]
          .flatMap((match) => match[1]!.split(',').map((name) => name.trim()))
          .filter((name) => endpoints.has(name))
          .map((name) => `${file} -> ${name}`),
      )
    expect(wrong).toEqual([])
    const listed = product
      .filter(({ file }) => ['src/contract/endpoints.ts', 'src/contract/desk/register.ts'].includes(file))
      .flatMap(importsOf)
    const contract = product.filter(({ file, text }) => file.startsWith('src/contract/') && / = endpoint\(/.test(text))
    expect(contract.map(({ file }) => file).filter((file) => !listed.includes(file))).toEqual([])
  })

  test.each([
    ['server', (name: string) => (startUpFeatures.includes(name) ? Infinity : featureOrder.indexOf(name))],
    ['web', (name: string) => webOrder.indexOf(name)],
  ])('features of the %s use earlier ones', (room, positionOf) => {
    const featureOf = (path: string) => new RegExp(`^src/${room}/features/([^/]+)/`).exec(path)?.[1]
    const wrong = importsWithin(`src/${room}/features/`).filter(({ file, target }) => {
      const other = featureOf(target)
      return other !== undefined && positionOf(other) > positionOf(featureOf(file)!)
    })
    expect(wrong.map(arrow)).toEqual([])
  })

  test('the register alone, of the files outside the features, names them', () => {
    const rooms = /^src\/server\/(?:http\/|output\/|database\/|providers\/|workers\/)?[^/]+$/
    const wrong = product
      .filter(({ file }) => rooms.test(file) && file !== 'src/server/features.ts')
      .flatMap((source) => importsOf(source).map((target) => ({ file: source.file, target })))
      .filter(({ target }) => target.startsWith('src/server/features/'))
    expect(wrong.map(arrow)).toEqual([])
  })

  test('every feature is in its order once, and the orders name only features that exist', () => {
    expect([...featureOrder, ...startUpFeatures].toSorted()).toEqual(readdirSync('src/server/features').toSorted())
    expect(webOrder.toSorted()).toEqual(readdirSync('src/web/features').toSorted())
  })

  test('no web feature imports the shell', () => {
    const wrong = importsWithin('src/web/features/').filter(({ target }) => target.startsWith('src/web/shell/'))
    expect(wrong.map(arrow)).toEqual([])
  })

  test.each(['ui', 'api', 'time', 'page', 'storage'].map((room) => `src/web/${room}/`))(
    '%s imports no feature and not the shell',
    (folder) => {
      const wrong = importsWithin(folder).filter(({ target }) => /^src\/web\/(features|shell)\//.test(target))
      expect(wrong.map(arrow)).toEqual([])
    },
  )

  test('no file takes part in an import cycle, types included', () => {
    const cycles = findCycles(new Map(product.map((source) => [source.file, importsOf(source)])))
    expect(cycles).toEqual([])
  })

  test('a file imports its own feature by relative path, everything else by #', () => {
    const wrong = sources.flatMap((source) =>
      specifiersOf(source)
        .filter(({ target }) => /^(src|test)\//.test(target))
        .filter(({ specifier, target }) => specifier.startsWith('#') === (ownFolder(source.file) === ownFolder(target)))
        .map(({ specifier }) => `${source.file} -> ${specifier}`),
    )
    expect(wrong).toEqual([])
  })

  test('lengths of time have their names in contract/time.ts alone', () => {
    const numbers = /(?<![\w.'`])(?:86_?400_?000|3_?600_?000|60_?000|(?:60 \* )+1_?000)(?![\w_])/
    const wrong = product.filter(
      ({ file, text }) =>
        file !== 'src/contract/time.ts' &&
        (/\bconst (?:minute|quarter|hour|day)_?ms\b/i.test(text) ||
          text.split('\n').some((line) => numbers.test(line) && !/\bNGN: /.test(line))),
    )
    expect(wrong.map(({ file }) => file)).toEqual([])
  })

  test('main and scripts alone read the environment', () => {
    const readers = product.filter(({ text }) => /process\.env/.test(text)).map(({ file }) => file)
    expect(readers).toEqual(['src/server/main.ts'])
  })
})

describe('habits', () => {
  test('nothing is left open', () => {
    const open = sources.filter(
      ({ file, text }) => !file.endsWith('architecture.test.ts') && /\b(TODO|FIXME|XXX|HACK)\b/.test(text),
    )
    expect(open.map(({ file }) => file)).toEqual([])
  })

  test('files are short', () => {
    const long = product.filter(({ file, text }) => !/tables\.ts$|i18n\//.test(file) && text.split('\n').length > 400)
    expect(long.map(({ file }) => file)).toEqual([])
  })

  test('a folder holds at most 32 sources', () => {
    const counts = Map.groupBy([...product, ...sources.filter(({ file }) => file.startsWith('test/'))], ({ file }) =>
      dirname(file),
    )
    const crowded = [...counts].filter(([, held]) => held.length > 32)
    expect(crowded.map(([folder, held]) => `${folder}: ${held.length}`)).toEqual([])
  })

  test('few files are under sixty lines, used by one neighbour alone and without a test of their own', () => {
    const importers = new Map<string, Set<string>>()
    /** Loaded when they are needed, started as a process, or tested: for these a file of their own has a reason. */
    const apart = new Set<string>()
    for (const source of sources) {
      for (const [, specifier = ''] of source.text.matchAll(/(?:import|new URL)\(\s*'([^']+)'/g))
        apart.add(resolveSpecifier(source.file, specifier))
      for (const target of importsOf(source)) {
        if (/\.(test|spec)\./.test(source.file)) apart.add(target)
        importers.set(target, (importers.get(target) ?? new Set()).add(source.file))
      }
    }
    const small = product.filter(({ file, text }) => {
      const [user, ...others] = importers.get(file) ?? []
      const isAlone = user !== undefined && others.length === 0 && dirname(user) === dirname(file)
      return (
        isAlone && text.split('\n').length <= 60 && !apart.has(file) && !isCatalogue.test(file) && !isPage.test(file)
      )
    })
    expect(small.map(({ file }) => file).slice(smallFilesLeft)).toEqual([])
  })

  test('ui components have no colour of their own', () => {
    const coloured = product.filter(
      ({ file, text }) =>
        file.startsWith('src/web/') &&
        file.endsWith('.tsx') &&
        /#[0-9a-f]{3,8}\b(?!\/)/i.test(text.replaceAll(/'#[\w/-]+\.(ts|tsx)'/g, '')),
    )
    expect(coloured.map(({ file }) => file)).toEqual([])
  })
})

describe('languages', () => {
  const flat = (value: object, prefix = ''): [string, string][] =>
    Object.entries(value).flatMap(([key, part]) =>
      typeof part === 'string' ? [[prefix + key, part] as [string, string]] : flat(part as object, `${prefix}${key}.`),
    )
  const holes = (sentence: string) => [...sentence.matchAll(/\{\{\s*(\w+)/g)].map((match) => match[1]).sort()

  test.each([
    ['server', en, fr],
    ['web', enWeb, frWeb],
  ])('%s: the same keys, the same holes, nothing empty', (_name, english, french) => {
    const translated = new Map(flat(french))
    const originals = flat(english)
    expect([...translated.keys()].sort()).toEqual(originals.map(([key]) => key).sort())
    expect(
      originals
        .filter(([key, sentence]) => sentence.trim() === '' || translated.get(key)!.trim() === '')
        .map(([key]) => key),
    ).toEqual([])
    expect(
      originals
        .filter(
          ([key, sentence]) => !key.endsWith('_one') && holes(sentence).join() !== holes(translated.get(key)!).join(),
        )
        .map(([key]) => key),
    ).toEqual([])
  })

  test('in French a no-break space stands before the high signs and inside the quotes', () => {
    const all = [...flat(fr), ...flat(frWeb)]
    expect(all.filter(([, sentence]) => /\S [!?;:»](?=\s|$)|« /.test(sentence)).map(([key]) => key)).toEqual([])
  })

  test('each error code has its sentence', () => {
    expect(Object.keys(errorStatus).filter((code) => !(code in en.errors))).toEqual([])
  })

  test('the specification’s sentences stand to the letter', () => {
    const all = new Set([...flat(en), ...flat(enWeb)].map(([, sentence]) => sentence))
    const sentences = [
      'This field is required!',
      'Please enter a valid email',
      'Password must be at least 8 characters',
      'Please Accept our all Terms and Privacy!',
      'You tried to access a page you did not have prior authorization for.',
      'Something went wrong',
      'An unexpected error occurred. Please try refreshing the page.',
      'Loading Issue',
      'Loading Error',
      'Payment verification already in progress',
      'Please login to view your account',
      'Login to Continue',
      'Park ID is required',
      'Failed to load the blog page. Please try again.',
      'Failed to load the blog post. Please try again.',
      '404 Page Not Found!',
      '403 Access Denied!',
      'Invalid response from server',
      'No successful social login found',
      'No access token received',
      'An account with this email already exists. Please sign in with your original method.',
      'Apple Sign In failed. Please try again or use email/password login.',
      'Apple Sign In is not enabled. Please use email/password login.',
      'This account has been disabled. Please contact support.',
      'No account found with this email. Please register first.',
      'Failed to process social login redirect.',
      'Account linking required. Please contact support.',
      'Social login failed. Please try again.',
      'Authentication succeeded but failed to update app state. Please refresh the page.',
      'Google sign in failed. Please try again.',
      'Social login is currently unavailable. Please try logging in with email and password.',
      'Please allow popups for social login to work.',
      'Loading...',
      'Network error. Please check your internet connection and try again.',
    ]
    expect(sentences.filter((sentence) => !all.has(sentence))).toEqual([])
  })
})
