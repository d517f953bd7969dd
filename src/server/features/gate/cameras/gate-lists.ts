import type { CameraSource, ParkCameras } from '#contract/gate/gate-reads.ts'
import { day_ms } from '#contract/time.ts'
import type { Db } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { toCursor, listedFrom, readBookings, type ListCursor } from '../guard-lists.ts'
import { toGateBooking, type GateBooking } from './match-plate.ts'

export interface Camera {
  id: string
  park_id: string
  source: CameraSource
  direction: ParkCameras['items'][number]['direction']
  revoked_at: Date | null
}

interface ParkList {
  bookings: Map<string, GateBooking>
  cursor: ListCursor
  used_at: number
}

/** Lists of car parks whose cameras have been silent for so long are forgotten. */
const retention_ms = day_ms
const maxCachedLists = 500

/**
 * The bookings around now of the car parks whose cameras send to this process, and the cameras themselves: brought up to
 * date with each read, and enough to decide without the database.
 */
export class GateLists {
  readonly #deps: Pick<Deps, 'db' | 'clock'>
  readonly #parks = new Map<string, ParkList>()
  readonly #cameras = new Map<string, Camera>()
  readonly #refreshing = new Map<string, Promise<void>>()

  constructor(deps: Pick<Deps, 'db' | 'clock'>) {
    this.#deps = deps
  }

  /** The camera of a key's hash as last read; undefined if none is known. */
  cameraOf = (key_hash: string): Camera | undefined => this.#cameras.get(key_hash)

  /** The bookings of a car park as last read; undefined if they never were. */
  bookingsOf = (park_id: string): Iterable<GateBooking> | undefined => this.#parks.get(park_id)?.bookings.values()

  /** Reads a camera by its key's hash, and its car park's bookings. One that is gone or revoked is forgotten. */
  async refreshCamera(key_hash: string): Promise<void> {
    const known = this.#cameras.get(key_hash)
    const list = known === undefined ? undefined : this.refreshPark(known.park_id)
    const [camera] = await Promise.all([findCamera(this.#deps.db, key_hash), list])
    if (camera === undefined || camera.revoked_at !== null) {
      this.#cameras.delete(key_hash)
      return
    }
    this.#cameras.set(key_hash, camera)
    if (camera.park_id !== known?.park_id) await this.refreshPark(camera.park_id)
  }

  /** Brings the list of a car park up to date; calls at the same time share the work. */
  refreshPark(park_id: string): Promise<void> {
    const running = this.#refreshing.get(park_id)
    if (running !== undefined) return running
    const started = this.#readPark(park_id).finally(() => this.#refreshing.delete(park_id))
    this.#refreshing.set(park_id, started)
    return started
  }

  async #readPark(park_id: string): Promise<void> {
    const now = this.#deps.clock()
    const around = listedFrom(now)
    const known = this.#parks.get(park_id)
    const { complete, items, ...position } = await readBookings(this.#deps.db, park_id, around, known?.cursor)
    const bookings = complete || known === undefined ? new Map<string, GateBooking>() : known.bookings
    for (const item of items) bookings.set(item.booking_code, toGateBooking(item))
    for (const [code, { end }] of bookings) if (end <= around.past.getTime()) bookings.delete(code)
    // Re-inserted, so that the first is the one that was silent longest.
    this.#parks.delete(park_id)
    this.#parks.set(park_id, { bookings, cursor: toCursor(position, around.ahead), used_at: now.getTime() })
    for (const [id, { used_at }] of this.#parks)
      if (this.#parks.size > maxCachedLists || used_at < now.getTime() - retention_ms) this.#parks.delete(id)
      else break
  }

  /** Reads the cameras that were used in the last day and their car parks' bookings. */
  async load(): Promise<void> {
    const { db, clock } = this.#deps
    const used = await db
      .selectFrom('gate_cameras')
      .select(['id', 'park_id', 'source', 'direction', 'revoked_at', 'key_hash'])
      .where('revoked_at', 'is', null)
      .where('last_seen_at', '>', new Date(clock().getTime() - retention_ms))
      .orderBy('last_seen_at')
      .limit(maxCachedLists)
      .execute()
    this.#cameras.clear()
    for (const { key_hash, ...camera } of used)
      this.#cameras.set(Buffer.from(key_hash).toString('hex'), camera as Camera)
    for (const park_id of new Set(used.map((camera) => camera.park_id))) await this.refreshPark(park_id)
  }
}

async function findCamera(db: Db, key_hash: string): Promise<Camera | undefined> {
  const camera = await db
    .selectFrom('gate_cameras')
    .select(['id', 'park_id', 'source', 'direction', 'revoked_at'])
    .where('key_hash', '=', Buffer.from(key_hash, 'hex'))
    .executeTakeFirst()
  return camera as Camera | undefined
}
