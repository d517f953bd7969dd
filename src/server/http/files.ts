import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

export const webFolder = fileURLToPath(new URL('../../../dist/web/', import.meta.url))
const basemapFolder = fileURLToPath(new URL('../../../data/basemap/', import.meta.url))

/**
 * Serves the web build (hashed names, precompressed), the basemap archive (read by the map in byte ranges) and, when there
 * is one, the map made by `npm run map`.
 */
export async function serveFiles(app: FastifyInstance, dataFolder: string): Promise<void> {
  if (existsSync(webFolder)) {
    await app.register(fastifyStatic, {
      root: webFolder,
      serve: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        reply.header(
          'cache-control',
          path.includes('/assets/')
            ? 'public, max-age=31536000, immutable'
            : // An old service worker would serve old pages.
              /sw\.js(\.br|\.gz)?$/.test(path)
              ? 'no-cache'
              : 'public, max-age=3600',
        )
      },
    })
    serveWebFiles(app)
  }
  await app.register(fastifyStatic, {
    root: basemapFolder,
    prefix: '/basemap/',
    decorateReply: !existsSync(webFolder),
    index: false,
    cacheControl: false,
    setHeaders: (reply) => reply.header('cache-control', 'public, max-age=86400'),
  })
  const ownMap = join(dataFolder, 'map')
  if (existsSync(ownMap))
    await app.register(fastifyStatic, {
      root: ownMap,
      prefix: '/map/',
      decorateReply: false,
      index: false,
      cacheControl: false,
      setHeaders: (reply) => reply.header('cache-control', 'public, max-age=3600'),
    })
}

/**
 * One route for each folder: a route for each file would take most of the server's start. Compressed copies and hidden files
 * have no address of their own.
 */
function serveWebFiles(app: FastifyInstance): void {
  const isServed = (name: string) => !/^\.|\.(br|gz)$/.test(name)
  for (const entry of readdirSync(webFolder, { withFileTypes: true })) {
    const { name } = entry
    if (!isServed(name) || name === 'index.html') continue
    if (entry.isDirectory()) {
      const files = new Set(readdirSync(join(webFolder, name)).filter(isServed))
      app.get<{ Params: { file: string } }>(`/${name}/:file`, { schema: { hide: true } }, (request, reply) => {
        const { file } = request.params
        return files.has(file) ? reply.sendFile(`${name}/${file}`) : reply.callNotFound()
      })
    } else app.get(`/${name}`, { schema: { hide: true } }, (_request, reply) => reply.sendFile(name))
  }
}
