import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { sendGateReads } from '#contract/gate/gate-reads.ts'
import { isOutage, recordFailure } from '#server/claim.ts'
import { deleteOld } from '#server/database/delete-old.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/http/errors.ts'
import { GateLists, type Camera } from './gate-lists.ts'
import { decideAtGate } from './match-plate.ts'
import type { PlateRead } from './plate-read.ts'
import { readPlates } from './read-formats.ts'
import { storeRead, type DecidedRead, type StoredRead } from './store-read.ts'

type Answer = AnswerOf<typeof sendGateReads>

/** How often reads that could not be stored are tried again, and lists are read again. */
const retry_ms = 5_000
const reload_ms = 30_000
const mostWaiting = 2_000
/** A camera's clock is believed if it is less off than this. */
const believed_ms = 600_000

/** Returns what is done within a time, otherwise undefined; the work goes on. */
async function within<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  const timer = Promise.withResolvers<undefined>()
  const handle = setTimeout(() => timer.resolve(undefined), ms)
  try {
    return await Promise.race([work, timer.promise])
  } finally {
    clearTimeout(handle)
  }
}

/** The gate of this process: decides from memory, with the database when it answers in time. */
class Gate {
  /** How long an answer waits for the database: to bring the list up to date, and to store its reads. */
  wait_ms = { list: 60, store: 30 }
  readonly lists: GateLists
  readonly #deps: Deps
  /** Decided, but not stored yet, oldest first. */
  #waiting: DecidedRead[] = []
  /** When those that failed are tried again, in milliseconds since 1970. */
  readonly #nextTries = new Map<DecidedRead, number>()
  #storing: Promise<void> | undefined
  #timers: NodeJS.Timeout[] = []
  /** What still uses the database, also for answers that did not wait for it. */
  readonly #running = new Set<Promise<unknown>>()

  constructor(deps: Deps) {
    this.#deps = deps
    this.lists = new GateLists(deps)
  }

  /** Keeps the lists of car parks with cameras up to date, and stores what had to wait. */
  start(): void {
    const quietly = (work: () => Promise<void>) => () =>
      void this.#track(work()).catch((error: unknown) =>
        this.#deps.log.warn(`the gate could not reach the database: ${String(error)}`),
      )
    void quietly(() => this.lists.load())()
    this.#timers = [
      setInterval(
        quietly(() => this.lists.load()),
        reload_ms,
      ).unref(),
      setInterval(
        quietly(() => this.storeWaiting()),
        retry_ms,
      ).unref(),
    ]
  }

  /** Stores what waits, and ends only when nothing of it uses the database any more, which is closed next. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    while (this.#running.size > 0) await Promise.allSettled(this.#running)
    await this.storeWaiting().catch((error: unknown) =>
      this.#deps.log.error(`${this.#waiting.length} reads of cameras could not be stored`, error),
    )
  }

  #track<T>(work: Promise<T>): Promise<T> {
    const tracked = work.finally(() => this.#running.delete(tracked))
    this.#running.add(tracked)
    return tracked
  }

  /** Takes what a camera sent. Throws `unauthorized` for a key that is unknown or revoked, and `malformed_body`. */
  async take(key: string | undefined, body: unknown): Promise<Answer> {
    const camera = await this.#identify(key)
    const now = this.#deps.clock()
    const decided = readPlates(camera.source, body).map((read) => this.#decide(camera, read, now))
    this.#waiting.push(...decided)
    for (const oldest of this.#waiting.slice(0, -mostWaiting)) this.#forget(oldest)
    const stored = decided.length === 0 ? undefined : await this.#storeInTime(decided)
    const reads = decided.map((entry): Answer['reads'][number] => {
      const { open, reason } = stored?.get(entry) ?? entry.decision
      const { read_id, plate_key, direction } = entry.read
      return { read_id, plate: plate_key, direction, open, reason }
    })
    return { open: reads.some(({ open }) => open), reads }
  }

  async #identify(key: string | undefined): Promise<Camera> {
    if (key === undefined) throw new AppError('unauthorized')
    const key_hash = hashOf(key)
    // Without the database, what was read last decides.
    const refreshed = this.#track(this.lists.refreshCamera(key_hash)).then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
    )
    const known = this.lists.cameraOf(key_hash)
    // A camera that this process does not know yet waits for the database.
    const failure = known === undefined ? await refreshed : await within(refreshed, this.wait_ms.list)
    const camera = this.lists.cameraOf(key_hash)
    if (camera !== undefined) return camera
    if (failure !== undefined) throw failure
    throw new AppError('unauthorized')
  }

  #decide(camera: Camera, read: PlateRead, now: Date): DecidedRead {
    const direction = camera.direction === 'both' ? read.direction : camera.direction
    const off_ms = read.at === null ? Infinity : Math.abs(now.getTime() - read.at.getTime())
    const at = read.at === null || off_ms > believed_ms || read.at > now ? now : read.at
    const bookings = this.lists.bookingsOf(camera.park_id)
    const asRead = { ...read, direction }
    const decision =
      bookings === undefined
        ? ({ open: false, reason: 'no_list', booking_code: null, matched_by: null } as const)
        : decideAtGate(bookings, asRead, at)
    return { camera, read: asRead, at, decision }
  }

  /** Stores what waits, and returns what is known of these reads in time. */
  async #storeInTime(reads: readonly DecidedRead[]): Promise<Map<DecidedRead, StoredRead> | undefined> {
    const stored = new Map<DecidedRead, StoredRead>()
    const work = this.storeWaiting((read, answer) => stored.set(read, answer)).catch((error: unknown) =>
      this.#deps.log.warn(`reads of cameras wait for the database: ${String(error)}`),
    )
    await within(work, this.wait_ms.store)
    return reads.every((read) => stored.has(read)) ? stored : undefined
  }

  /** Stores the reads that wait, in their order. Throws when the database cannot be reached. */
  async storeWaiting(onStored?: (read: DecidedRead, answer: StoredRead) => void): Promise<void> {
    while (this.#storing !== undefined) await this.#storing.catch(() => undefined)
    this.#storing = this.#store(onStored).finally(() => {
      this.#storing = undefined
    })
    return this.#storing
  }

  async #store(onStored?: (read: DecidedRead, answer: StoredRead) => void): Promise<void> {
    const { db, clock } = this.#deps
    const findNext = () => this.#waiting.find((candidate) => (this.#nextTries.get(candidate) ?? 0) <= clock().getTime())
    for (let read = findNext(); read !== undefined; read = findNext()) {
      const next = read
      try {
        const answer = await transact(db, (tx) => storeRead(tx, this.#deps, next, clock()))
        onStored?.(next, answer)
        this.#forget(next)
      } catch (error) {
        if (isOutage(error)) throw error
        await this.#noteFailure(next, error)
      }
    }
  }

  #forget(read: DecidedRead): void {
    this.#waiting = this.#waiting.filter((candidate) => candidate !== read)
    this.#nextTries.delete(read)
  }

  /** A read that cannot be stored does not hold up the others. Once it is set aside, staff see what became of it. */
  async #noteFailure(read: DecidedRead, error: unknown): Promise<void> {
    const { camera, read: plate } = read
    const row = { key: `${camera.id} ${plate.read_id}`, subject: plate.plate_key }
    const next_try_at = await recordFailure(this.#deps, { name: 'gate_reads' }, row, error)
    if (next_try_at === null) this.#forget(read)
    else this.#nextTries.set(read, next_try_at.getTime())
  }
}

const gates = new WeakMap<Deps, Gate>()

/** The gate of this process. */
export function gateOf(deps: Deps): Gate {
  const gate = gates.get(deps) ?? new Gate(deps)
  gates.set(deps, gate)
  return gate
}

export const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex')

/** The key that a camera sends, in whichever way it can: bearer or `Token`, password of basic authorization, address. */
export function findKey(authorization: string | undefined, inAddress: string | undefined): string | undefined {
  const bearer = /^(?:Bearer|Token) ([\w-]{1,100})$/i.exec(authorization ?? '')?.[1]
  if (bearer !== undefined) return bearer
  const basic = /^Basic ([\w+/=-]{1,400})$/i.exec(authorization ?? '')?.[1]
  if (basic === undefined) return inAddress
  const credentials = Buffer.from(basic, 'base64').toString('utf8')
  return credentials.slice(credentials.indexOf(':') + 1)
}

/** How long reads are kept: those of strangers' cars for days, those of bookings as long as guards' scans. */
export const readRetention = { stranger_days: 3, booking_months: 24 }

export async function deleteOldReads({ db, clock }: Deps): Promise<void> {
  const { stranger_days, booking_months } = readRetention
  await deleteOld(
    db,
    'gate_reads',
    sql`(booking_id is null and received_at < ${clock()}::timestamptz - make_interval(days => ${stranger_days}))
      or received_at < ${clock()}::timestamptz - make_interval(months => ${booking_months})`,
  )
}
