import { PartitionedIndex } from './partitioned-index.ts'
/**
 * In-memory index of all parks: finds them by position, words and attributes in microseconds, with exact totals.
 * index.near(point, filter, page) queries it, index.apply(changes) updates it, await index.rebuild() merges changes in
 * a worker, and index.snapshot() is reopened by restoreParkIndex(bytes, codec).
 */
import { partOf } from './storage/build.ts'
import { EntryBuffer } from './storage/entry-buffer.ts'
import { readSnapshot } from './storage/snapshot.ts'
import type { Codec, Entry, ParkIndex } from './types.ts'

export function buildParkIndex<P>(entries: Iterable<Entry<P>>, codec: Codec<P>): ParkIndex<P> {
  const draft = createIndexBuilder(codec)
  for (const entry of entries) draft.add(entry)
  return draft.build()
}

/** Builds an index incrementally without keeping the entries as objects. */
export function createIndexBuilder<P>(codec: Codec<P>): { add: (entry: Entry<P>) => void; build: () => ParkIndex<P> } {
  const draft = new EntryBuffer(codec)
  return { add: (entry) => draft.add(entry), build: () => new PartitionedIndex(codec, [partOf(draft)]) }
}

/**
 * Returns undefined when the bytes are damaged or of another version. Shared memory is used in place and must not be
 * changed afterwards.
 */
export function restoreParkIndex<P>(bytes: Uint8Array, codec: Codec<P>): ParkIndex<P> | undefined {
  const parts = readSnapshot(bytes)
  return parts === undefined ? undefined : new PartitionedIndex(codec, parts)
}
