import { useMemo, useSyncExternalStore } from 'react'
import type { Spot } from '#contract/bookings/spot.ts'
import { onStorageChange, readJson, readText, removeStored, writeJson } from '#web/storage/storage.ts'

/** One of the keys that `endSession` removes. */
const key = 'changes_waiting'

/**
 * A change that the server has not confirmed yet: made without a network, or just being sent. Its `key` is the
 * Idempotency-Key of every attempt. `from` is what the driver saw, so that a change on another device is not overwritten.
 */
export type Waiting = {
  key: string
  booking_id: string
  /** Whether an attempt has failed for want of a network. */
  isLate: boolean
  /** Why the server refused it: the driver decides what becomes of it. */
  conflict?: string | undefined
  /** Whether it is refused because the plate is booked here already. */
  isRepeated?: boolean
} & Change

/** `again` where the driver has another booking of the plate here at these times, and knows it. */
type Change =
  | { kind: 'plate'; plate: string; from: string; again?: true | undefined }
  | { kind: 'spot'; spot: Spot; from: Spot | null }

const isWaiting = (value: unknown): value is Waiting => {
  const { key: name, booking_id, kind } = (value ?? {}) as Partial<Waiting>
  return typeof name === 'string' && typeof booking_id === 'string' && (kind === 'plate' || kind === 'spot')
}

function readAll(): Waiting[] {
  const stored = readJson(key)
  return Array.isArray(stored) ? stored.filter(isWaiting) : []
}

function writeAll(all: readonly Waiting[]): void {
  if (all.length === 0) removeStored(key)
  else writeJson(key, all)
}

export const findWaiting = (booking_id: string): Waiting[] =>
  readAll().filter((candidate) => candidate.booking_id === booking_id)

/** The spot that waits; undefined for none. */
export function findWaitingSpot(booking_id: string): Spot | undefined {
  const waiting = findWaiting(booking_id).find(
    (candidate) => candidate.kind === 'spot' && candidate.conflict === undefined,
  )
  return waiting?.kind === 'spot' ? waiting.spot : undefined
}

/** Adds a change, in place of an earlier one of the same kind: what the driver saw first is still what it starts from. */
export function addWaiting(booking_id: string, change: Change): Waiting {
  const all = readAll()
  const isEarlier = (waiting: Waiting) => waiting.booking_id === booking_id && waiting.kind === change.kind
  const earlier = all.find((candidate) => isEarlier(candidate) && candidate.conflict === undefined)
  const from = earlier === undefined ? change.from : earlier.from
  const added = { ...change, from, key: crypto.randomUUID(), booking_id, isLate: false } as Waiting
  writeAll([...all.filter((candidate) => !isEarlier(candidate)), added])
  return added
}

export const removeWaiting = (name: string): void => writeAll(readAll().filter((candidate) => candidate.key !== name))

export function changeWaiting(
  name: string,
  change: Pick<Partial<Waiting>, 'isLate' | 'conflict' | 'isRepeated'>,
): void {
  writeAll(readAll().map((entry) => (entry.key === name ? { ...entry, ...change } : entry)))
}

/** The changes of a booking that wait on this device, oldest first. */
export function useWaiting(booking_id: string): Waiting[] {
  const text = useSyncExternalStore(
    onStorageChange,
    () => readText(key),
    () => undefined,
  )
  return useMemo(() => (text === undefined ? [] : findWaiting(booking_id)), [text, booking_id])
}
