import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { brand } from '#brand.ts'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { pageFiles } from './scripts/page-files.ts'

/** The development server has no page of ours before it: it fills index.html's marks itself. */
const developmentPage: Plugin = {
  name: 'parkwell:development-page',
  apply: 'serve',
  transformIndexHtml: (html) =>
    html
      .replaceAll('%LANG%', 'en')
      .replaceAll('%LOADING%', `Loading ${brand.name}`)
      .replace('<!--head-->', `<title>${brand.name}</title>`),
}

/** Nothing is painted before the first code has run, which comes beside the styles: it says how a search begins. */
const firstCodeFirst: Plugin = {
  name: 'parkwell:first-code-first',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => html.replace('<script type="module" ', '<script type="module" blocking="render" '),
  },
}

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

/** What every page needs before it shows anything: all that `main.tsx` imports without waiting. */
const firstPage = new Set<string>()
/** What the home page adds to it. */
const homePage = new Set<string>()
/** Icons, reached through an index alone, and schemas: those in use come along with whoever uses them. */
const notOfTheFirst =
  /lucide-react|[\\/]zod[\\/]|[\\/]contract[\\/](?!pages|[\w-]+-(?:text|units|facts))[\w-]+\.ts$|useMutation|mutationObserver|[iI]nfiniteQuery(?!Behavior)|[qQ]ueriesObserver|useQueries|query-core.*hydration/

/** Collects the modules of the first page, so that it comes in a few files and not in one for each shared module. */
const firstPageModules: Plugin = {
  name: 'parkwell:first-page-modules',
  apply: 'build',
  buildEnd() {
    firstPage.clear()
    homePage.clear()
    const visit = (id: string, found: Set<string>) => {
      if (firstPage.has(id) || found.has(id)) return
      found.add(id)
      for (const imported of this.getModuleInfo(id)?.importedIds ?? []) visit(imported, found)
    }
    for (const id of this.getModuleIds()) if (id.endsWith('/src/web/main.tsx')) visit(id, firstPage)
    for (const id of this.getModuleIds()) if (id.endsWith('/HomePage.tsx')) visit(id, homePage)
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

/** What only the server does with an endpoint: it checks by schemas and describes. */
const serverSide = new Set(['summary', 'tag', 'params', 'query', 'body', 'answer'])

/** What is read of a program's tree. */
type Node = {
  type: string
  start: number
  end: number
  name?: string
  body?: Node[]
  declaration?: Node
  declarations?: { id: Node; init: Node }[]
  expression?: Node
  callee?: Node
  arguments?: Node[]
  properties?: (Node & { key: Node })[]
}

const plain = new Set([
  'Literal',
  'ArrayExpression',
  'ObjectExpression',
  'Property',
  'UnaryExpression',
  'BinaryExpression',
])
/** Made of nothing but literals. */
const isPlain = (node: unknown): boolean =>
  typeof node !== 'object' ||
  node === null ||
  (Array.isArray(node)
    ? node.every(isPlain)
    : !('type' in node) ||
      (plain.has(String(node.type)) &&
        Object.entries(node).every(([part, inside]) => part === 'key' || isPlain(inside))))

/** The exports of a contract's file: their names, where they stand, and what they are without any schema, if they can be. */
function exportsOf(code: string, program: Node): { name: string; at: Node; init: Node; light: string | undefined }[] {
  return (program.body ?? []).flatMap((at) =>
    (at.type === 'ExportNamedDeclaration' ? (at.declaration?.declarations ?? []) : []).map(({ id, init }) => {
      const value = init.type === 'TSAsExpression' ? init.expression! : init
      const text = ({ start, end }: Node) => code.slice(start, end)
      const properties = (value.callee?.name === 'endpoint' && value.arguments?.[0]?.properties) || []
      // What is spread into it is not read.
      const whole = properties.every(({ type }) => type === 'Property')
      const kept = whole ? properties.filter(({ key }) => !serverSide.has(key.name ?? '')) : []
      const light = kept.length > 0 ? `{ ${kept.map(text).join(', ')} }` : isPlain(value) ? text(value) : undefined
      return { name: id.name!, at, init, light }
    }),
  )
}

const contractFolder = fileURLToPath(new URL('src/contract/', import.meta.url))
const contractImport = /import\s*\{([^}]*)\}\s*from\s*'(?:#contract|(\.))\/([\w-]+\.ts)'/g

/**
 * The page calls by method, path and token alone. So a contract's file is two in the bundle: its endpoints and constants
 * (`?light`), and its schemas, which come with zod to where a form names one. Building a schema does nothing else, which
 * the bundler cannot see by itself.
 */
const lightContract: Plugin = {
  name: 'parkwell:light-contract',
  apply: 'build',
  enforce: 'pre',
  resolveId: (specifier) =>
    specifier.endsWith('?light') ? contractFolder + specifier.slice(specifier.lastIndexOf('/') + 1) : null,
  async load(id) {
    if (!id.endsWith('?light')) return null
    const code = await readFile(id.slice(0, -'?light'.length), 'utf8')
    return exportsOf(code, this.parse(code, { lang: 'ts' }) as unknown as Node)
      .flatMap(({ name, light }) => (light === undefined ? [] : [`export const ${name} = ${light}`]))
      .join('\n')
  },
  transform: {
    filter: { id: /[\\/]src[\\/](contract|web)[\\/].*\.tsx?$/ },
    handler(code, id) {
      const read = (text: string) => exportsOf(text, this.parse(text, { lang: 'ts' }) as unknown as Node)
      const own = id.startsWith(contractFolder)
      const lightened = code.replaceAll(
        contractImport,
        (all, list: string, beside: string | undefined, file: string) => {
          if ((beside !== undefined) !== own) return all
          const named = list.split(',').map((name) => name.trim())
          const wanted = named.filter((name) => name !== '' && !name.startsWith('type '))
          const light = read(readFileSync(contractFolder + file, 'utf8')).filter((one) => one.light !== undefined)
          const known = wanted.every((name) => light.some((one) => one.name === name.split(' as ')[0]))
          return known ? `import { ${wanted.join(', ')} } from '#contract/${file}?light'` : all
        },
      )
      if (!own) return { code: lightened, map: null }
      const all = read(lightened)
      const names = all.flatMap(({ name, light }) => (light === undefined ? [] : [name])).join(', ')
      // From the end, so that what lies before keeps its place.
      const schemas = all.toReversed().reduce((text, { at, init, light }) => {
        if (light !== undefined) return text.slice(0, at.start) + text.slice(at.end)
        const made = `/* @__PURE__ */ (() => ${lightened.slice(init.start, init.end)})()`
        return init.type === 'CallExpression' ? text.slice(0, init.start) + made + text.slice(init.end) : text
      }, lightened)
      const itself = `${id.slice(contractFolder.length)}?light`
      return {
        code: names === '' ? schemas : `import { ${names} } from './${itself}'\nexport { ${names} }\n${schemas}`,
        map: null,
      }
    },
  },
}

const api = 'http://127.0.0.1:3000'

export default defineConfig({
  base: '/',
  plugins: [
    react(),
    tailwindcss(),
    developmentPage,
    firstCodeFirst,
    webManifest,
    lightContract,
    firstPageModules,
    noChunkCycles,
    pageFiles,
  ],
  // docs/decisions/0018: the same calls, in a fortieth and a twelfth of the weight.
  resolve: {
    alias: {
      'react-i18next': fileURLToPath(new URL('src/web/lib/translation.ts', import.meta.url)),
      'react-router': fileURLToPath(new URL('src/web/lib/router.tsx', import.meta.url)),
    },
  },
  build: {
    outDir: 'dist/web',
    // Every browser that runs the code knows it by itself, or does without.
    modulePreload: { polyfill: false },
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
        codeSplitting: {
          groups: [
            // The first code of all, with what it uses: nothing else may come along.
            { name: 'begin', test: /[\\/]web[\\/]begin\.ts$|map[\\/]capability\.ts$|preload-helper/, priority: 8 },
            // What the home page calls, and what others call; schemas belong to forms alone. A group takes along what its
            // files import and no earlier one has.
            {
              name: 'first-calls',
              test: (id) => id.endsWith('?light') && (firstPage.has(id) || homePage.has(id)),
              priority: 7,
            },
            { name: 'calls', test: /[?]light$/, priority: 6 },
            { name: 'zod', test: /node_modules[\\/]zod[\\/]/, priority: 5 },
            {
              name: 'schemas',
              test: /[\\/]contract[\\/](?!pages|[\w-]+-(?:text|units|facts))[\w-]+\.ts$/,
              priority: 4,
            },
            { name: 'maplibre', test: /node_modules[\\/](maplibre-gl|pmtiles)[\\/]/, priority: 3 },
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 2 },
            { name: 'base', test: (id) => firstPage.has(id) && !notOfTheFirst.test(id), priority: 1 },
            // Most of it is the search box, which most pages share.
            {
              name: 'front',
              test: (id) => homePage.has(id) && !notOfTheFirst.test(id) && !id.endsWith('/HomePage.tsx'),
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
              test: /useMutation|mutationObserver|useQueries|queriesObserver|[\\/]features[\\/](bookings|topup|vehicles|reviews|parks)[\\/](api|code|money)\.ts$|[\\/]web[\\/]lib[\\/]useProfile\.ts$|[\\/]useParkSearch\.ts$/,
              minShareCount: 3,
            },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  server: { proxy: { '/api': api, '/basemap': api } },
})
