import type { Db } from '#server/database/connect.ts'
import { PlaceBook } from '#server/features/places/memory.ts'
import { buildParkIndex, bytesCodec } from '#server/park-index/park-index.ts'
import { currentCursor, forgetChanges, readChanges, type Changes, type Cursor } from './index-feed.ts'
import { loadAllParks, loadParks } from './index-load.ts'
import { loadReference, Memory, type Reference } from './index-reference.ts'
import { Shared } from './index-shared.ts'
import { LiveSpaces } from './index-spaces.ts'
import type { Indexed } from './search-index.ts'

/** All that the calls of the search answer from. */
export type Held = Indexed & { memory: Memory; reference: Reference }

/** From so many changed parks on, the main part is made anew in a worker. */
const mostChanges = 5_000
/** So long every process has the time to read a change, and so often what is older is forgotten. */
const kept_ms = 3_600_000
const forget_ms = 600_000
/** Who has not read for so long (the machine slept) may have missed some. */
const missed_ms = kept_ms / 2

/** The parks and places in this process, as the database had them a moment ago. Until they are loaded, `held` is undefined. */
export class LiveParks {
  held: Held | undefined
  readonly #spaces = new LiveSpaces()
  #cursor: Cursor | undefined
  #read_at = 0
  #failed: Error | undefined
  #running: Promise<void> = Promise.resolve()
  /** What lay below when: these transactions are known to every process by `kept_ms` later. */
  #passed: { at: number; xmin: bigint }[] = []

  /** Brings the memory up to the database: loads it the first time, then reads what has changed. */
  follow(db: Db, now: Date): Promise<void> {
    this.#running = this.#running.catch(() => undefined).then(() => this.#follow(db, now.getTime()))
    return this.#running
  }

  async #follow(db: Db, now: number): Promise<void> {
    this.#spaces.forget()
    if (this.held === undefined || this.#cursor === undefined || now - this.#read_at > missed_ms) {
      const cursor = await currentCursor(db)
      this.held = await loadAll(db, this.#spaces)
      this.#cursor = cursor
    }
    const { changes, cursor } = await readChanges(db, this.#cursor)
    this.held = await withChanges(db, this.held, changes)
    this.#cursor = cursor
    this.#read_at = now
    this.#rebuild(this.held)
    await this.#forget(db, now, cursor.xmin)
  }

  /** Goes on by itself; what fails is told by the next `follow`. */
  #rebuild({ parks }: Held): void {
    const failed = this.#failed
    this.#failed = undefined
    if (failed !== undefined) throw failed
    if (parks.changes > mostChanges) parks.rebuild().catch((error: Error) => (this.#failed = error))
  }

  async #forget(db: Db, now: number, xmin: bigint): Promise<void> {
    const last = this.#passed.at(-1)
    if (last !== undefined && now - last.at < forget_ms) return
    this.#passed.push({ at: now, xmin })
    const old = this.#passed.findLast(({ at }) => now - at >= kept_ms)
    if (old === undefined) return
    await forgetChanges(db, old.xmin)
    this.#passed = this.#passed.filter(({ at }) => at > old.at)
  }
}

async function loadAll(db: Db, spaces: LiveSpaces, places?: PlaceBook): Promise<Held> {
  const reference = await loadReference(db)
  const shared = new Shared(reference.fees)
  const entries = await loadAllParks(db, shared)
  const indexed: Indexed = { parks: buildParkIndex(entries, bytesCodec), shared, spaces }
  const book = places?.with(reference) ?? (await PlaceBook.load(db, reference))
  return { ...indexed, reference, memory: new Memory(reference, book, indexed) }
}

async function withChanges(db: Db, held: Held, changes: Changes): Promise<Held> {
  const { parks, shared, spaces, reference, memory } = held
  if (changes.allParks || changes.reference) return loadAll(db, spaces, changes.places ? undefined : memory.places)
  if (changes.parks.size > 0) {
    const ids = [...changes.parks]
    const entries = await loadParks(db, ids, shared)
    const listed = new Set(entries.map(({ id }) => id))
    const gone = ids.filter((id) => !listed.has(id)).map((remove) => ({ remove }))
    parks.apply([...entries.map((put) => ({ put })), ...gone])
  }
  if (!changes.places) return held
  return { ...held, memory: new Memory(reference, await PlaceBook.load(db, reference), held) }
}
