import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyReply } from 'fastify'
import { PMTiles } from 'pmtiles'

/**
 * How the host behaves: it answers, closes the connection, never responds, sends a web page instead of a style, or a style
 * whose tiles are web pages.
 */
export const mapHostBehaviours = ['answers', 'refuses', 'hangs', 'lies', 'without-tiles'] as const
type Behaviour = (typeof mapHostBehaviours)[number]

export interface MapHost {
  /** The address of a style at a host that behaves like this. */
  styleUrl(behaviour: Behaviour, name?: 'light' | 'dark'): string
  close(): Promise<void>
}

const basemap = new URL('../../data/basemap/', import.meta.url)
export const hostedAttribution = 'Streets of the stand-in © OpenStreetMap contributors'

/**
 * Starts a host of map styles on loopback, as OpenFreeMap serves them: styles, TileJSON, vector tiles and glyphs, to any
 * origin. Its tiles are those of the packed streets.
 */
export async function startMapHost(): Promise<MapHost> {
  const archive = await openArchive()
  const app = Fastify({ forceCloseConnections: true })
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('access-control-allow-origin', '*')
  })
  const originOf = (behaviour: Behaviour) =>
    `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/${behaviour}`
  const sendPage = (reply: FastifyReply) => reply.type('text/html').send('<!doctype html><title>Welcome</title>')
  interface Params {
    behaviour: Behaviour
    name: 'light' | 'dark'
  }

  app.get<{ Params: Params }>('/:behaviour/styles/:name', async ({ params: { behaviour, name } }, reply) => {
    if (behaviour === 'refuses') return reply.hijack().raw.destroy()
    if (behaviour === 'hangs') return reply.hijack()
    if (behaviour === 'lies') return sendPage(reply)
    return buildStyle(originOf(behaviour), name)
  })
  app.get<{ Params: Params }>('/:behaviour/planet', async ({ params: { behaviour } }) => ({
    tilejson: '3.0.0',
    tiles: [`${originOf(behaviour)}/tiles/{z}/{x}/{y}.pbf`],
    minzoom: 9,
    maxzoom: 14,
    attribution: hostedAttribution,
    vector_layers: [{ id: 'roads', fields: {} }],
  }))
  app.get<{ Params: Params & { z: string; x: string; y: string } }>(
    '/:behaviour/tiles/:z/:x/:y.pbf',
    async ({ params: { behaviour, z, x, y } }, reply) => {
      if (behaviour === 'without-tiles') return sendPage(reply)
      const tile = await archive.getZxy(Number(z), Number(x), Number(y))
      if (tile === undefined) return reply.code(204).send()
      return reply.type('application/x-protobuf').send(Buffer.from(tile.data))
    },
  )
  app.get<{ Params: Params & { font: string; range: string } }>(
    '/:behaviour/fonts/:font/:range.pbf',
    async ({ params: { font, range } }, reply) => {
      const file = new URL(`fonts/${encodeURIComponent(font)}/${encodeURIComponent(range)}.pbf`, basemap)
      return reply.type('application/x-protobuf').send(await readFile(file))
    },
  )
  await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    styleUrl: (behaviour, name = 'light') => `${originOf(behaviour)}/styles/${name}`,
    close: () => app.close(),
  }
}

async function openArchive(): Promise<PMTiles> {
  const file = await readFile(new URL('streets.pmtiles', basemap))
  const bytes = new Uint8Array(file)
  return new PMTiles({
    getKey: () => 'streets',
    getBytes: async (offset, length) => ({ data: bytes.buffer.slice(offset, offset + length) }),
  })
}

const shades = {
  light: { land: '#f4f3f0', road: '#ffffff', edge: '#d9d6d0', text: '#5b5b5b' },
  dark: { land: '#1b2130', road: '#39435a', edge: '#11151f', text: '#aab3c5' },
} as const

function buildStyle(origin: string, name: keyof typeof shades) {
  const { land, road, edge, text } = shades[name] ?? shades.light
  const roads = { source: 'openmaptiles', 'source-layer': 'roads' }
  return {
    version: 8,
    name: `Stand-in (${name})`,
    glyphs: `${origin}/fonts/{fontstack}/{range}.pbf`,
    sources: { openmaptiles: { type: 'vector', url: `${origin}/planet` } },
    layers: [
      { id: 'background', type: 'background', paint: { 'background-color': land } },
      { id: 'road-edges', type: 'line', ...roads, paint: { 'line-color': edge, 'line-width': 4 } },
      { id: 'roads', type: 'line', ...roads, paint: { 'line-color': road, 'line-width': 2.5 } },
      {
        id: 'road-names',
        type: 'symbol',
        ...roads,
        filter: ['has', 'name'],
        minzoom: 13,
        layout: {
          'symbol-placement': 'line',
          'text-field': ['get', 'name'],
          'text-font': ['Noto Sans Regular'],
          'text-size': 11,
        },
        paint: { 'text-color': text, 'text-halo-color': land, 'text-halo-width': 1.2 },
      },
    ],
  }
}
