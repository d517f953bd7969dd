import { readFile, writeFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { GeoJSONVT, type GeoJSONVTTile } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { BufferWriter, Compression, S2PMTilesWriter, TileType } from 's2-pmtiles'
import { type Bounds, boundsOffset, encodeBounds, tilesOf } from './tiles.ts'

/*
 * Makes `data/basemap/streets.pmtiles` from the sources in `data/streets`: `npm run streets`. Zoom levels and layers are
 * described in `data/streets/README.md`.
 */

/** First zoom level at which a class of road is drawn. */
const firstZoom = {
  motorway: 9,
  trunk: 9,
  primary: 10,
  secondary: 11,
  tertiary: 12,
  residential: 13,
  service: 14,
  path: 14,
} as const
const zooms = [9, 10, 11, 12, 13, 14]
/** First zoom level at which streets have names. */
const firstNameZoom = 12
const extent = 4_096

export interface Street {
  type: 'Feature'
  properties: { kind: 'road' | 'water' | 'park'; class?: keyof typeof firstZoom; name?: string; link?: true }
  geometry: GeoJSON.Geometry
}
export interface City {
  file: string
  bbox: Bounds
}
interface Sources {
  cities: Record<string, City>
  attribution_line: string
}

/** Makes one PMTiles archive of the streets of these areas. */
export async function makeStreetTiles(
  streets: readonly Street[],
  areas: readonly Bounds[],
  attribution: string,
): Promise<Uint8Array> {
  const output = new BufferWriter()
  const archive = new S2PMTilesWriter(output, TileType.Pbf, Compression.Gzip)
  for (const zoom of zooms) {
    const indexes = Object.entries(layersAt(zoom, streets)).map(([name, features]) => {
      const collection = { type: 'FeatureCollection' as const, features }
      return [name, new GeoJSONVT(collection, { maxZoom: zoom, indexMaxZoom: 5, extent })] as const
    })
    for (const [x, y] of tilesOf(areas, zoom)) {
      const layers = indexes.flatMap(([name, index]): [string, GeoJSONVTTile][] => {
        const tile = index.getTile(zoom, x, y)
        return tile === null || tile.features.length === 0 ? [] : [[name, tile]]
      })
      if (layers.length > 0)
        await archive.writeTileXYZ(zoom, x, y, fromGeojsonVt(Object.fromEntries(layers), { version: 2, extent }))
    }
  }
  const bounds = unite(areas)
  await archive.commit({
    name: 'Streets',
    attribution,
    bounds,
    minzoom: zooms[0]!,
    maxzoom: zooms.at(-1)!,
    vector_layers: [
      { id: 'roads', fields: { class: 'String', name: 'String', link: 'Boolean' } },
      { id: 'water', fields: {} },
      { id: 'parks', fields: { name: 'String' } },
    ],
  } as Parameters<typeof archive.commit>[0])
  const bytes = output.commit()
  bytes.set(encodeBounds(bounds), boundsOffset)
  return bytes
}

function layersAt(zoom: number, streets: readonly Street[]): Record<'roads' | 'water' | 'parks', GeoJSON.Feature[]> {
  const ofKind = (kind: Street['properties']['kind']) => streets.filter(({ properties }) => properties.kind === kind)
  const feature = (geometry: GeoJSON.Geometry, properties: object): GeoJSON.Feature => ({
    type: 'Feature',
    geometry,
    properties: { ...properties },
  })
  return {
    roads: ofKind('road')
      .filter(({ properties }) => firstZoom[properties.class!] <= zoom)
      .map(({ geometry, properties: { class: roadClass, name, link } }) =>
        feature(geometry, {
          class: roadClass,
          ...(name !== undefined && zoom >= firstNameZoom && { name }),
          ...(link === true && { link }),
        }),
      ),
    water: ofKind('water').map(({ geometry }) => feature(geometry, {})),
    parks: ofKind('park').map(({ geometry, properties: { name } }) =>
      feature(geometry, name === undefined ? {} : { name }),
    ),
  }
}

const unite = (areas: readonly Bounds[]): [number, number, number, number] => [
  Math.min(...areas.map(([west]) => west)),
  Math.min(...areas.map(([, south]) => south)),
  Math.max(...areas.map(([, , east]) => east)),
  Math.max(...areas.map(([, , , north]) => north)),
]

export async function readStreets(folder: URL, { file }: City): Promise<Street[]> {
  const text = gunzipSync(await readFile(new URL(file, folder))).toString()
  return text.split('\n').flatMap((line) => (line === '' ? [] : (JSON.parse(line) as Street)))
}

async function main(): Promise<void> {
  const folder = new URL('../data/streets/', import.meta.url)
  const target = new URL('../data/basemap/streets.pmtiles', import.meta.url)
  const { cities, attribution_line } = JSON.parse(await readFile(new URL('sources.json', folder), 'utf8')) as Sources
  const areas = Object.values(cities)
  const streets = (await Promise.all(areas.map((city) => readStreets(folder, city)))).flat()
  const archive = await makeStreetTiles(
    streets,
    areas.map(({ bbox }) => bbox),
    attribution_line,
  )
  await writeFile(target, archive)
  console.info(`${target.pathname}: ${streets.length} streets, ${(archive.length / 1e6).toFixed(1)} MB`)
}

if (import.meta.main) await main()
