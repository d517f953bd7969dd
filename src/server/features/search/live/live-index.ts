import type { Db } from '#server/database/connect.ts'
import { PlaceBook } from '#server/features/places/memory.ts'
import { bytesCodec, draftParkIndex } from '#server/features/search/index/park-index.ts'
import { HotAnswers } from '#server/features/search/hot-answers.ts'
import { currentCursor, forgetChanges, readChanges, type Changes, type Cursor } from './change-feed.ts'
import { loadAllParks, loadParks } from './load.ts'
import { loadReference, Memory, type Reference } from './reference-data.ts'
import { Shared } from './shared-values.ts'
import { SnapshotFile } from './snapshot.ts'
import { LiveSpaces } from './spaces.ts'
import type { Indexed } from '#server/features/search/search-index.ts'

/** All that the calls of the search answer from. */
export type Held = Indexed & { memory: Memory; reference: Reference; answers: HotAnswers }

/** From so many changed parks on, the main part is made anew in a worker. */
const mostChanges = 5_000
/** So long every process has the time to read a change, and so often what is older is forgotten. */
const kept_ms = 3_600_000
const forget_ms = 600_000
/** Who has not read for so long (the machine slept) may have missed some. */
const missed_ms = kept_ms / 2

/** From so many parks named by changes on, and so great a share of all, all are loaded anew. */
const manyChanged = { least: 20_000, share: 1 / 8 }
/** A snapshot is made anew so long after the last one, if anything has changed (before that is forgotten); of a main part that is new, sooner. */
const snapshot_ms = kept_ms / 2
const snapshotOfNew_ms = 60_000

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
  readonly #file: SnapshotFile | undefined
  /** What the file has: undefined until there is one. */
  #saved: { at: number; parks: Held['parks']; changes: number } | undefined
  #saving: Promise<void> | undefined
  #hasChanged = false

  /** With a folder a snapshot is kept there, which the next start reads instead of all parks. */
  constructor(folder?: string) {
    this.#file = folder === undefined ? undefined : new SnapshotFile(folder)
  }

  /** Brings the memory up to the database: loads it the first time, then reads what has changed. */
  follow(db: Db, now: Date): Promise<void> {
    this.#running = this.#running.catch(() => undefined).then(() => this.#follow(db, now.getTime()))
    return this.#running
  }

  async #follow(db: Db, now: number): Promise<void> {
    this.#spaces.forget()
    if (this.held === undefined || this.#cursor === undefined || now - this.#read_at > missed_ms) {
      const loaded =
        (this.held === undefined ? await this.#restore(db, now) : undefined) ?? (await loadNow(db, this.#spaces))
      this.#cursor = loaded.cursor
      await this.#catchUp(db, loaded.held, loaded.cursor)
    } else await this.#catchUp(db, this.held, this.#cursor)
    this.#read_at = now
    this.#rebuild(this.held!)
    this.#save(db, now)
    await this.#forget(db, now, this.#cursor.xmin)
  }

  /** What is held is told of when it is up to date. */
  async #catchUp(db: Db, held: Held, from: Cursor): Promise<void> {
    const { changes, cursor } = await readChanges(db, from)
    this.#hasChanged ||= changes.allParks || changes.parks.size > 0 || changes.reference
    this.held = await withChanges(db, held, changes)
    this.#cursor = cursor
  }

  /** From the file; undefined where it has nothing to be trusted. */
  async #restore(db: Db, now: number): Promise<Loaded | undefined> {
    const reference = await loadReference(db)
    const kept = await this.#file?.read(db, reference)
    if (kept === undefined) return undefined
    const { parks, shared, cursor } = kept
    this.#saved = { at: now, parks, changes: parks.changes }
    return {
      held: heldOf({ parks, shared, spaces: this.#spaces }, reference, await PlaceBook.load(db, reference)),
      cursor,
    }
  }

  /** Until a snapshot that is being written stands in its place. */
  async saved(): Promise<void> {
    await this.#saving
  }

  /** Goes on by itself, as a rebuild does. */
  #save(db: Db, now: number): void {
    const [held, cursor, last] = [this.held!, this.#cursor!, this.#saved]
    const isNew = last === undefined || last.parks !== held.parks || held.parks.changes < last.changes
    const wait_ms = isNew ? snapshotOfNew_ms : snapshot_ms
    const isDue = last === undefined || ((isNew || this.#hasChanged) && now - last.at >= wait_ms)
    if (this.#file === undefined || this.#saving !== undefined || !isDue) return
    const { parks, shared, reference } = held
    const saved = { at: now, parks, changes: parks.changes }
    this.#hasChanged = false
    this.#saving = this.#file
      .write(db, { parks, shared, cursor }, reference)
      .then((isWritten) => {
        if (isWritten) this.#saved = saved
        else this.#hasChanged = true
      })
      .catch((error: Error) => {
        // Told once, and tried again when the next one is due.
        this.#saved = saved
        this.#hasChanged = true
        this.#failed = error
      })
      .finally(() => (this.#saving = undefined))
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

type Loaded = { held: Held; cursor: Cursor }

async function loadNow(db: Db, spaces: LiveSpaces): Promise<Loaded> {
  const cursor = await currentCursor(db)
  return { held: await loadAll(db, spaces), cursor }
}

async function loadAll(db: Db, spaces: LiveSpaces, places?: PlaceBook): Promise<Held> {
  const reference = await loadReference(db)
  const shared = new Shared(reference.fees)
  const draft = draftParkIndex(bytesCodec)
  for await (const entry of loadAllParks(db, shared)) draft.add(entry)
  const book = places?.with(reference) ?? (await PlaceBook.load(db, reference))
  return heldOf({ parks: draft.build(), shared, spaces }, reference, book)
}

const heldOf = (indexed: Indexed, reference: Reference, places: PlaceBook): Held => ({
  ...indexed,
  reference,
  answers: new HotAnswers(),
  memory: new Memory(reference, places, indexed),
})

async function withChanges(db: Db, held: Held, changes: Changes): Promise<Held> {
  const { parks, shared, spaces, reference, memory } = held
  const isMany = changes.parks.size > Math.max(manyChanged.least, parks.size * manyChanged.share)
  if (changes.allParks || changes.reference || isMany)
    return loadAll(db, spaces, changes.places ? undefined : memory.places)
  if (changes.parks.size > 0) {
    const ids = [...changes.parks]
    const entries = await loadParks(db, ids, shared)
    const listed = new Set(entries.map(({ id }) => id))
    const gone = ids.filter((id) => !listed.has(id)).map((remove) => ({ remove }))
    parks.apply([...entries.map((put) => ({ put })), ...gone])
    held.answers.forget()
  }
  if (!changes.places) return held
  return heldOf(held, reference, await PlaceBook.load(db, reference))
}
