import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { quarter_ms } from '#contract/time.ts'
import { payAs } from '#simulators/test-kit.ts'
import { bookingOf, sendAs, type Crowd } from './crowd.ts'

/** How long a caller waits for an answer, and before a repetition. */
const patience_ms = 10_000
const pause_ms = 500
/** A call that was repeated for so long is given up. */
const longest_ms = 240_000
const topUp_cad = 25
const mostExtensions = 2

interface Booking {
  driver: number
  id: string
  end_time: string
  total: number
  extensions: number
  isChanging: boolean
}

interface Answer {
  id: string
  booking_code: string
  end_time: string
  total: number
  status: string
  data: { payment_info: { reference: string; checkout_url: string } }
}

/** What was sent and what came of it, for one kind of call. */
interface Tally {
  sent: number
  answered: number
  /** Calls that were not answered at first: a lost connection, or a status of 500 and above. */
  repeated: number
}

/**
 * Sends bookings, extensions and top-ups at a steady rate, each with a key, and repeats what was not answered with the same
 * key. Keeps what was acknowledged, to be compared with the database.
 */
export class SteadyLoad {
  readonly #crowd: Crowd
  readonly #base: string
  readonly #open = new Set<Promise<void>>()
  #clock: NodeJS.Timeout | undefined
  #ticks = 0
  /** By code. */
  readonly bookings = new Map<string, Booking>()
  /** Acknowledged as started; `paid` by the driver at the provider. */
  readonly topUps = new Map<string, { driver: number; isPaid: boolean; isAcknowledged: boolean }>()
  readonly tallies: Record<'bookings' | 'extensions' | 'top-ups', Tally> = {
    bookings: { sent: 0, answered: 0, repeated: 0 },
    extensions: { sent: 0, answered: 0, repeated: 0 },
    'top-ups': { sent: 0, answered: 0, repeated: 0 },
  }
  /** Refusals and calls that were given up. */
  readonly problems: string[] = []
  /** What unanswered calls got, and how often. */
  readonly failures = new Map<string, number>()
  /** When changes were acknowledged, by `performance.now`. */
  readonly #acknowledged_ms: number[] = []

  constructor(crowd: Crowd, base: string) {
    this.#crowd = crowd
    this.#base = base
  }

  /** Four bookings, an extension and a top-up a second. */
  start(): void {
    const started_ms = performance.now()
    this.#clock = setInterval(() => {
      for (; this.#ticks < (performance.now() - started_ms) / 250; this.#ticks += 1) {
        this.#track(this.#book(this.#ticks))
        if (this.#ticks % 4 === 1) this.#track(this.#extend())
        if (this.#ticks % 4 === 3) this.#track(this.#topUp(this.#ticks))
      }
    }, 20)
  }

  /** Stops, and waits until every call is answered. */
  async stop(): Promise<void> {
    clearInterval(this.#clock)
    await Promise.all(this.#open)
  }

  /** The longest time without an acknowledged change from `from_ms` until now, in seconds. */
  longestPause(from_ms: number): number {
    const times = [from_ms, ...this.#acknowledged_ms.filter((at) => at >= from_ms), performance.now()]
    return Math.max(...times.slice(1).map((at, n) => at - times[n]!)) / 1_000
  }

  /** Resolves with the time of the next acknowledged change that was sent from now on. */
  async nextAcknowledged(): Promise<void> {
    const booked = this.tallies.bookings.answered
    while (this.tallies.bookings.answered === booked) await wait(20)
  }

  #track(work: Promise<void>): void {
    const tracked = work.catch((error: Error) => void this.problems.push(error.message))
    this.#open.add(tracked)
    void tracked.finally(() => this.#open.delete(tracked))
  }

  async #book(n: number): Promise<void> {
    const answer = await this.#send('bookings', n, '/bookings', bookingOf(this.#crowd, n))
    if (answer === undefined) return
    const { id, booking_code, end_time, total } = answer
    if (this.bookings.has(booking_code)) this.problems.push(`two calls were answered with ${booking_code}`)
    this.bookings.set(booking_code, { driver: n, id, end_time, total, extensions: 0, isChanging: false })
  }

  async #extend(): Promise<void> {
    const booking = [...this.bookings.values()].find(
      ({ extensions, isChanging }) => extensions < mostExtensions && !isChanging,
    )
    if (booking === undefined) return
    booking.isChanging = true
    booking.extensions += 1
    const new_end_time = new Date(Date.parse(booking.end_time) + quarter_ms).toISOString()
    const body = { booking_id: booking.id, new_end_time, again: true }
    const answer = await this.#send('extensions', booking.driver, '/bookings/extend', body)
    if (answer !== undefined) Object.assign(booking, { end_time: answer.end_time, total: answer.total })
    booking.isChanging = false
  }

  /** Half of the drivers come back from the provider and ask; of the others only the webhook says that they have paid. */
  async #topUp(n: number): Promise<void> {
    const answer = await this.#send('top-ups', n, '/wallet/add-funds', { amount: topUp_cad, currency: 'CAD' })
    if (answer === undefined) return
    const { reference, checkout_url } = answer.data.payment_info
    if (this.topUps.has(reference)) this.problems.push(`two top-ups were answered with ${reference}`)
    const topUp = { driver: n, isPaid: false, isAcknowledged: false }
    this.topUps.set(reference, topUp)
    await payAs(checkout_url, 'success')
    topUp.isPaid = true
    if (n % 8 === 3) return
    const verified = await this.#send('top-ups', n, `/wallet/verify-payment?payment_reference=${reference}`)
    topUp.isAcknowledged = verified?.status === 'success'
  }

  /** Undefined where the call was refused or given up, which is a problem. */
  async #send(kind: keyof SteadyLoad['tallies'], n: number, path: string, body?: object): Promise<Answer | undefined> {
    const tally = this.tallies[kind]
    tally.sent += 1
    const key = randomUUID()
    const end_ms = performance.now() + longest_ms
    for (let tries = 1; performance.now() < end_ms; tries += 1) {
      try {
        const response = await sendAs(this.#crowd, n, `${this.#base}/api/v1${path}`, {
          key,
          patience_ms,
          ...(body === undefined ? {} : { body }),
        })
        const text = await response.text()
        if (response.ok) {
          this.#acknowledged_ms.push(performance.now())
          tally.answered += 1
          return JSON.parse(text) as Answer
        }
        if (response.status < 500) {
          this.problems.push(`${path}: ${response.status} ${text.slice(0, 200)} (try ${tries})`)
          return undefined
        }
        this.#note(`${response.status} ${/"code":"(\w+)"/.exec(text)?.[1] ?? 'of the balancer'}`)
      } catch (error) {
        const { cause, name } = error as Error & { cause?: { code?: string } }
        this.#note(cause?.code ?? name)
      }
      if (tries === 1) tally.repeated += 1
      await wait(pause_ms)
    }
    this.problems.push(`${path}: no answer for ${longest_ms / 1_000} s`)
    return undefined
  }

  #note(failure: string): void {
    this.failures.set(failure, (this.failures.get(failure) ?? 0) + 1)
  }
}

/** What one top-up of the load adds to a wallet, in minor units. */
export const topUpMoney = BigInt(topUp_cad * 100)
