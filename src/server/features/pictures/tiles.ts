import { open } from 'node:fs/promises'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { PMTiles, type RangeResponse, type Source } from 'pmtiles'
import type { Point } from '#server/geo.ts'
import { clipLine, clipRing, type Frame, type Line, type Vector } from './geometry.ts'

/** What is drawn of a feature: lines of roads, rings of areas. */
export interface Shape {
  layer: string
  class: string
  /** Empty for most. */
  name: string
  isLink: boolean
  lines: readonly Line[]
}

const basemap = new URL('../../../../data/basemap/', import.meta.url)

/** A file of the packed map, read in ranges. */
class FileSource implements Source {
  readonly #file: URL
  #handle: ReturnType<typeof open> | undefined

  constructor(name: string) {
    this.#file = new URL(name, basemap)
  }

  getKey = () => this.#file.href

  async getBytes(offset: number, length: number): Promise<RangeResponse> {
    this.#handle ??= open(this.#file)
    const handle = await this.#handle
    const bytes = new Uint8Array(length)
    const { bytesRead } = await handle.read(bytes, 0, length, offset)
    return { data: bytes.buffer.slice(0, bytesRead) }
  }
}

const archives = { streets: 'streets.pmtiles', basemap: 'basemap.pmtiles' }
type Archive = keyof typeof archives
const opened = new Map<Archive, PMTiles>()

function openArchive(name: Archive): PMTiles {
  const archive = opened.get(name) ?? new PMTiles(new FileSource(archives[name]))
  opened.set(name, archive)
  return archive
}

/** Features in units of a tile; x and y may lie outside of it by its margin. */
interface TileShape {
  layer: string
  class: string
  name: string
  isLink: boolean
  isArea: boolean
  extent: number
  lines: Vector[][]
}

const read = new Map<string, TileShape[]>()
/** Some 100 kB each. */
const mostRead = 48
const polygon = 3

async function readTile(archive: Archive, zoom: number, x: number, y: number): Promise<TileShape[]> {
  const key = `${archive}/${zoom}/${x}/${y}`
  const known = read.get(key)
  if (known !== undefined) return known
  const tile = await openArchive(archive).getZxy(zoom, x, y)
  const shapes: TileShape[] = []
  const layers = tile === undefined ? {} : new VectorTile(new PbfReader(new Uint8Array(tile.data))).layers
  for (const [layer, content] of Object.entries(layers))
    for (let n = 0; n < content.length; n += 1) {
      const feature = content.feature(n)
      const { class: road = '', name = '', link } = feature.properties
      shapes.push({
        layer,
        class: String(road),
        name: String(name),
        isLink: link === true,
        isArea: feature.type === polygon,
        extent: content.extent,
        lines: feature.loadGeometry().map((line) => line.map((at): Vector => [at.x, at.y])),
      })
    }
  if (read.size >= mostRead) read.delete(read.keys().next().value!)
  read.set(key, shapes)
  return shapes
}

const earth_m = 2 * Math.PI * 6_378_137

/** A position on the map of the world (Web Mercator), from 0 to 1. */
function toWorld({ lat, lng }: Point): Vector {
  const sine = Math.sin((lat * Math.PI) / 180)
  return [(lng + 180) / 360, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)]
}

/** Returns what an archive has within a frame around a position, in metres from it. */
export async function readShapes(archive: Archive, zoom: number, centre: Point, frame: Frame): Promise<Shape[]> {
  const [worldX, worldY] = toWorld(centre)
  const scale_m = earth_m * Math.cos((centre.lat * Math.PI) / 180)
  const count = 2 ** zoom
  const tileAt = (world: number, offset_m: number) => Math.floor((world + offset_m / scale_m) * count)
  const shapes: Shape[] = []
  for (let x = tileAt(worldX, frame.left); x <= tileAt(worldX, frame.right); x += 1)
    for (let y = tileAt(worldY, frame.top); y <= tileAt(worldY, frame.bottom); y += 1)
      for (const { lines, isArea, extent, ...feature } of await readTile(archive, zoom, x, y)) {
        const toMetres = ([tileX, tileY]: Vector): Vector => [
          ((x + tileX / extent) / count - worldX) * scale_m,
          ((y + tileY / extent) / count - worldY) * scale_m,
        ]
        // Neighbouring tiles repeat what crosses their edges: areas overlap a little, so that no gap shows.
        const margin = isArea ? extent / 256 : 0
        const tile = { left: -margin, top: -margin, right: extent + margin, bottom: extent + margin }
        const clipped = lines.flatMap((line) =>
          isArea
            ? [clipRing(clipRing(line, tile).map(toMetres), frame)].filter((ring) => ring.length > 2)
            : clipLine(line, tile).flatMap((part) => clipLine(part.map(toMetres), frame)),
        )
        if (clipped.length > 0) shapes.push({ ...feature, lines: clipped })
      }
  return shapes
}
