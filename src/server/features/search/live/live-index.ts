import { hour_ms, minute_ms } from '#contract/time.ts'
import type { Db } from '#server/database/connect.ts'
import { isStandby } from '#server/database/errors.ts'
import { newId } from '#server/database/ids.ts'
import { bytesCodec } from '../index/codecs.ts'
import { createIndexBuilder } from '../index/park-index.ts'
import type { PlaceIndex } from '../places/place-index.ts'
import { AreaCounts } from './area-counts.ts'
import {
  currentCursor,
  findLastOldChange,
  forgetChanges,
  numberChanges,
  readChanges,
  type Changes,
  type Cursor,
} from './change-feed.ts'
import { loadAllParks, loadParks, loadPlaceIndex } from './load.ts'
import type { LoadedIndex } from './loaded-index.ts'
import { loadReferenceRows, ReferenceData } from './reference-data.ts'
import { SharedValues } from './shared-values.ts'
import { SnapshotFile } from './snapshot.ts'
import { LiveSpaces } from './spaces.ts'

/** Number of changed parks from which the main part is rebuilt in a worker. */
const rebuildFrom = 5_000
/** Number and share of changed parks from which everything is loaded again. */
const reloadFrom = { least: 20_000, share: 1 / 8 }

/** Changes are kept this long for every process to read, and deleted at this interval. */
const retention_ms = hour_ms
const forget_ms = 600_000
/** A process that has not refreshed for this long (the machine slept) may have missed changes: it loads again. */
const missed_ms = retention_ms / 2

/** A changed snapshot is rewritten after this time, and sooner after a rebuild. */
const snapshot_ms = retention_ms / 2
const snapshotOfNew_ms = minute_ms

declare module '#server/deps.ts' {
  interface Deps {
    /** The search index of this process; it must be loaded before the server listens. */
    search: LiveIndex
  }
}

/** The search index of this process, which follows the database. */
export class LiveIndex {
  /** Of this process's index, for staff. */
  readonly id = newId()
  /** Undefined until the first `refresh` has ended. */
  loaded: LoadedIndex | undefined
  readonly #spaces = new LiveSpaces()
  #cursor: Cursor | undefined
  #refreshed_at = 0
  #error: Error | undefined
  #refreshing: Promise<void> = Promise.resolve()
  /** The last changes that were read at past times; after `retention_ms` every process has read them. */
  #passed: { at: number; batch: bigint; xid: bigint }[] = []
  readonly #file: SnapshotFile | undefined
  /** The state in the snapshot file; undefined until one is written. */
  #saved: { at: number; parks: LoadedIndex['parks']; places: PlaceIndex; changes: number } | undefined
  #saving: Promise<void> | undefined
  #hasChanged = false

  /** With a folder, a snapshot is kept there for a faster start. */
  constructor(folder?: string) {
    this.#file = folder === undefined ? undefined : new SnapshotFile(folder)
  }

  /** The index to search. Throws before the first `refresh`, which the server waits for before it listens. */
  async current(): Promise<LoadedIndex> {
    if (this.loaded === undefined) throw new Error('The search index is not loaded yet')
    return this.loaded
  }

  /** Brings the index up to date with the database: loads it the first time, then applies what has changed. */
  refresh(db: Db, now: Date): Promise<void> {
    this.#refreshing = this.#refreshing.catch(() => undefined).then(() => this.#refresh(db, now.getTime()))
    return this.#refreshing
  }

  /** Loads everything again, as if the process had started now. Searches use the index that there is until then. */
  reload(db: Db, now: Date): Promise<void> {
    this.#refreshing = this.#refreshing
      .catch(() => undefined)
      .then(() => {
        this.#cursor = undefined
        return this.#refresh(db, now.getTime())
      })
    return this.#refreshing
  }

  /** When the index was last brought up to date. */
  get refreshedAt(): Date {
    return new Date(this.#refreshed_at)
  }

  async #refresh(db: Db, now: number): Promise<void> {
    this.#spaces.forget()
    const isFollowing =
      this.loaded !== undefined &&
      this.#cursor !== undefined &&
      now - this.#refreshed_at <= missed_ms &&
      (await this.#catchUp(db, this.loaded, this.#cursor))
    if (!isFollowing) {
      // Also where another server was promoted: what was passed before it says nothing of its changes.
      this.#passed = []
      const { index, cursor } =
        (this.loaded === undefined ? await this.#restore(db, now) : undefined) ??
        (await loadWithCursor(db, this.#spaces))
      if (!(await this.#catchUp(db, index, cursor)))
        throw new Error('the database was taken over by another server while the search index was loaded')
    }
    this.#refreshed_at = now
    this.#rebuild(this.loaded!)
    this.#save(db, now)
    if (this.#cursor!.seen.length > 0)
      await numberChanges(db).catch((error: unknown) => {
        // In read-only mode they stay without numbers, and are read once all the same.
        if (!isStandby(error)) throw error
      })
    await this.#forget(db, now, this.#cursor!.batch)
  }

  /** Applies changes until the index is up to date, then marks it as loaded. False where another server was promoted. */
  async #catchUp(db: Db, index: LoadedIndex, from: Cursor): Promise<boolean> {
    const read = await readChanges(db, from)
    if (read === undefined) return false
    const { changes, cursor } = read
    this.#hasChanged ||= changes.allParks || changes.parks.size > 0 || changes.reference
    this.loaded = await withChanges(db, index, changes)
    this.#cursor = cursor
    return true
  }

  /** Loads the snapshot; undefined when there is no valid one. */
  async #restore(db: Db, now: number): Promise<{ index: LoadedIndex; cursor: Cursor } | undefined> {
    if (this.#file === undefined) return undefined
    const rows = await loadReferenceRows(db)
    const snapshot = await this.#file.read(db, rows)
    if (snapshot === undefined) return undefined
    const { parks, areas, places, shared, cursor } = snapshot
    this.#saved = { at: now, parks, places, changes: parks.changes }
    return { index: { parks, areas, shared, spaces: this.#spaces, places, reference: new ReferenceData(rows) }, cursor }
  }

  /** Resolves when the snapshot that is being written, if any, is in place. */
  async saved(): Promise<void> {
    await this.#saving
  }

  /** Writes in the background; an error is thrown by the next `refresh`. */
  #save(db: Db, now: number): void {
    const [index, cursor, last] = [this.loaded!, this.#cursor!, this.#saved]
    const { parks, areas, places, shared, reference } = index
    const isNew = last === undefined || last.parks !== parks || parks.changes < last.changes || last.places !== places
    const wait_ms = isNew ? snapshotOfNew_ms : snapshot_ms
    const isDue = last === undefined || ((isNew || this.#hasChanged) && now - last.at >= wait_ms)
    if (this.#file === undefined || this.#saving !== undefined || !isDue) return
    const saved = { at: now, parks, places, changes: parks.changes }
    this.#hasChanged = false
    this.#saving = this.#file
      .write(db, { parks, areas, places, shared, cursor }, reference.rows)
      .then((isWritten) => {
        if (isWritten) this.#saved = saved
        else this.#hasChanged = true
      })
      .catch((error: Error) => {
        // Reported once, and retried when the next snapshot is due.
        this.#saved = saved
        this.#hasChanged = true
        this.#error = error
      })
      .finally(() => (this.#saving = undefined))
  }

  /** Rebuilds in the background; an error is thrown by the next `refresh`. */
  #rebuild({ parks }: LoadedIndex): void {
    const error = this.#error
    this.#error = undefined
    if (error !== undefined) throw error
    if (parks.changes > rebuildFrom) parks.rebuild().catch((reason: Error) => (this.#error = reason))
  }

  async #forget(db: Db, now: number, batch: bigint): Promise<void> {
    const last = this.#passed.at(-1)
    if (last !== undefined && now - last.at < forget_ms) return
    this.#passed.push({ at: now, batch, xid: await findLastOldChange(db) })
    const old = this.#passed.findLast(({ at }) => now - at >= retention_ms)
    if (old === undefined) return
    await forgetChanges(db, old)
    this.#passed = this.#passed.filter(({ at }) => at > old.at)
  }
}

async function loadWithCursor(db: Db, spaces: LiveSpaces): Promise<{ index: LoadedIndex; cursor: Cursor }> {
  const cursor = await currentCursor(db)
  return { index: await loadIndex(db, spaces), cursor }
}

async function loadIndex(db: Db, spaces: LiveSpaces, places?: PlaceIndex): Promise<LoadedIndex> {
  const rows = await loadReferenceRows(db)
  const shared = new SharedValues(rows.fees)
  const draft = createIndexBuilder(bytesCodec)
  const areas = new AreaCounts()
  for await (const entry of loadAllParks(db, shared)) {
    draft.add(entry)
    areas.add(entry)
  }
  return {
    parks: draft.build(),
    areas,
    shared,
    spaces,
    places: places ?? (await loadPlaceIndex(db)),
    reference: new ReferenceData(rows),
  }
}

/** Returns the same index when single parks changed, otherwise a new one. */
async function withChanges(db: Db, index: LoadedIndex, changes: Changes): Promise<LoadedIndex> {
  const { parks, areas, shared, spaces, places } = index
  const isMany = changes.parks.size > Math.max(reloadFrom.least, parks.size * reloadFrom.share)
  if (changes.allParks || changes.reference || isMany) return loadIndex(db, spaces, changes.places ? undefined : places)
  if (changes.parks.size > 0) {
    const ids = [...changes.parks]
    const entries = await loadParks(db, ids, shared)
    const listed = new Set(entries.map(({ id }) => id))
    for (const old of ids.map((id) => parks.get(id))) if (old !== undefined) areas.add(old, -1)
    for (const entry of entries) areas.add(entry)
    const gone = ids.filter((id) => !listed.has(id)).map((remove) => ({ remove }))
    parks.apply([...entries.map((put) => ({ put })), ...gone])
  }
  return changes.places ? { ...index, places: await loadPlaceIndex(db) } : index
}
