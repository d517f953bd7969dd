import type { ParkColumns } from '../generated-parks.ts'
import { ownCpu } from '../lib.ts'
import { installPeer, loadPeer } from './packages.ts'
import type { ParkPeer } from './park-questions.ts'

interface KdBush {
  readonly data: ArrayBuffer
  add: (x: number, y: number) => number
  finish: () => KdBush
  range: (west: number, south: number, east: number, north: number) => number[]
}
type Around = (
  ...given: [
    index: KdBush,
    lng: number,
    lat: number,
    limit: number,
    radius_km: number,
    isAllowed?: ((at: number) => boolean) | undefined,
  ]
) => number[]

/** Two libraries that index points, in this process. They list the parks of a box and do not group them. */
export function openKdbush({ lat, lng, country }: ParkColumns): ParkPeer {
  const folder = installPeer('kdbush')
  const { default: KDBush } = loadPeer<{ default: new (count: number) => KdBush }>(folder, 'kdbush')
  const { around } = loadPeer<{ around: Around }>(folder, 'geokdbush')
  const began = performance.now()
  const index = new KDBush(lat.length)
  for (let at = 0; at < lat.length; at += 1) index.add(lng[at]!, lat[at]!)
  index.finish()
  return {
    name: 'kdbush with geokdbush',
    built: { seconds: (performance.now() - began) / 1_000, mb: index.data.byteLength / 1e6 },
    cpu: ownCpu,
    near: ({ point, country_id }) =>
      around(
        index,
        point.lng,
        point.lat,
        20,
        Infinity,
        country_id === undefined ? undefined : (at) => country[at] === country_id,
      ),
    clusters: ({ box }) => index.range(box.west, box.south, box.east, box.north).length,
  }
}
