/**
 * Makes a street map of one's own: `npm run map -- --around parks ARCHIVE`. Reads a PMTiles archive of the planet (address or
 * file) by ranges and writes one archive with all zoom levels within two kilometres of a car park and the low ones of the
 * whole world, and a style for each theme, into `DATA_DIR/map`. `MAP_STYLE_URL=own` draws it. The embedded database must
 * not be in use by a running server.
 */
import { mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { layers, namedFlavor } from '@protomaps/basemaps'
import {
  Compression,
  type Entry,
  FetchSource,
  findTile,
  type Header,
  PMTiles,
  ResolvedValueCache,
  type Source,
  TileType,
  tileIdToZxy,
  zxyToTileId,
} from 'pmtiles'
import { Compression as OutputCompression, S2PMTilesWriter, TileType as OutputType } from 's2-pmtiles'
import { FileWriter } from 's2-pmtiles/file'
import { ConfigError, readConfig } from '#server/config.ts'
import { DatabaseInUse } from '#server/database/lock.ts'
import { openForCommands } from '#server/database/open.ts'
import { boundsOffset, encodeBounds, tilesOf, type Bounds } from './tiles.ts'

const usage = 'Usage: npm run map -- --around parks ADDRESS_OR_FILE.pmtiles [--world-zoom 5]'

interface Point {
  lat: number
  lng: number
}
type Progress = (done: number, of: number, bytes: number) => void
export interface ExtractReport {
  tiles: number
  read_bytes: number
  written_bytes: number
  date: string | undefined
}

/** Car parks have streets within this distance. */
const radius_m = 2_000
const metresPerDegree = 111_320
/** Tiles that are at most this far apart in the archive are read with one request of at most this length. */
const maxGap_bytes = 64 * 1024
const maxRead_bytes = 8 * 1024 * 1024

export class UnusableArchive extends Error {}

/**
 * Extracts the tiles around these points, and of the whole world up to `worldZoom`, into a new archive at `target`. An
 * existing file is replaced only when the new one is complete. Throws UnusableArchive for an archive without vector tiles
 * or with a compression other than gzip.
 */
export async function extractMap(
  source: Source,
  points: readonly Point[],
  target: string,
  { worldZoom = 5, onProgress = () => undefined }: { worldZoom?: number; onProgress?: Progress } = {},
): Promise<ExtractReport> {
  const cache = new ResolvedValueCache(1_000)
  const archive = new PMTiles(source, cache)
  const header = await archive.getHeader()
  if (header.tileType !== TileType.Mvt) throw new UnusableArchive('The archive has no vector tiles.')
  const isGzip = header.tileCompression === Compression.Gzip
  if (!isGzip && header.tileCompression !== Compression.None)
    throw new UnusableArchive('The tiles are compressed in a way other than gzip.')

  const tileIds = selectTiles(points, { minZoom: header.minZoom, maxZoom: header.maxZoom, worldZoom })
  const idsByOffset = new Map<number, { length: number; ids: number[] }>()
  for (const id of tileIds) {
    const entry = await locateTile(cache, source, header, id)
    if (entry === undefined) continue
    const known = idsByOffset.get(entry.offset)
    if (known === undefined) idsByOffset.set(entry.offset, { length: entry.length, ids: [id] })
    else known.ids.push(id)
  }

  const unfinished = `${target}.unfinished`
  await rm(unfinished, { force: true })
  try {
    const writer = new S2PMTilesWriter(new FileWriter(unfinished), OutputType.Pbf, OutputCompression.Gzip)
    const blobs = [...idsByOffset]
      .map(([offset, { length }]) => ({ offset, length }))
      .toSorted((a, b) => a.offset - b.offset)
    let done = 0
    let read_bytes = 0
    for (const { offset, length } of groupRanges(blobs)) {
      const { data } = await source.getBytes(header.tileDataOffset + offset, length)
      if (data.byteLength !== length) throw new UnusableArchive('The archive ended before its last tile.')
      read_bytes += length
      for (let blob = blobs[done]; blob !== undefined && blob.offset < offset + length; blob = blobs[(done += 1)]) {
        const bytes = new Uint8Array(data, blob.offset - offset, blob.length)
        const tile = isGzip ? gunzipSync(bytes) : bytes
        for (const id of idsByOffset.get(blob.offset)!.ids) await writer.writeTileXYZ(...tileIdToZxy(id), tile)
      }
      onProgress(done, blobs.length, read_bytes)
    }
    const metadata = (await archive.getMetadata()) as Record<string, unknown>
    await writer.commit({ ...metadata, minzoom: header.minZoom, maxzoom: header.maxZoom } as Parameters<
      typeof writer.commit
    >[0])
    await writeBounds(unfinished, [header.minLon, header.minLat, header.maxLon, header.maxLat])
    await rename(unfinished, target)
    const tiles = [...idsByOffset.values()].reduce((sum, { ids }) => sum + ids.length, 0)
    return { tiles, read_bytes, written_bytes: (await stat(target)).size, date: findDate(metadata) }
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

/** Ids of the tiles to extract, ascending. */
export function selectTiles(
  points: readonly Point[],
  { minZoom, maxZoom, worldZoom }: { minZoom: number; maxZoom: number; worldZoom: number },
): number[] {
  const world: Bounds = [-180, -90, 179.999_999, 90]
  const around = points.map(({ lat, lng }): Bounds => {
    const north = radius_m / metresPerDegree
    const east = north / Math.max(0.01, Math.cos((lat * Math.PI) / 180))
    return [lng - east, lat - north, lng + east, lat + north]
  })
  const ids: number[] = []
  for (let zoom = minZoom; zoom <= maxZoom; zoom += 1)
    for (const [x, y] of tilesOf(zoom <= worldZoom ? [world] : around, zoom)) ids.push(zxyToTileId(zoom, x, y))
  return ids.toSorted((a, b) => a - b)
}

/** Finds a tile in the root directory or the leaf directories below it. */
async function locateTile(
  cache: ResolvedValueCache,
  source: Source,
  header: Header,
  id: number,
): Promise<Entry | undefined> {
  let [offset, length] = [header.rootDirectoryOffset, header.rootDirectoryLength]
  // The format allows a root and at most three levels of leaves.
  for (let depth = 0; depth <= 3; depth += 1) {
    const directory = await cache.getDirectory(source, offset, length, header)
    const entry = findTile(directory, id)
    if (entry === null) return undefined
    if (entry.runLength > 0) return entry
    ;[offset, length] = [header.leafDirectoryOffset + entry.offset, entry.length]
  }
  throw new UnusableArchive('The directories of the archive are nested too deeply.')
}

/** Joins ranges that lie close together. */
export function groupRanges(
  ranges: readonly { offset: number; length: number }[],
): { offset: number; length: number }[] {
  const groups: { offset: number; length: number }[] = []
  for (const { offset, length } of ranges) {
    const last = groups.at(-1)
    const end = offset + length
    if (
      last !== undefined &&
      offset - (last.offset + last.length) <= maxGap_bytes &&
      end - last.offset <= maxRead_bytes
    )
      last.length = Math.max(last.length, end - last.offset)
    else groups.push({ offset, length })
  }
  return groups
}

async function writeBounds(path: string, bounds: Bounds): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.write(encodeBounds(bounds), 0, 16, boundsOffset)
  } finally {
    await file.close()
  }
}

/** The date of the map data, as Planetiler and Protomaps write it. */
function findDate(metadata: Record<string, unknown>): string | undefined {
  const date = metadata['planetiler:osm:osmosisreplicationtime'] ?? metadata['date']
  return typeof date === 'string' ? date : undefined
}

/**
 * A style for archives in Protomaps' schema, with our glyphs, which have no italics and Latin letters only. Land and water of the last zoom level of
 * the whole world are enlarged where there are no closer tiles.
 */
export function buildStyle(flavor: 'light' | 'dark', worldZoom: number): string {
  const url = 'pmtiles:///map/streets.pmtiles'
  const draw = (source: string) => layers(source, namedFlavor(flavor), { lang: 'en' })
  const ground = draw('world').filter(({ type }) => type === 'background' || type === 'fill')
  const style = {
    version: 8,
    name: `Own map (${flavor})`,
    glyphs: '/basemap/fonts/{fontstack}/{range}.pbf',
    sources: {
      world: { type: 'vector', url, maxzoom: worldZoom },
      streets: {
        type: 'vector',
        url,
        attribution:
          '<a href="https://protomaps.com">Protomaps</a> © <a href="https://openstreetmap.org">OpenStreetMap</a>',
      },
    },
    layers: [
      ...ground.map((layer) => ({ ...layer, id: `world-${layer.id}` })),
      ...draw('streets').filter(({ type }) => type !== 'background'),
    ],
  }
  return JSON.stringify(style).replaceAll(/Noto Sans (Italic|Devanagari)[^"]*/g, 'Noto Sans Regular')
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { around: { type: 'string' }, 'world-zoom': { type: 'string', default: '5' } },
  })
  const [from] = positionals
  const worldZoom = Number(values['world-zoom'])
  if (
    from === undefined ||
    values.around !== 'parks' ||
    !Number.isInteger(worldZoom) ||
    worldZoom < 0 ||
    worldZoom > 15
  ) {
    console.error(usage)
    return 1
  }
  const config = readConfig(process.env)
  const database = await openForCommands(config)
  const points = await database.db.selectFrom('parks').select(['lat', 'lng']).execute()
  await database.close()
  if (points.length === 0) {
    console.error('There are no car parks in the database yet. Start the product once, or import some.')
    return 1
  }
  const folder = join(config.data_dir, 'map')
  await mkdir(folder, { recursive: true })
  const source = URL.canParse(from) ? new FetchSource(from) : await openFile(from)
  const report = await extractMap(source, points, join(folder, 'streets.pmtiles'), {
    worldZoom,
    onProgress: (done, of, bytes) => process.stdout.write(`\r${done} of ${of} tiles, ${formatSize(bytes)} read`),
  })
  for (const flavor of ['light', 'dark'] as const)
    await writeFile(join(folder, `${flavor}.json`), buildStyle(flavor, worldZoom))
  console.info(
    `\n${report.tiles} tiles around ${points.length} car parks, ${formatSize(report.written_bytes)}, ` +
      `data of ${report.date ?? 'unknown date'}: ${folder}`,
  )
  console.info('Start the product with MAP_STYLE_URL=own to draw it.')
  return 0
}

async function openFile(path: string): Promise<Source> {
  const file = await open(path)
  return {
    getKey: () => path,
    getBytes: async (offset, length) => {
      const buffer = new Uint8Array(length)
      const { bytesRead } = await file.read(buffer, 0, length, offset)
      return { data: buffer.buffer.slice(0, bytesRead) }
    },
  }
}

const formatSize = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

if (import.meta.main)
  try {
    process.exitCode = await main()
  } catch (error) {
    if (error instanceof ConfigError || error instanceof DatabaseInUse || error instanceof UnusableArchive)
      console.error(error.message)
    else console.error(`The map was not made: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
  }
