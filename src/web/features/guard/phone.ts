import type { PassKey } from '#contract/bookings/passes.ts'
import type { ListedBooking } from '#contract/gate/guard-lists.ts'
import type { GuardScan } from '#contract/gate/guard-scans.ts'
import { hour_ms } from '#contract/time.ts'
import { call, type InputOf } from '#web/api/call.ts'
import { openDatabase, type Database } from '#web/storage/database.ts'
import { newSealingKey, seal, unseal, type Sealed } from '#web/storage/sealing.ts'
import { readText, removeStored, writeText } from '#web/storage/storage.ts'
import { exportPublicKey, newSigningKey, signScan, startOfChain, type Chain, type Decision } from './chain.ts'
import { measureAhead, type Exchange } from './measureAhead.ts'
import type { GuardList } from './verdict.ts'

export interface GuardedPark {
  park_code: string
  name: string | null
  timezone: string
}

export interface Device {
  id: string
  name: string
}

/** What the server made of a scan. */
export type ScanResult = Pick<ScanAnswer['results'][number], 'outcome' | 'reason'>
export type ScanAnswer = Awaited<ReturnType<typeof sendScans>>
export const sendScans = (body: InputOf<'POST /api/v1/guard/scans'>['body']) =>
  call('POST /api/v1/guard/scans', { body })

/** A scan of this phone; without a result while it waits to be sent. */
export interface StoredScan {
  scan: GuardScan
  /** Null for what is not a code of ours. */
  booking_code: string | null
  plate: string | null
  result?: ScanResult
}

/** The list as it is kept, encrypted. */
export interface StoredList {
  park_code: string
  at: string
  cursor: string
  items: ListedBooking[]
}

/** The public keys that verify passes; they outlast the list. */
export interface StoredKeys {
  keys: PassKey[]
  at: string
}

/** `revoked`: the desk has blocked the phone. `reset`: the server does not know it. `chain`: its scans no longer fit. */
export type PhoneProblem = 'revoked' | 'reset' | 'chain' | 'not_your_park'

export interface PhoneState {
  device: Device | undefined
  park: GuardedPark | undefined
  list: GuardList | undefined
  keys: StoredKeys | undefined
  /** Oldest first. */
  scans: readonly StoredScan[]
  connection: 'waiting' | 'online' | 'offline'
  problem: PhoneProblem | undefined
}

const empty: PhoneState = {
  device: undefined,
  park: undefined,
  list: undefined,
  keys: undefined,
  scans: [],
  connection: 'waiting',
  problem: undefined,
}

/** How long a list is kept without a newer one, and a scan after it was sent. */
export const retention_ms = 24 * hour_ms

/** Removed by a logout, after which the list can no longer be decrypted. */
const sessionKey = 'guard_session'

function readSessionSecret(): string {
  const known = readText(sessionKey)
  if (known !== undefined) return known
  const made = crypto.randomUUID()
  writeText(sessionKey, made)
  return made
}

/** `facts` by their name; `scans` by their number. */
type StoreName = 'facts' | 'scans'

/** A guard's phone: its keys, the list of its car park and its scans, in memory and in the database. */
export class Phone {
  readonly #db: Database<StoreName>
  #state: PhoneState = empty
  #kept: StoredList | undefined
  #ahead_ms = 0
  readonly #listeners = new Set<() => void>()

  private constructor(db: Database<StoreName>) {
    this.#db = db
  }

  /** Opens the phone of a person with what it kept. Rejects in browsers that keep nothing. */
  static async open(user_id: string): Promise<Phone> {
    const phone = new Phone(await openDatabase(`guard-${user_id}`, ['facts', 'scans']))
    await phone.#load()
    return phone
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly readState = (): PhoneState => this.#state

  setState(changed: Partial<PhoneState>): void {
    this.#state = { ...this.#state, ...changed }
    for (const listener of this.#listeners) listener()
  }

  /** Our time, by the difference that was measured when the list was last read. */
  now(): Date {
    return new Date(Date.now() + this.#ahead_ms)
  }

  get kept(): StoredList | undefined {
    return this.#kept
  }

  async #load(): Promise<void> {
    const [device, park, ahead_ms, keys] = await Promise.all(
      ['device', 'park', 'ahead_ms', 'keys'].map((name) => this.#db.get('facts', name)),
    )
    this.#ahead_ms = (ahead_ms as number | undefined) ?? 0
    this.setState({
      device: device as Device | undefined,
      park: park as GuardedPark | undefined,
      keys: keys as StoredKeys | undefined,
      scans: await this.#readScans(),
    })
    const stored = await this.#readList()
    if (stored !== undefined) this.#show(stored)
    await this.dropOld()
  }

  async #readList(): Promise<StoredList | undefined> {
    const [key, sealed] = await Promise.all([this.#db.get('facts', 'list_key'), this.#db.get('facts', 'list')])
    if (key === undefined || sealed === undefined) return undefined
    // Of another session, it stays closed, and the next list replaces it.
    return unseal<StoredList>(key as CryptoKey, sealed as Sealed, readSessionSecret()).catch(() => undefined)
  }

  async #readScans(): Promise<StoredScan[]> {
    const key = (await this.#db.get('facts', 'scans_key')) as CryptoKey | undefined
    if (key === undefined) return []
    const sealed = (await this.#db.getAll('scans')) as Sealed[]
    return Promise.all(sealed.map((entry) => unseal<StoredScan>(key, entry)))
  }

  #show(stored: StoredList): void {
    this.#kept = stored
    const { park_code, at, items } = stored
    const bookings = new Map(items.map((item) => [item.booking_code, item]))
    this.setState({ list: { park_code, at, bookings } })
  }

  /** Makes the phone's keys and registers it. Throws CallError. */
  async enrol(name: string): Promise<void> {
    // Browsers delete what is kept when they need the space, unless they are asked not to.
    await navigator.storage?.persist?.().catch(() => false)
    const pair = await newSigningKey()
    const device = await call('POST /api/v1/guard/devices', { body: { name, key: await exportPublicKey(pair) } })
    await this.#db.clear()
    await this.#db.write([
      ['facts', 'device', device],
      ['facts', 'signing_key', pair.privateKey],
      ['facts', 'scans_key', await newSealingKey()],
      ['facts', 'chain', startOfChain],
    ])
    this.#kept = undefined
    this.setState({ ...empty, device })
  }

  async choosePark(park: GuardedPark): Promise<void> {
    if (park.park_code !== this.#state.park?.park_code) await this.wipeList()
    await this.#db.write([['facts', 'park', park]])
    this.setState({ park, problem: undefined })
  }

  async leavePark(): Promise<void> {
    await this.wipeList()
    await this.#db.write([['facts', 'park', undefined]])
    this.setState({ park: undefined })
  }

  /** Keeps a list that was read, encrypted with a key of its own. */
  async keepList(stored: StoredList, keys: StoredKeys, park: GuardedPark, exchange: Exchange): Promise<void> {
    const ahead_ms = measureAhead(exchange, this.#ahead_ms)
    const key = await newSealingKey()
    const sealed = await seal(key, stored, readSessionSecret())
    await this.#db.write([
      ['facts', 'list_key', key],
      ['facts', 'list', sealed],
      ['facts', 'park', park],
      ['facts', 'keys', keys],
      ['facts', 'ahead_ms', ahead_ms],
    ])
    this.#ahead_ms = ahead_ms
    this.setState({ park, keys })
    this.#show(stored)
  }

  async wipeList(): Promise<void> {
    await this.#db.write([
      ['facts', 'list_key', undefined],
      ['facts', 'list', undefined],
    ])
    this.#kept = undefined
    this.setState({ list: undefined })
  }

  /** Deletes everything, scans that were not sent too. */
  async wipe(problem: PhoneProblem | undefined): Promise<void> {
    await this.#db.clear()
    removeStored(sessionKey)
    this.#kept = undefined
    this.setState({ ...empty, problem })
  }

  /** Deletes the list after 24 hours without a newer one, and the scans that were sent as long ago. */
  async dropOld(): Promise<void> {
    const since = this.now().getTime() - retention_ms
    if (this.#kept !== undefined && Date.parse(this.#kept.at) < since) await this.wipeList()
    const isOld = ({ scan, result }: StoredScan) => result !== undefined && Date.parse(scan.at) < since
    const old = this.#state.scans.filter(isOld)
    if (old.length === 0) return
    await this.#db.write(old.map(({ scan }) => ['scans', scan.seq, undefined]))
    this.setState({ scans: this.#state.scans.filter((scan) => !isOld(scan)) })
  }

  /**
   * Signs what the guard decided as the next scan, and keeps it until it is sent. It is known from its signature on; the disk,
   * which may be slow, comes afterwards. Rejects if it could not be kept.
   */
  async record(decision: Decision, about: Pick<StoredScan, 'booking_code' | 'plate'>): Promise<void> {
    // Two tabs have one chain.
    await navigator.locks.request('guard-chain', async () => {
      const [device, key, chain, sealing] = await Promise.all(
        ['device', 'signing_key', 'chain', 'scans_key'].map((name) => this.#db.get('facts', name)),
      )
      const signed = await signScan(key as CryptoKey, (device as Device).id, chain as Chain, decision)
      const made: StoredScan = { scan: signed.scan, ...about }
      this.#mergeScans([made])
      try {
        const sealed = await seal(sealing as CryptoKey, made)
        await this.#db.write([
          ['scans', signed.scan.seq, sealed],
          ['facts', 'chain', signed.chain],
        ])
      } catch (error) {
        this.setState({ scans: this.#state.scans.filter(({ scan }) => scan.nonce !== signed.scan.nonce) })
        throw error
      }
    })
  }

  /** Of a scan that is known twice, the one with a result is newer. */
  #mergeScans(changed: readonly StoredScan[]): void {
    const scans = new Map(this.#state.scans.map((scan) => [scan.scan.seq, scan]))
    for (const entry of changed)
      if (entry.result !== undefined || !scans.has(entry.scan.seq)) scans.set(entry.scan.seq, entry)
    this.setState({ scans: [...scans.values()].sort((a, b) => a.scan.seq - b.scan.seq) })
  }

  /** The scans that wait, in their order, also those of another tab. */
  async readUnsent(): Promise<GuardScan[]> {
    const scans = await this.#readScans()
    this.#mergeScans(scans)
    return scans.filter(({ result }) => result === undefined).map(({ scan }) => scan)
  }

  async keepResults(results: ReadonlyMap<string, ScanResult>): Promise<void> {
    const key = (await this.#db.get('facts', 'scans_key')) as CryptoKey
    const changed = this.#state.scans.flatMap((scan) => {
      const result = results.get(scan.scan.nonce)
      return result === undefined ? [] : [{ ...scan, result }]
    })
    const sealed = await Promise.all(changed.map((entry) => seal(key, entry)))
    await this.#db.write(changed.map(({ scan }, at) => ['scans', scan.seq, sealed[at]]))
    this.#mergeScans(changed)
  }
}
