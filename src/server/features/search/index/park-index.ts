/**
 * The parks in the process: found by place, by words and by what they offer, in microseconds, with exact totals.
 * A pure part: plain data comes in, nothing is read from elsewhere. This file is all of it that others need to know.
 *
 *     const index = buildParkIndex(entries, jsonCodec<Card>())
 *     index.near({ lat: 43.65, lng: -79.38 }, { country_id: 2, words: ['king'] }, { offset: 0, limit: 20 })
 *     index.apply([{ put: entry }, { remove: id }])     // seen by the next question
 *     if (index.changes > 20_000) await index.rebuild() // in a worker thread, questions go on meanwhile
 *     await writeFile(path, index.snapshot())           // in pieces; and restoreParkIndex(bytes, codec) after a restart
 */
import { partOf } from '#server/features/search/index/storage/build.ts'
import { EntryBuffer } from '#server/features/search/index/storage/entry-buffer.ts'
import { PartitionedIndex } from './partitioned-index.ts'
import { readSnapshot } from '#server/features/search/index/storage/snapshot.ts'
import type { Codec, Entry, ParkIndex } from './types.ts'

export function buildParkIndex<P>(entries: Iterable<Entry<P>>, codec: Codec<P>): ParkIndex<P> {
  const draft = createIndexBuilder(codec)
  for (const entry of entries) draft.add(entry)
  return draft.build()
}

/** The same for entries that come some at a time: none of them is kept as an object. */
export function createIndexBuilder<P>(codec: Codec<P>): { add: (entry: Entry<P>) => void; build: () => ParkIndex<P> } {
  const draft = new EntryBuffer(codec)
  return { add: (entry) => draft.add(entry), build: () => new PartitionedIndex(codec, [partOf(draft)]) }
}

/**
 * Undefined when the bytes are damaged or of another version: then it is to be built anew. Bytes of memory that threads
 * share are not copied, and must not be changed any more.
 */
export function restoreParkIndex<P>(bytes: Uint8Array, codec: Codec<P>): ParkIndex<P> | undefined {
  const parts = readSnapshot(bytes)
  return parts === undefined ? undefined : new PartitionedIndex(codec, parts)
}
