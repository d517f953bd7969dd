import type { FastifyInstance } from 'fastify'
import { pngOfLogo } from '#contract/settings/logos.ts'
import { settings } from '#contract/settings/settings.ts'

/** Serves the manifest of the installed app, with the name that the settings say. */
export function serveManifest(app: FastifyInstance): void {
  app.get('/site.webmanifest', { schema: { hide: true } }, (_request, reply) => {
    const { favicon } = settings().theme
    return reply
      .type('application/manifest+json')
      .header('cache-control', 'no-cache')
      .send(
        JSON.stringify({
          id: '/',
          name: settings().company.name,
          short_name: settings().company.name,
          scope: '/',
          start_url: '/',
          display: 'standalone',
          background_color: '#fbfaf7',
          theme_color: '#0d1526',
          icons: favicon === null ? ownIcons : [{ src: pngOfLogo(favicon), sizes: '512x512', type: 'image/png' }],
        }),
      )
  })
}

/** The icons that ship with the product. */
const ownIcons = [
  { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
]
