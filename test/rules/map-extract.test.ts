import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { validateStyleMin, type StyleSpecification } from '@maplibre/maplibre-gl-style-spec'
import Fastify, { type FastifyInstance } from 'fastify'
import { FetchSource, PMTiles, tileIdToZxy, type Source } from 'pmtiles'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildStyle, extractMap, groupRanges, selectTiles, UnusableArchive } from '../../scripts/map.ts'

/** City Hall in Toronto, which the packed streets cover. */
const toronto = { lat: 43.6534, lng: -79.3841 }
const folder = mkdtempSync(join(tmpdir(), 'parkwell-map-'))
let app: FastifyInstance
let address: string

beforeAll(async () => {
  app = Fastify()
  await app.register(fastifyStatic, { root: new URL('../../data/basemap/', import.meta.url).pathname })
  await app.listen({ host: '127.0.0.1', port: 0 })
  address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

async function readArchive(path: string): Promise<PMTiles> {
  const bytes = new Uint8Array(await readFile(path))
  return new PMTiles({
    getKey: () => path,
    getBytes: async (offset, length) => ({ data: bytes.buffer.slice(offset, offset + length) }),
  })
}

test('reads an archive by ranges and keeps the tiles around the points as they are', async () => {
  const requests: string[] = []
  app.server.on('request', ({ headers }) => requests.push(String(headers.range)))
  const target = join(folder, 'toronto.pmtiles')
  const progress: number[] = []
  const report = await extractMap(new FetchSource(`${address}/streets.pmtiles`), [toronto], target, {
    worldZoom: 0,
    onProgress: (done, of) => progress.push(done / of),
  })
  expect(requests.every((range) => /^bytes=\d+-\d+$/.test(range))).toBe(true)
  expect(requests.length).toBeLessThan(report.tiles / 2)
  expect(progress.at(-1)).toBe(1)

  const [made, packed] = [await readArchive(target), await readArchive('data/basemap/streets.pmtiles')]
  const { minZoom, maxZoom, minLon } = await made.getHeader()
  expect([minZoom, maxZoom, minLon]).toEqual([9, 14, (await packed.getHeader()).minLon])
  expect(await made.getMetadata()).toMatchObject({
    attribution: ((await packed.getMetadata()) as object & { attribution: string }).attribution,
  })
  let stored = 0
  for (const id of selectTiles([toronto], { minZoom: 9, maxZoom: 14, worldZoom: 0 })) {
    const [z, x, y] = tileIdToZxy(id)
    const [ours, theirs] = [await made.getZxy(z, x, y), await packed.getZxy(z, x, y)]
    expect(ours === undefined).toBe(theirs === undefined)
    if (ours === undefined) continue
    expect(Buffer.from(ours.data).equals(Buffer.from(theirs!.data))).toBe(true)
    stored += 1
  }
  expect(stored).toBe(report.tiles)
  // Montréal is more than two kilometres away.
  expect(await made.getZxy(14, 4843, 5862)).toBeUndefined()
  expect(await packed.getZxy(14, 4843, 5862)).toBeDefined()
})

test('keeps the old map when the archive cannot be read to its end', async () => {
  const target = join(folder, 'kept.pmtiles')
  writeFileSync(target, 'the old map')
  const source = new FetchSource(`${address}/streets.pmtiles`)
  const broken: Source = {
    getKey: () => 'broken',
    getBytes: async (offset, length) => {
      const part = await source.getBytes(offset, length)
      return offset > 100_000 ? { data: part.data.slice(0, 10) } : part
    },
  }
  await expect(extractMap(broken, [toronto], target, { worldZoom: 0 })).rejects.toThrow(UnusableArchive)
  expect(await readFile(target, 'utf8')).toBe('the old map')
  expect(readdirSync(folder).filter((name) => name.endsWith('.unfinished'))).toEqual([])
})

test('refuses a file that is no archive', async () => {
  const file = await open('README.md')
  const source: Source = {
    getKey: () => 'README.md',
    getBytes: async (offset, length) => {
      const bytes = new Uint8Array(length)
      await file.read(bytes, 0, length, offset)
      return { data: bytes.buffer }
    },
  }
  await expect(extractMap(source, [toronto], join(folder, 'none.pmtiles'))).rejects.toThrow()
  await file.close()
})

test('selects the whole world up to a zoom level and two kilometres around each point above it', () => {
  const ids = selectTiles([toronto, { lat: 6.5, lng: 3.4 }], { minZoom: 0, maxZoom: 15, worldZoom: 3 })
  expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b))
  const byZoom = Map.groupBy(ids, (id) => tileIdToZxy(id)[0])
  expect([0, 1, 2, 3].map((zoom) => byZoom.get(zoom)!.length)).toEqual([1, 4, 16, 64])
  expect(byZoom.get(4)).toHaveLength(2)
  // A tile of zoom 15 is 880 m wide in Toronto and 1,210 m in Lagos.
  expect(byZoom.get(15)!.length).toBeGreaterThan(5 * 5 + 4 * 4 - 1)
  expect(byZoom.get(15)!.length).toBeLessThanOrEqual(6 * 6 + 5 * 5)
})

test('selects tiles on both sides of ±180° and stays on the map at the poles', () => {
  const options = { minZoom: 12, maxZoom: 12, worldZoom: 0 }
  const columns = selectTiles([{ lat: -17, lng: 180 }], options).map((id) => tileIdToZxy(id)[1])
  expect(new Set(columns)).toEqual(new Set([0, 4095]))
  for (const id of selectTiles([{ lat: 90, lng: 0 }], options)) expect(tileIdToZxy(id)[2]).toBe(0)
})

test('joins ranges that lie close together, up to eight megabytes', () => {
  const [kb, mb] = [1_024, 1_024 * 1_024]
  expect(
    groupRanges([
      { offset: 0, length: 10 * kb },
      { offset: 20 * kb, length: kb },
      { offset: 200 * kb, length: kb },
      { offset: 201 * kb, length: 8 * mb },
    ]),
  ).toEqual([
    { offset: 0, length: 21 * kb },
    { offset: 200 * kb, length: kb },
    { offset: 201 * kb, length: 8 * mb },
  ])
})

test.each(['light', 'dark'] as const)('writes a %s style that MapLibre accepts and whose fonts we have', (flavor) => {
  const style = JSON.parse(buildStyle(flavor, 5)) as StyleSpecification
  expect(validateStyleMin(style)).toEqual([])
  const fonts = style.layers.flatMap(({ layout }) => JSON.stringify(layout ?? {}).match(/Noto Sans \w+/g) ?? [])
  expect(new Set(fonts)).toEqual(new Set(readdirSync('data/basemap/fonts').filter((name) => !name.includes('.'))))
})
