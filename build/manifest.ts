import type { Plugin } from 'vite'
import { brand } from '#brand.ts'

/** The manifest of the installed app, so that its name comes from the brand and nowhere else. */
export const webManifest: Plugin = {
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
