import { mostSteps, type CourierDay, type CourierStep } from '#contract/deliveries/courier.ts'
import { day_ms } from '#contract/time.ts'
import { call, CallError, readJson, send } from '#web/api/call.ts'
import { pictureOf } from '#web/page/pictures.ts'
import { openDatabase, type Database } from '#web/storage/database.ts'
import { newSealingKey, seal, unseal, type Sealed } from '#web/storage/sealing.ts'
import { readText, writeText } from '#web/storage/storage.ts'

/** A step that waits to be sent, or was refused; in the order of `seq`. */
export interface StoredStep {
  seq: number
  step: CourierStep
  /** A photo as a `data:` URL, until it is uploaded. */
  photo?: string
  refusal?: string
}

export interface CourierState {
  day: CourierDay | undefined
  /** When the day was read, by the phone's clock. */
  read_at: string | undefined
  steps: readonly StoredStep[]
  connection: 'waiting' | 'online' | 'offline'
}

type StoreName = 'facts' | 'steps'
interface StoredDay {
  day: CourierDay
  read_at: string
}

/** How long a day is kept without a newer one: it names customers. */
const retention_ms = day_ms

/** Removed by a logout, after which the day can no longer be decrypted. */
const sessionKey = 'courier_session'

function readSessionSecret(): string {
  const known = readText(sessionKey)
  if (known !== undefined) return known
  const made = crypto.randomUUID()
  writeText(sessionKey, made)
  return made
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never
/** What a courier did, before it has its id and its time. */
export type DoneStep = DistributiveOmit<CourierStep, 'id' | 'at'>

/** A courier's phone: their deliveries and the steps that wait to be sent, in memory and, encrypted, in the database. */
export class CourierPhone {
  readonly #db: Database<StoreName>
  readonly #key: CryptoKey
  #state: CourierState = { day: undefined, read_at: undefined, steps: [], connection: 'waiting' }
  #etag: string | undefined
  #running: Promise<void> | undefined
  #isAskedAgain = false
  readonly #listeners = new Set<() => void>()

  private constructor(db: Database<StoreName>, key: CryptoKey) {
    this.#db = db
    this.#key = key
  }

  /** Opens the phone of a person with what it kept. Rejects in browsers that keep nothing. */
  static async open(user_id: string): Promise<CourierPhone> {
    const db = await openDatabase<StoreName>(`courier-${user_id}`, ['facts', 'steps'])
    const known = (await db.get('facts', 'key')) as CryptoKey | undefined
    const key = known ?? (await newSealingKey())
    if (known === undefined) await db.write([['facts', 'key', key]])
    const phone = new CourierPhone(db, key)
    await phone.#load()
    return phone
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly readState = (): CourierState => this.#state

  setState(changed: Partial<CourierState>): void {
    this.#state = { ...this.#state, ...changed }
    for (const listener of this.#listeners) listener()
  }

  async #load(): Promise<void> {
    const sealed = (await this.#db.get('facts', 'day')) as Sealed | undefined
    // Of another session, it stays closed, and the next one replaces it.
    const stored = sealed && (await unseal<StoredDay>(this.#key, sealed, readSessionSecret()).catch(() => undefined))
    const isOld = stored !== undefined && Date.now() - Date.parse(stored.read_at) > retention_ms
    if (isOld) await this.#db.write([['facts', 'day', undefined]])
    this.setState({ ...(isOld ? {} : stored), steps: await this.#readSteps() })
  }

  async #readSteps(): Promise<StoredStep[]> {
    const sealed = (await this.#db.getAll('steps')) as Sealed[]
    const steps = await Promise.all(sealed.map((entry) => unseal<StoredStep>(this.#key, entry)))
    return steps.sort((a, b) => a.seq - b.seq)
  }

  /** Keeps a day that was read, encrypted for this session. */
  async keepDay(day: CourierDay): Promise<void> {
    const stored: StoredDay = { day, read_at: new Date().toISOString() }
    this.setState(stored)
    await this.#db.write([['facts', 'day', await seal(this.#key, stored, readSessionSecret())]])
  }

  /** Keeps what the courier did until it is sent. Rejects if it could not be kept. */
  async record(done: DoneStep, photo?: string): Promise<void> {
    const step = { ...done, id: crypto.randomUUID(), at: new Date().toISOString() } as CourierStep
    // Two tabs have one order of steps.
    await navigator.locks.request('courier-steps', async () => {
      const steps = await this.#readSteps()
      const entry: StoredStep = { seq: (steps.at(-1)?.seq ?? 0) + 1, step, ...(photo !== undefined && { photo }) }
      await this.#db.write([['steps', entry.seq, await seal(this.#key, entry)]])
      this.setState({ steps: [...steps, entry] })
    })
    void this.synchronize().catch(() => undefined)
  }

  /** Forgets a refused step, once the courier has read why. */
  async dismiss(seq: number): Promise<void> {
    await this.#db.write([['steps', seq, undefined]])
    this.setState({ steps: this.#state.steps.filter((entry) => entry.seq !== seq) })
  }

  /**
   * Sends the steps that wait, then reads what has changed. Without a network, the phone is `offline` from then on. Throws
   * CallError for refusals that no other attempt changes, such as a role that was taken away.
   */
  async synchronize(): Promise<void> {
    if (this.#running !== undefined) {
      // A step may have been recorded after those that wait were read.
      this.#isAskedAgain = true
      return this.#running
    }
    this.#running = this.#repeat().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async #repeat(): Promise<void> {
    do {
      this.#isAskedAgain = false
      await navigator.locks.request('courier-sync', () => this.#exchange())
    } while (this.#isAskedAgain)
  }

  async #exchange(): Promise<void> {
    try {
      if (!(await this.#sendSteps())) await this.#readDay()
      this.setState({ connection: navigator.onLine ? 'online' : 'offline' })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const isPassing = error.status === 0 || error.status === 429 || error.status >= 500
      this.setState({ connection: isPassing ? 'offline' : 'online' })
      if (!isPassing) throw error
    }
  }

  async #readDay(): Promise<void> {
    const known = this.#state.day === undefined ? undefined : this.#etag
    const response = await send('GET /api/v1/courier/day', { etag: known }, 'application/json')
    if (response.status === 304) return this.setState({ read_at: new Date().toISOString() })
    this.#etag = response.headers.get('etag') ?? undefined
    await this.keepDay((await readJson(response)) as CourierDay)
  }

  /** Whether there were any: their answer has the day. */
  async #sendSteps(): Promise<boolean> {
    let isSent = false
    for (;;) {
      const steps = await this.#readSteps()
      const waiting = steps.filter(({ refusal }) => refusal === undefined).slice(0, mostSteps)
      if (waiting.length === 0) {
        if (steps.length !== this.#state.steps.length) this.setState({ steps })
        return isSent
      }
      await this.#sendBatch(await this.#uploadPhotos(waiting))
      isSent = true
    }
  }

  /** Steps up to the first whose photo could not be taken, which is refused. */
  async #uploadPhotos(waiting: readonly StoredStep[]): Promise<StoredStep[]> {
    const ready: StoredStep[] = []
    for (const entry of waiting) {
      const { photo, ...rest } = entry
      if (photo === undefined || entry.step.kind !== 'handed_over') {
        ready.push(entry)
        continue
      }
      const form = new FormData()
      form.append('photo', pictureOf(photo), 'photo.jpg')
      const params = { id: entry.step.delivery_id }
      const photo_id = await call('POST /api/v1/courier/deliveries/{id}/photos', { params, form }).then(
        ({ id }) => id,
        (error: unknown) => {
          const isFinal =
            error instanceof CallError && error.status >= 400 && error.status < 500 && error.status !== 429
          if (!isFinal) throw error
          return undefined
        },
      )
      // Without its photo, the server says what is wrong with the step.
      const step = photo_id === undefined ? entry.step : { ...entry.step, photo_id }
      const uploaded: StoredStep = { ...rest, step }
      await this.#db.write([['steps', entry.seq, await seal(this.#key, uploaded)]])
      ready.push(uploaded)
    }
    return ready
  }

  async #sendBatch(batch: readonly StoredStep[]): Promise<void> {
    const body = { sent_at: new Date().toISOString(), steps: batch.map(({ step }) => step) }
    const { results, day } = await call('POST /api/v1/courier/steps', { body })
    const outcomes = new Map(results.map(({ id, refusal }) => [id, refusal]))
    const left = await Promise.all(
      batch.map(async (entry): Promise<[StoreName, number, unknown]> => {
        const refusal = outcomes.get(entry.step.id)
        return ['steps', entry.seq, refusal ? await seal(this.#key, { ...entry, refusal: refusal.message }) : undefined]
      }),
    )
    await this.#db.write(left)
    this.setState({ steps: await this.#readSteps() })
    this.#etag = undefined
    await this.keepDay(day)
  }
}
