import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import { brand } from '#brand.ts'
import { isDeskRecord } from '#contract/lists/records.ts'

/** The manifest of the installed app, so that its name comes from the brand and nowhere else. */
const webManifest: Plugin = {
  name: 'parkwell:web-manifest',
  configureServer(server) {
    server.middlewares.use('/site.webmanifest', (_request, response) => {
      response.setHeader('content-type', 'application/manifest+json')
      response.end(manifest())
    })
  },
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'site.webmanifest', source: manifest() })
  },
}

const manifest = () =>
  JSON.stringify({
    id: '/',
    name: brand.name,
    short_name: brand.name,
    scope: '/',
    start_url: '/',
    display: 'standalone',
    background_color: '#fbfaf7',
    theme_color: '#0d1526',
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  })

/** What every page needs before it shows anything: all that `start.tsx` imports without waiting. */
const firstPage = new Set<string>()
/** What the home page adds to it. */
const homePage = new Set<string>()
/** `start.tsx` itself, which the manifest names, and what comes along with whoever uses it: icons, schemas, mutations. */
const isApart =
  /web[\\/]start\.tsx$|lucide-react|[\\/]zod[\\/]|useMutation|mutationObserver|[iI]nfiniteQuery(?!Behavior)|[qQ]ueriesObserver|useQueries|query-core.*hydration/

/** What browser and server agree on, for customers; the desk's own goes with the desk. */
const isContract = /[\\/]src[\\/]contract[\\/](?!(\w+[\\/])?(desk|lists)([\\/]|\.ts))/
/** Of that, what has schemas, which are for forms. */
const isZod = /node_modules[\\/]zod[\\/]/
const schemas = new Set<string>()

/** Collects the modules of the first page, so that it comes in a few files and not in one for each shared module. */
const firstPageModules: Plugin = {
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
    for (const id of this.getModuleIds()) if (id.endsWith('/src/web/start.tsx')) visit(id, firstPage)
    for (const id of this.getModuleIds()) if (id.endsWith('/HomePage.tsx')) visit(id, homePage)
    const hasSchemas = (id: string) => this.getModuleInfo(id)?.importedIds.some((one) => isZod.test(one)) === true
    for (const id of this.getModuleIds()) if (isContract.test(id) && hasSchemas(id)) schemas.add(id)
  },
}

/** Chunks that import each other may run before what they need: then the page stays white. The build stops instead. */
const noChunkCycles: Plugin = {
  name: 'parkwell:no-chunk-cycles',
  apply: 'build',
  generateBundle(_options, bundle) {
    const done = new Set<string>()
    const visit = (name: string, path: string[]) => {
      if (path.includes(name)) this.error(`chunks import each other: ${[...path, name].join(' → ')}`)
      const chunk = bundle[name]
      if (done.has(name) || chunk?.type !== 'chunk') return
      for (const imported of chunk.imports) visit(imported, [...path, name])
      done.add(name)
    }
    for (const name of Object.keys(bundle)) visit(name, [])
  },
}

/** The files in the HTML compete with the first paint: React and the page wait until it is done (docs/decisions/0022). */
const smallEntry: Plugin = {
  name: 'parkwell:small-entry',
  apply: 'build',
  generateBundle(_options, bundle) {
    const entry = Object.values(bundle).find((one) => one.type === 'chunk' && one.isEntry)
    if (entry?.type !== 'chunk') return
    const size = [entry, ...entry.imports.map((name) => bundle[name])].reduce(
      (sum, one) => sum + (one?.type === 'chunk' ? one.code.length : 0),
      0,
    )
    if (size > 8_000) this.error(`the entry imports ${size} characters: ${entry.imports.join(', ')}`)
  },
}

/** Schemas are for forms: no part of the home page must load them (docs/decisions/0018). */
const homeWithoutSchemas: Plugin = {
  name: 'parkwell:home-without-schemas',
  apply: 'build',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
    const visit = (name: string, path: string[]) => {
      const chunk = bundle[name]
      if (path.includes(name) || chunk?.type !== 'chunk') return
      if (chunk.moduleIds.some((id) => /node_modules[\\/]zod[\\/]/.test(id)))
        this.error(`the home page loads zod: ${[...path, name].join(' → ')}`)
      for (const imported of chunk.imports) visit(imported, [...path, name])
    }
    for (const chunk of chunks)
      if (chunk.moduleIds.some((id) => /(HomePage|LowerSections)\.tsx$/.test(id))) visit(chunk.fileName, [])
  },
}

/**
 * Values of the desk without the code that makes them. Lists come without their calls, whose schemas the server checks, and a
 * list's sentences without those of records, which share their files: else the first list would wait for all of it.
 */
const deskAsData: Plugin = {
  name: 'parkwell:desk-as-data',
  apply: 'build',
  async load(id) {
    if (!/[\\/](contract[\\/]desk[\\/]screens|i18n[\\/](en|fr)[\\/]desk_(lists|rest))\.ts$/.test(id)) return undefined
    const parts = (await import(pathToFileURL(id).href)) as Record<string, unknown>
    const left = id.includes('i18n') ? [] : ['endpoint', 'menu']
    const withoutCalls = (key: string, value: unknown) => (left.includes(key) ? undefined : value)
    return Object.entries(parts)
      .map(([name, part]) => `export const ${name} = ${JSON.stringify(part, withoutCalls)}`)
      .join('\n')
  },
}

/** The records of the desk, imported one by one: with the whole files of the register, every call of the desk would come too. */
const deskRecordsByName: Plugin = {
  name: 'parkwell:desk-records-by-name',
  apply: 'build',
  async load(id) {
    if (!/[\\/]contract[\\/]desk[\\/]records\.ts$/.test(id)) return undefined
    const register = id.replace(/records\.ts$/, 'register.ts')
    const text = await readFile(register, 'utf8')
    const code: string[] = []
    const entries: string[] = []
    for (const [, specifier] of text.matchAll(/^import \* as \w+ from '(.+)'$/gm)) {
      const file = (await this.resolve(specifier!, register))!.id
      const parts = (await import(pathToFileURL(file).href)) as Record<string, unknown>
      for (const [name, part] of Object.entries(parts)) {
        if (!isDeskRecord(part)) continue
        code.push(`import { ${name} as record${entries.length} } from ${JSON.stringify(file)}`)
        entries.push(`${JSON.stringify(part.list.name)}: record${entries.length}`)
      }
    }
    return [...code, `export const deskRecords = { ${entries.join(', ')} }`].join('\n')
  },
}

const browser: UserConfig = {
  base: '/',
  plugins: [
    react(),
    tailwindcss(),
    webManifest,
    firstPageModules,
    deskAsData,
    deskRecordsByName,
    noChunkCycles,
    smallEntry,
    homeWithoutSchemas,
  ],
  build: {
    outDir: 'dist/web',
    // Every browser that runs the code knows it by itself, or does without.
    modulePreload: {
      polyfill: false,
      // What a part imports is fetched beside it where drivers go first. The lists stand in the first file of every page, so
      // that the others, which find their imports a step later, would make the first load 3 kB larger.
      resolveDependencies: (file, parts) =>
        /[\\/](SearchPage|ParkPage|CheckoutPage|BookingsPage|BookingDetailsPage|ParkMap)-/.test(file)
          ? parts
          : parts.filter((part) => part.endsWith('.css')),
    },
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    // Nothing as data: the Content-Security-Policy needs no hole for it.
    assetsInlineLimit: 0,
    target: 'es2022',
    cssTarget: ['chrome111', 'safari16.4', 'firefox128'],
    // The map alone passes the default, and it is loaded only where a map is.
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      // What nobody names of the contract is not loaded for its own sake.
      treeshake: { moduleSideEffects: [{ test: /[\\/]src[\\/]contract[\\/]/, sideEffects: false }] },
      output: {
        // Compiled on another thread while it is fetched, not function by function while the map starts
        // (https://v8.dev/blog/explicit-compile-hints).
        postBanner: ({ name }) => (name === 'maplibre' ? '//# allFunctionsCalledOnLoad' : ''),
        codeSplitting: {
          groups: [
            // What the entry needs before anything else.
            { name: 'preload', test: /preload-helper|web[\\/]page[\\/]earlyInput/, priority: 8 },
            { name: 'zod', test: /node_modules[\\/]zod[\\/]/, priority: 4 },
            { name: 'maplibre', test: /node_modules[\\/](maplibre-gl|pmtiles)[\\/]/, priority: 3 },
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 2 },
            { name: 'base', test: (id) => firstPage.has(id) && !isApart.test(id), priority: 1 },
            // Apart from the pages that use them most, since the desk needs them without those.
            {
              name: 'field',
              test: (id) => homePage.has(id) && /[\\/]web[\\/]ui[\\/](Skeleton|form[\\/]Field)\.tsx$/.test(id),
              priority: 1,
            },
            { name: 'calls', test: (id) => isContract.test(id) && !schemas.has(id), priority: 1 },
            {
              name: 'schemas',
              test: (id) => !homePage.has(id) && isContract.test(id),
              minShareCount: 3,
              priority: 0.5,
            },
            {
              name: 'session',
              test: /useMutation|mutationObserver|[\\/]web[\\/]api[\\/]useProfile\.ts$/,
              minShareCount: 3,
              priority: 0.5,
            },
            {
              name: 'pages',
              test: /[\\/]web[\\/]ui[\\/](Pagination|Notice)\.tsx$/,
              minShareCount: 3,
              priority: 0.5,
            },
            // Most of it is the search box, which most pages share.
            {
              name: 'front',
              test: (id) => homePage.has(id) && !isApart.test(id) && !id.endsWith('/HomePage.tsx'),
              priority: 1,
            },
            // Small parts that most pages share, in one file; what stands on Base UI stays apart.
            { name: 'icons', test: /lucide-react/, minShareCount: 5 },
            // The card of a park and what stands on it: on most pages that show parks.
            { name: 'parks', test: /[\\/]features[\\/](parks[\\/]|map[\\/]geo)/, minShareCount: 2 },
            { name: 'kit', test: /[\\/]web[\\/]ui[\\/](?!overlay|Tabs|form[\\/]ComboboxSuggest)/, minShareCount: 5 },
            // What most pages that book or pay share besides: one file and not a dozen.
            {
              name: 'more',
              test: /useQueries|queriesObserver|[\\/]features[\\/](bookings|topup|vehicles|reviews|parks)[\\/](api|code|money)\.ts$|[\\/]useParkSearch\.ts$/,
              minShareCount: 3,
            },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
}

/** The renderer of the pages, which the server loads as a module; with React's production build in it. */
const renderer: UserConfig = {
  plugins: [react()],
  ssr: { noExternal: true },
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    ssr: 'src/web/entry-server.tsx',
    outDir: 'dist/rendering',
    emptyOutDir: true,
    copyPublicDir: false,
    target: 'node24',
    minify: false,
    // As in the browser's build, so that both name the same files.
    assetsInlineLimit: 0,
  },
}

/** The service worker, in one file at the root, which is the scope of what it answers. */
const serviceWorker: UserConfig = {
  publicDir: false,
  build: {
    outDir: 'dist/web',
    emptyOutDir: false,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: 'src/web/service-worker/worker.ts',
      output: { format: 'iife', entryFileNames: 'sw.js' },
    },
  },
}

export default defineConfig(({ isSsrBuild, mode }) =>
  isSsrBuild === true ? renderer : mode === 'service-worker' ? serviceWorker : browser,
)
