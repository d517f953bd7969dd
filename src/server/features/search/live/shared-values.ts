import { toMajor, type Currency } from '#contract/money.ts'
import { minute_ms } from '#contract/time.ts'
import type { PricedWindow } from '#server/features/availability/window.ts'
import type { Offer } from '#server/features/parks/offers.ts'
import { isOpenAt, isOpenDuring, type ParkHours } from '#server/features/parks/opening-hours.ts'
import { calculatePrice } from '#server/features/parks/rules.ts'
import { selectFees, type Fee } from '#server/features/pricing/fees-and-taxes.ts'
import type { ExtraTerms } from '#server/features/pricing/tariff-terms.ts'
import { fromStoredTerms } from '#server/features/pricing/tariff-terms.ts'
import type { TariffTerms } from '#server/features/pricing/tariff.ts'

type RatePark = Pick<Offer, 'timezone' | 'currency' | 'country_id' | 'state_id' | 'city' | 'bookable'>

/** The inputs of hours and rates, in order of their numbers. */
export interface StoredSharedValues {
  hours: ParkHours[]
  rates: { text: string; park: RatePark }[]
  sources: string[]
}

/**
 * Values shared by many parks, stored once and referred to by number: opening hours with a zone, a tariff with zone and
 * fees, and the source as it stands in cards. Results computed for one park (open now, price of a window) apply to all that share them.
 */
export class SharedValues {
  readonly #fees: readonly Fee[]
  readonly #hours = new Map<string, number>()
  readonly #rates = new Map<string, number>()
  readonly #sources = new Map<string, number>()
  readonly #terms = new Map<string, TariffTerms>()
  readonly hours: Hours[] = []
  readonly rates: Rate[] = []
  readonly sources: Uint8Array[] = []
  readonly #stored: StoredSharedValues = { hours: [], rates: [], sources: [] }

  constructor(fees: readonly Fee[]) {
    this.#fees = fees
  }

  /** Restores the same numbering; undefined when that is not possible. */
  static fromStored(fees: readonly Fee[], { hours, rates, sources }: StoredSharedValues): SharedValues | undefined {
    const shared = new SharedValues(fees)
    for (const of of hours) shared.hoursOf(of)
    for (const { text, park } of rates) shared.rateOf(text, park)
    for (const text of sources) shared.sourceOf(text)
    const isComplete =
      shared.hours.length === hours.length &&
      shared.rates.length === rates.length &&
      shared.sources.length === sources.length
    return isComplete ? shared : undefined
  }

  /** Returns the data for `fromStored`, to be used with the same fees. */
  toStored(): StoredSharedValues {
    const { hours, rates, sources } = this.#stored
    return { hours: [...hours], rates: [...rates], sources: [...sources] }
  }

  hoursOf({ opening_hours, timezone, country_code, state_name }: ParkHours): number {
    const of = { opening_hours, timezone, country_code, state_name }
    return numberOf(this.#hours, this.hours, Object.values(of).join('\n'), () => {
      this.#stored.hours.push(of)
      return new Hours(of)
    })
  }

  /** `text` is the tariff as loaded by `load.ts`. */
  rateOf(text: string, park: RatePark): number {
    const fees = selectFees(this.#fees, park)
    const key = [park.timezone, park.currency, fees.map(({ id }) => id).join(), text].join('\n')
    return numberOf(this.#rates, this.rates, key, () => {
      const { timezone, currency, country_id, state_id, city, bookable } = park
      this.#stored.rates.push({ text, park: { timezone, currency, country_id, state_id, city, bookable } })
      return new Rate(this.#termsOf(text), park, fees)
    })
  }

  /** `text` is a piece of a card's JSON. */
  sourceOf(text: string): number {
    return numberOf(this.#sources, this.sources, text, () => {
      this.#stored.sources.push(text)
      return Buffer.from(text)
    })
  }

  #termsOf(text: string): TariffTerms {
    const cached = this.#terms.get(text)
    if (cached !== undefined) return cached
    const terms = parseTerms(text)
    this.#terms.set(text, terms)
    return terms
  }
}

function numberOf<T>(numbers: Map<string, number>, values: T[], key: string, make: () => T): number {
  const known = numbers.get(key)
  if (known !== undefined) return known
  numbers.set(key, values.length)
  return values.push(make()) - 1
}

type StoredTariff = [number, number, string, string | null, number, ExtraTerms]

function parseTerms(text: string): TariffTerms {
  const [free_minutes, increment_minutes, increment, day_cap, day_cap_reset_hour, terms] = JSON.parse(
    text,
  ) as StoredTariff
  return {
    free_minutes,
    increment_minutes,
    increment_minor: BigInt(increment),
    day_cap_minor: day_cap === null ? null : BigInt(day_cap),
    day_cap_reset_hour,
    ...fromStoredTerms(terms),
  }
}

/** The window and time of a query, with the cache keys of results that depend on them. */
export interface EvaluationTime {
  window: PricedWindow | undefined
  now: Date
  price_key: string
  hours_key: string
}

/** Hours are evaluated per minute, so one result serves a whole minute. */
export function evaluationTimeOf(window: PricedWindow | undefined, now: Date): EvaluationTime {
  const name = window === undefined ? '' : `${window.start.getTime()} ${window.end.getTime()}`
  const price_key = window === undefined ? '' : `${window.priced_from.getTime()} ${window.end.getTime()}`
  return { window, now, price_key, hours_key: window === undefined ? momentOf(now) : name }
}

/**
 * Returns a cache key during which hours don't change. `isOpenAt` looks one second ahead, so the last second of a
 * minute has its own key.
 */
export function momentOf(now: Date): string {
  const time = now.getTime()
  return `${Math.floor(time / minute_ms)}${time % minute_ms > minute_ms - 1_000 ? '+' : ''}`
}

export class Hours {
  readonly #of: ParkHours
  #at = ''
  #isOpen: boolean | null = null

  constructor(of: ParkHours) {
    this.#of = of
  }

  /** Like `isOpen` in `parks/rules.ts`. */
  isOpen({ window, now, hours_key }: EvaluationTime): boolean | null {
    const { opening_hours } = this.#of
    if (opening_hours === null) return null
    if (opening_hours === '24/7') return true
    if (hours_key === this.#at) return this.#isOpen
    this.#isOpen = window === undefined ? isOpenAt(this.#of, now) : isOpenDuring(this.#of, window.start, window.end)
    this.#at = hours_key
    return this.#isOpen
  }
}

/** Number of cached windows per rate; most drivers search similar windows. */
const maxWindows = 64

/** A total price in major units, and as JSON for the list. */
export interface FormattedPrice {
  price_key: string
  amount: number
  json: string
}

export class Rate {
  readonly #offer: Parameters<typeof calculatePrice>[0]
  readonly #fees: readonly Fee[]
  readonly currency: Currency
  readonly #prices = new Map<string, FormattedPrice>()
  #last: FormattedPrice | undefined

  constructor(tariff: TariffTerms, park: RatePark, fees: readonly Fee[]) {
    const { timezone, country_id, state_id, city, bookable } = park
    this.#offer = { tariff, timezone, currency: park.currency, country_id, state_id, city, bookable }
    this.#fees = fees
    this.currency = park.currency
  }

  price({ window, price_key }: EvaluationTime): FormattedPrice {
    if (this.#last?.price_key === price_key) return this.#last
    return (this.#last = this.#prices.get(price_key) ?? this.#calculate(window, price_key))
  }

  #calculate(window: PricedWindow | undefined, price_key: string): FormattedPrice {
    const { currency } = this
    const amount = toMajor(calculatePrice(this.#offer, this.#fees, window)!.total_minor, currency)
    const json = JSON.stringify({ amount, currency, unit: window === undefined ? 'hour' : 'stay' })
    const price = { price_key, amount, json }
    if (this.#prices.size >= maxWindows) this.#prices.clear()
    this.#prices.set(price_key, price)
    return price
  }
}
