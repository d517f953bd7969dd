import { Worker } from 'node:worker_threads'
import type { Ranked } from './ranking/ranked-heap.ts'
import { errorsOf, topRows } from './ranking/top.ts'
import { queryParts, countRows, eachRow } from './selection/select.ts'
import { clustersIn } from './spatial/clusters.ts'
import { nearest } from './spatial/near.ts'
import { buildPart } from './storage/build.ts'
import { findRow } from './storage/ids.ts'
import { openPart, type Part } from './storage/layout.ts'
import { mergeParts, type Merging } from './storage/merge.ts'
import { RowOf } from './storage/row.ts'
import { writeSnapshot } from './storage/snapshot.ts'
import { Tombstones } from './storage/tombstones.ts'
import type { Codec, Box, Change, Entry, Filter, Page, ParkIndex, Point, Row } from './types.ts'

/** Parts up to this size are merged synchronously in a few milliseconds; larger ones only by a rebuild. */
const maxMergedSize = 16_384

/**
 * A main part and smaller parts with later changes; queries run over all of them. A changed park is deleted from its
 * old part; a new part absorbs earlier ones of similar size, so few remain.
 */
export class PartitionedIndex<P> implements ParkIndex<P> {
  readonly #codec: Codec<P>
  #parts: Part[]
  #rebuilding: Promise<void> | undefined
  /** Changes made while a worker rebuilds. */
  #pendingChanges: Change<P>[] = []

  constructor(codec: Codec<P>, parts: Part[]) {
    this.#codec = codec
    this.#parts = parts
  }

  get size(): number {
    return this.#parts.reduce((sum, { size, tombstones }) => sum + size - tombstones.size, 0)
  }

  get changes(): number {
    const [main, ...later] = this.#parts
    return main!.tombstones.size + later.reduce((sum, { size }) => sum + size, 0)
  }

  get(id: string): Row<P> | undefined {
    for (const part of this.#parts) {
      const row = findRow(part, id)
      if (row !== undefined) return this.#rowOf({ part, row })
    }
    return undefined
  }

  near(point: Point, filter: Filter<P>, page: Page) {
    const { items, total } = nearest(this.#query(filter), point, page)
    return { items: items.map((ranked) => ({ row: this.#rowOf(ranked), distance_m: ranked.figure })), total }
  }

  top(filter: Filter<P>, page: Page) {
    const ranked = topRows(this.#parts, filter, this.#codec, page)
    return ranked.map((entry) => ({ row: this.#rowOf(entry), errors: errorsOf(entry) }))
  }

  count(filter: Filter<P>): number {
    return this.#query(filter).reduce((sum, entry) => sum + countRows(entry), 0)
  }

  *all(filter: Filter<P>): Iterable<Row<P>> {
    for (const entry of this.#query(filter)) {
      const rows: number[] = []
      eachRow(entry, (row) => {
        rows.push(row)
      })
      for (const row of rows) yield this.#rowOf({ part: entry.part, row })
    }
  }

  clusters(box: Box, zoom: number, filter: Filter<P>) {
    const { total, clusters, rows } = clustersIn(this.#query(filter), box, zoom)
    return { total, clusters, rows: rows.map((row) => this.#rowOf(row)) }
  }

  apply(changes: readonly Change<P>[]): void {
    const last = new Map<string, Entry<P> | undefined>()
    for (const change of changes) {
      if ('put' in change) last.set(change.put.id, change.put)
      else last.set(change.remove, undefined)
    }
    // Build first, so that an invalid entry leaves the index unchanged.
    const entries = [...last.values()].filter((entry) => entry !== undefined)
    const added = entries.length === 0 ? undefined : buildPart(entries, this.#codec)
    for (const id of last.keys()) {
      for (const part of this.#parts) {
        const row = findRow(part, id)
        if (row !== undefined) part.tombstones.add(row)
      }
    }
    if (added !== undefined) this.#add(added)
    if (this.#rebuilding !== undefined) this.#pendingChanges.push(...changes)
  }

  rebuild(): Promise<void> {
    this.#rebuilding ??= this.#rebuild().finally(() => {
      this.#rebuilding = undefined
      this.#pendingChanges = []
    })
    return this.#rebuilding
  }

  snapshot(): Iterable<Uint8Array> {
    return writeSnapshot(this.#parts)
  }

  async #rebuild(): Promise<void> {
    const merging: Merging = this.#parts.map(({ bytes, tombstones }) => ({ bytes, dead: [...tombstones.rows] }))
    const bytes = await inWorker(merging)
    const changes = this.#pendingChanges
    this.#rebuilding = undefined
    this.#parts = [openPart(bytes, new Tombstones())]
    this.apply(changes)
  }

  #add(part: Part): void {
    const later = this.#parts.slice(1)
    const absorbed = [part]
    let size = part.size
    for (
      let last = later.at(-1);
      last !== undefined && last.size <= size * 2 && size + last.size <= maxMergedSize;
      last = later.at(-1)
    ) {
      absorbed.push(last)
      size += last.size
      later.pop()
    }
    this.#parts = [this.#parts[0]!, ...later, absorbed.length === 1 ? part : mergeParts(absorbed)]
  }

  #query(filter: Filter<P>) {
    return queryParts(this.#parts, filter, this.#codec)
  }

  #rowOf({ part, row }: Pick<Ranked, 'part' | 'row'>): Row<P> {
    return new RowOf(this.#codec, part, row)
  }
}

function inWorker(merging: Merging): Promise<Uint8Array<SharedArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./storage/merge-worker.ts', import.meta.url), { workerData: merging })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`The worker that rebuilds the index ended with ${code}`)))
  })
}
