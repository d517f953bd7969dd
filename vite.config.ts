import { brand } from '#brand.ts'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

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

/** What the first page needs before it shows anything: all that the entry imports without waiting. */
const firstPage = new Set<string>()
/** Reached through their packages' indexes alone; those in use come along with whoever uses them. */
const byIndexOnly = /lucide-react|react-i18next.*Trans|html-parse-stringify/

/** Collects the modules of the first page, so that it comes in a few files and not in one for each shared module. */
const firstPageModules: Plugin = {
  name: 'parkwell:first-page-modules',
  apply: 'build',
  buildEnd() {
    firstPage.clear()
    const visit = (id: string) => {
      if (firstPage.has(id)) return
      firstPage.add(id)
      for (const imported of this.getModuleInfo(id)?.importedIds ?? []) visit(imported)
    }
    for (const id of this.getModuleIds()) if (this.getModuleInfo(id)?.isEntry) visit(id)
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

const api = 'http://127.0.0.1:3000'

export default defineConfig({
  base: '/',
  plugins: [react(), tailwindcss(), developmentPage, webManifest, firstPageModules, noChunkCycles],
  build: {
    outDir: 'dist/web',
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
      output: {
        codeSplitting: {
          groups: [
            { name: 'maplibre', test: /node_modules[\\/](maplibre-gl|pmtiles)[\\/]/, priority: 3 },
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 2 },
            { name: 'base', test: (id) => firstPage.has(id) && !byIndexOnly.test(id), priority: 1 },
            // Small parts that most pages share, in one file; what stands on Base UI stays apart.
            { name: 'kit', test: /[\\/]web[\\/]ui[\\/](?!Dialog|Menu\.|Select|Tabs)|lucide-react/, minShareCount: 5 },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  server: { proxy: { '/api': api, '/basemap': api } },
})
