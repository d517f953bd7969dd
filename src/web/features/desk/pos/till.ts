import { splitPayment } from '#contract/cash/cash.ts'
import type { OwnShift, sendOfflineEvent } from '#contract/cash/desk/own-shift.ts'
import type { AnswerOf, BodyOf } from '#contract/endpoint.ts'
import type { Money } from '#contract/fields.ts'
import { toMajor, toMinor } from '#contract/money.ts'
import type { sendOfflineSale } from '#contract/orders/desk/offline-sales.ts'
import type { createSale, getCounterCatalogue } from '#contract/orders/desk/pos.ts'
import { hour_ms } from '#contract/time.ts'
import { call, CallError } from '#web/api/call.ts'
import { openDatabase, type Database } from '#web/storage/database.ts'
import type { OpenSale } from './openSale.ts'

export type CounterCatalogue = AnswerOf<typeof getCounterCatalogue>

/** A sale of this device that the server does not have yet. */
export interface WaitingSale {
  shift_id: string
  body: BodyOf<typeof sendOfflineSale>
  /** Why the server refuses it; it is sent again all the same. */
  problem?: string
}

/** A line that was voided without a network, which the shift's record does not have yet. */
export interface WaitingEvent {
  shift_id: string
  event: BodyOf<typeof sendOfflineEvent>
  problem?: string
}

type Waiting = WaitingSale | WaitingEvent

/** So many sales wait at most, and prices are so old at most. */
export const mostWaiting = 200
export const longest_ms = 8 * hour_ms

/** What was being rung up when it was last stored, and by whom. */
export interface StoredSale {
  shift_id: string
  operator_id: string
  operator: string
  sale: OpenSale
}

export interface TillState {
  catalogue: CounterCatalogue | undefined
  /** The shift that was open when it was last read. */
  shift: OwnShift | undefined
  /** The oldest first. */
  waiting: readonly WaitingSale[]
  events: readonly WaitingEvent[]
  open: StoredSale | undefined
}

type Sale = AnswerOf<typeof createSale>

interface OfflineSale {
  id: string
  operator_id: string | undefined
  shift: OwnShift
  lines: WaitingSale['body']['lines']
  total: Money
  tendered: number | undefined
  note: string
}

type Send = (entry: Waiting) => Promise<unknown>

const sendEntry: Send = (entry) => {
  const params = { id: entry.shift_id }
  return 'body' in entry
    ? call('POST /api/v1/pos/shifts/{id}/offline-sales', { params, body: entry.body, retryKey: entry.body.id })
    : call('POST /api/v1/pos/shifts/{id}/offline-events', { params, body: entry.event, retryKey: entry.event.id })
}

const idOf = (entry: Waiting): string => ('body' in entry ? entry.body.id : entry.event.id)
const timeOf = (entry: Waiting): string => ('body' in entry ? entry.body.sold_at : entry.event.voided_at)

/** Runs alone among the tabs of a device; not at all while another one does. Browsers without locks send twice, which counts once. */
async function alone(work: () => Promise<void>): Promise<void> {
  if (navigator.locks === undefined) return work()
  await navigator.locks.request('counter-sales', { ifAvailable: true }, (lock) => (lock === null ? undefined : work()))
}

export const nothingStored: TillState = {
  catalogue: undefined,
  shift: undefined,
  waiting: [],
  events: [],
  open: undefined,
}

/** What a counter stores on its device: what is sold with prices and taxes, the open shift, and sales until they are sent. */
export class Till {
  readonly #db: Database<'facts' | 'sales'>
  readonly #send: Send
  #state: TillState = nothingStored
  readonly #listeners = new Set<() => void>()

  constructor(db: Database<'facts' | 'sales'>, send: Send = sendEntry) {
    this.#db = db
    this.#send = send
  }

  /** Opens the till of a person. Rejects in browsers that store nothing. */
  static async open(user_id: string): Promise<Till> {
    const till = new Till(await openDatabase(`counter-${user_id}`, ['facts', 'sales']))
    await till.load()
    return till
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly readState = (): TillState => this.#state

  /** Reads what is stored, which another tab may have changed. */
  async load(): Promise<void> {
    const [catalogue, shift, open, sales] = await Promise.all([
      this.#db.get('facts', 'catalogue'),
      this.#db.get('facts', 'shift'),
      this.#db.get('facts', 'open'),
      this.#db.getAll('sales'),
    ])
    const entries = (sales as Waiting[]).toSorted((a, b) => (timeOf(a) < timeOf(b) ? -1 : 1))
    this.#state = {
      catalogue: catalogue as CounterCatalogue | undefined,
      shift: shift as OwnShift | undefined,
      waiting: entries.filter((entry) => 'body' in entry),
      events: entries.filter((entry) => 'event' in entry),
      open: open as StoredSale | undefined,
    }
    for (const listener of this.#listeners) listener()
  }

  /** Stores what selling without a network takes. */
  async store(catalogue: CounterCatalogue, shift: OwnShift): Promise<void> {
    await this.#db.write([
      ['facts', 'catalogue', catalogue],
      ['facts', 'shift', shift],
    ])
    await this.load()
  }

  /** Stores what is being rung up, for a reload or a locked screen; undefined for nothing. */
  async storeOpen(open: StoredSale | undefined): Promise<void> {
    this.#state = { ...this.#state, open }
    await this.#db.write([['facts', 'open', open]])
  }

  /** Stores a sale, or why a line was voided, until it is sent. */
  async add(entry: Waiting): Promise<void> {
    await this.#db.write([['sales', idOf(entry), entry]])
    await this.load()
  }

  /** Stores a sale in cash under the id that it would have had, and returns it as the server would. */
  async sell({ id, operator_id, shift, lines, total, tendered, note }: OfflineSale): Promise<Sale> {
    const { amount, currency } = total
    const split = splitPayment(
      toMinor(amount, currency)!,
      { other_minor: 0n, tendered_minor: tendered === undefined ? undefined : toMinor(tendered, currency) },
      toMinor(shift.register.cash_step.amount, currency)!,
    )
    const body = {
      id,
      lines: [...lines],
      sold_at: new Date().toISOString(),
      total: amount,
      ...(tendered !== undefined && { tendered }),
      ...(note !== '' && { note }),
      ...(operator_id !== undefined && { operator_id }),
    }
    await this.add({ shift_id: shift.id, body })
    const money = (minor: bigint) => ({ amount: toMajor(minor, currency), currency })
    const { due_minor, change_minor } = (split.kind === 'paid' ? split.cash : null) ?? {
      due_minor: 0n,
      change_minor: 0n,
    }
    return {
      id,
      // Numbers are the server's to give.
      order_number: '',
      token: 0,
      status: 'completed',
      total,
      cash: { due: money(due_minor), tendered: money(due_minor + change_minor), change: money(change_minor) },
      terminal: null,
      mobile: null,
      wallet: null,
      slot_starts_at: null,
      has_account: false,
    }
  }

  /** Sends what waits, the oldest first, and goes on after one that is refused. Ends without a network. */
  async send(): Promise<void> {
    await this.load()
    if (countStored(this.#state) === 0) return
    await alone(async () => {
      await this.load()
      for (const entry of [...this.#state.waiting, ...this.#state.events]) {
        try {
          await this.#send(entry)
          await this.#db.write([['sales', idOf(entry), undefined]])
        } catch (error) {
          if (!(error instanceof CallError)) throw error
          if (error.status === 0 || error.status >= 500 || error.status === 401) break
          await this.#db.write([['sales', idOf(entry), { ...entry, problem: error.problem?.message ?? '' }]])
        }
      }
    })
    await this.load()
  }
}

/** How many sales and voided lines this device stores. */
export const countStored = ({ waiting, events }: TillState): number => waiting.length + events.length

/** How many of them the server has not refused: the shift is not closed before they are sent. */
export const countUnsent = ({ waiting, events }: TillState): number =>
  [...waiting, ...events].filter(({ problem }) => problem === undefined).length

/** Why nothing can be sold without a network now; undefined if it can. */
export function findOfflineProblem(
  { catalogue, waiting }: TillState,
  now_ms: number,
): 'none' | 'stale' | 'full' | undefined {
  if (catalogue === undefined) return 'none'
  if (waiting.length >= mostWaiting) return 'full'
  return now_ms - Date.parse(catalogue.read_at) > longest_ms ? 'stale' : undefined
}
