import type { Db } from '#server/database/connect.ts'
import { findClosure, type ClosedTime } from '#server/features/parks/closures.ts'
import type { VehicleType } from '#server/features/parks/offers.ts'
import { isWithin } from '#server/features/parks/rules.ts'
import type { View } from '#server/features/parks/summaries.ts'
import type { Row } from './index/types.ts'
import { Card, classNumber } from './live/card.ts'
import {
  evaluationTimeOf,
  type EvaluationTime,
  type FormattedPrice,
  type Rate,
  type SharedValues,
} from './live/shared-values.ts'
import type { LiveSpaces } from './live/spaces.ts'

export type IndexRow = Row<Uint8Array>

export const cardOf = ({ payload_bytes }: Pick<IndexRow, 'payload_bytes'>) => new Card(payload_bytes)

/**
 * Computes price, opening, fit and spaces of indexed parks for one vehicle and window, by the same rules as for offers.
 */
export class ParkEvaluator {
  readonly #shared: SharedValues
  readonly #vehicle: VehicleType
  readonly #class: number
  readonly #time: EvaluationTime
  /** Spaces left by pool, as far as `readSpacesLeft` has read them; empty without a window. */
  readonly #left = new Map<number, number>()

  constructor(shared: SharedValues, { vehicle, window, now }: Pick<View, 'vehicle' | 'window' | 'now'>) {
    this.#shared = shared
    this.#vehicle = vehicle
    this.#class = classNumber(vehicle.vehicle_class)
    this.#time = evaluationTimeOf(window, now)
  }

  rateOf(card: Card): Rate | undefined {
    const rate = card.rateOf(this.#vehicle.id)
    return rate === undefined ? undefined : this.#shared.rates[rate]!
  }

  /** The card's JSON of its source. */
  sourceOf = (card: Card): Uint8Array => this.#shared.sources[card.source]!

  poolOf = (card: Card) => card.poolOf(this.#class)

  /** Whether the park sells spaces to this vehicle type. */
  isServed = (card: Card) => card.bookable && this.rateOf(card) !== undefined && this.poolOf(card) !== undefined

  price(card: Card): FormattedPrice | undefined {
    return this.rateOf(card)?.price(this.#time)
  }

  /** When the whole park is closed by its operator, as for offers. */
  closure = (card: Card): ClosedTime | undefined => findClosure(card.closures, this.#time.window, this.#time.now)

  isOpen = (card: Card) => this.closure(card) === undefined && this.#shared.hours[card.hours]!.isOpen(this.#time)

  fits(row: IndexRow, card: Card): boolean | null {
    return card.bookable && !this.isServed(card) ? false : isWithin(row, this.#vehicle)
  }

  /** Returns the spaces left during the window; null when the park sells none. */
  available(card: Card): number | null {
    const pool = this.poolOf(card)
    return pool === undefined ? null : (this.#left.get(pool.id) ?? null)
  }

  /** Whether a bookable park can be booked for this vehicle and window. */
  isAvailable(row: IndexRow, card: Card): boolean {
    if (!this.isServed(card)) return false
    if (this.#time.window !== undefined && (this.available(card) ?? 0) <= 0) return false
    return this.fits(row, card) !== false && this.isOpen(card) !== false
  }

  /** Reads the spaces left in these parks' pools that it has not read before; does nothing without a window. */
  async readSpacesLeft(db: Db, spaces: LiveSpaces, rows: Iterable<IndexRow>): Promise<void> {
    const { window } = this.#time
    if (window === undefined) return
    const pools: { id: number; capacity: number }[] = []
    for (const row of rows) {
      const card = cardOf(row)
      const pool = this.isServed(card) ? this.poolOf(card)! : undefined
      if (pool !== undefined && !this.#left.has(pool.id)) pools.push(pool)
    }
    if (pools.length === 0) return
    for (const [id, left] of await spaces.findLeft(db, pools, window)) this.#left.set(id, left)
  }
}
