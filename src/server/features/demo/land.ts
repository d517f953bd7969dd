import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'

const folder = new URL('../../../../data/generator/', import.meta.url)

type Mask = { file: string; west: number; east: number; south: number; north: number; step: number; nx: number }

/**
 * Reads the land mask of a region (`wa` West Africa, `na` North America); the function tells whether a position is on
 * dry land, to one hundredth of a degree. Outside the region nothing is.
 */
export async function readLandMask(region: 'wa' | 'na'): Promise<(at: { lat: number; lng: number }) => boolean> {
  const masks = JSON.parse(await readFile(new URL('landmask.json', folder), 'utf8')) as Record<string, Mask>
  const { file, west, east, south, north, step, nx } = masks[region]!
  const bits = gunzipSync(await readFile(new URL(file, folder)))
  return ({ lat, lng }) => {
    if (lat < south || lat > north || lng < west || lng > east) return false
    const bit = Math.round((north - lat) / step) * nx + Math.round((lng - west) / step)
    return ((bits[bit >> 3]! >> (bit & 7)) & 1) === 1
  }
}
