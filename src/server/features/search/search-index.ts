import { parkKinds } from '#contract/parks.ts'
import type { Db } from '#server/database/connect.ts'
import { marks } from '#server/features/places/marks.ts'
import type { Filter, Page, ParkIndex, Row } from '#server/features/search/index/park-index.ts'
import { distanceM } from '#server/geo.ts'
import { Card, classNumber } from '#server/features/search/live/card.ts'
import { accessBits, amenityBits } from '#server/features/search/live/load.ts'
import type { LiveSpaces } from '#server/features/search/live/spaces.ts'
import { whenOf, type Rate, type Shared, type Told, type When } from '#server/features/search/live/shared-values.ts'
import type { VehicleType } from '#server/features/parks/offers.ts'
import { isWithin } from '#server/features/parks/rules.ts'
import type { Filters, Search } from './search-query.ts'

type Asked = Filter<Uint8Array>
export type Found = Row<Uint8Array>

/** The index, with what its cards refer to. */
export type Indexed = { parks: ParkIndex<Uint8Array>; shared: Shared; spaces: LiveSpaces }

/** Spaces left by pool, of the pools that were asked for. */
export type Left = ReadonlyMap<number, number>

/** What the question's vehicle and window make of a park: as the rules say it of an offer. */
export class Judge {
  readonly #shared: Shared
  readonly #vehicle: VehicleType
  readonly #class: number
  readonly #when: When
  left: Left

  constructor(shared: Shared, { vehicle, window, now }: Search['view'], left: Left = new Map()) {
    this.#shared = shared
    this.#vehicle = vehicle
    this.#class = classNumber(vehicle.vehicle_class)
    this.#when = whenOf(window, now)
    this.left = left
  }

  rateOf(card: Card): Rate | undefined {
    const rate = card.rateOf(this.#vehicle.id)
    return rate === undefined ? undefined : this.#shared.rates[rate]!
  }

  poolOf = (card: Card) => card.poolOf(this.#class)

  /** Whether its spaces are counted at all. */
  isSold = (card: Card) => card.bookable && this.rateOf(card) !== undefined && this.poolOf(card) !== undefined

  price(card: Card): Told | undefined {
    return this.rateOf(card)?.price(this.#when)
  }

  isOpen = (card: Card) => this.#shared.hours[card.hours]!.isOpen(this.#when)

  fits(row: Found, card: Card): boolean | null {
    return card.bookable && !this.isSold(card) ? false : isWithin(row, this.#vehicle)
  }

  /** Null where it cannot be booked. */
  available(card: Card): number | null {
    const pool = this.poolOf(card)
    return pool === undefined ? null : (this.left.get(pool.id) ?? null)
  }

  /** Of one that is bookable: whether it can be booked for just this. */
  isFree(row: Found, card: Card): boolean {
    if (!this.isSold(card)) return false
    if (this.#when.window !== undefined && (this.available(card) ?? 0) <= 0) return false
    return this.fits(row, card) !== false && this.isOpen(card) !== false
  }
}

export const cardOf = (row: Found) => new Card(row.payload_bytes)

/** The filters as the index takes them; undefined where nothing can meet them. */
export function toAsked(
  filters: Filters,
  judged: { judge: Judge; view: Search['view'] } | undefined,
): Asked | undefined {
  const [country_id, other] = [...new Set(filters.countries)]
  const { words = [], max_price, mustFit } = filters
  if (other !== undefined || filters.words?.length === 0) return undefined
  const conditions: ((row: Found, card: Card) => boolean)[] = []
  if (mustFit) conditions.push((row, card) => judged?.judge.fits(row, card) !== false)
  if (max_price !== undefined)
    conditions.push((_row, card) => (judged?.judge.price(card)?.amount ?? Infinity) <= max_price)
  return {
    country_id,
    state_id: filters.state_id,
    kind: filters.kind === undefined ? undefined : parkKinds.indexOf(filters.kind),
    amenities: amenityBits(filters.amenities) | accessBits(filters.access),
    words: words.map(({ word, sources }) => (sources.length === 0 ? word : [word, ...sources.map(marks.source)])),
    within: filters.within,
    box: filters.box,
    fits: mustFit ? judged?.view.vehicle : undefined,
    ...whereAll(conditions),
  }
}

function whereAll(conditions: readonly ((row: Found, card: Card) => boolean)[]): Pick<Asked, 'where'> {
  if (conditions.length === 0) return {}
  return {
    where: (row) => {
      const card = cardOf(row)
      return conditions.every((holds) => holds(row, card))
    },
  }
}

const and = (asked: Asked, holds: (row: Found, card: Card) => boolean): Asked => ({
  ...asked,
  where: (row) => (asked.where === undefined || asked.where(row)) && holds(row, cardOf(row)),
})

/** One page of what answers, in the order asked for, with the exact total, and how far away they are where that orders them. */
export async function findIndexed(
  db: Db,
  indexed: Indexed,
  search: Search,
  page: Page,
): Promise<{ rows: Found[]; distances?: number[]; total: number; judge: Judge }> {
  const { parks, shared, spaces } = indexed
  const { filters, view, sort } = search
  const judge = new Judge(shared, view)
  const asked = toAsked(filters, { judge, view })
  if (asked === undefined) return { rows: [], total: 0, judge }
  const { centre } = view
  if (sort === 'distance' && centre !== undefined) {
    const { items, total } = parks.near(centre, asked, page)
    return { rows: items.map(({ row }) => row), distances: items.map(({ distance_m }) => distance_m), total, judge }
  }
  const inPlace = (part: Asked): Tier => ({
    list: (of) =>
      centre === undefined
        ? parks.top(part, of).map(({ row }) => row)
        : parks.near(centre, part, of).items.map(({ row }) => row),
    count: () => parks.count(part),
  })
  const total = () => parks.count(asked)
  const sorted = (rows: Found[], figureOf: (row: Found, card: Card) => number) =>
    sortedTier(rows, figureOf, (row) => (centre === undefined ? -row.weight : distanceM(centre, row)))
  if (sort === 'price') {
    const priced = parks.all(and(asked, (_row, card) => judge.rateOf(card) !== undefined))
    const unpriced = inPlace(and(asked, (_row, card) => judge.rateOf(card) === undefined))
    return {
      rows: listed([sorted([...priced], (_row, card) => judge.price(card)!.amount), unpriced], page),
      total: total(),
      judge,
    }
  }
  if (sort === 'rating') {
    const rated = parks.all(and(asked, (_row, card) => card.reviews > 0))
    const tiers = [
      sorted([...rated], (row, card) => -(row.rating! * ratingStep + card.reviews)),
      inPlace(and(asked, (_row, card) => card.reviews === 0)),
    ]
    return { rows: listed(tiers, page), total: total(), judge }
  }
  const bookable = { ...asked, bookable: true }
  if (view.window !== undefined) judge.left = await findLeftOf(db, spaces, judge, parks.all(bookable), view.window)
  const tiers = [
    inPlace(and(bookable, (row, card) => judge.isFree(row, card))),
    inPlace(and(bookable, (row, card) => !judge.isFree(row, card))),
    inPlace({ ...asked, bookable: false }),
  ]
  return { rows: listed(tiers, page), total: total(), judge }
}

/** Above all numbers of reviews: a tenth of a star weighs more than these. */
const ratingStep = 1e9

/** Spaces left in the pools of these parks that are sold. */
export function findLeftOf(
  db: Db,
  spaces: LiveSpaces,
  judge: Judge,
  rows: Iterable<Found>,
  window: NonNullable<Search['view']['window']>,
): Promise<Map<number, number>> {
  const pools: { id: number; capacity: number }[] = []
  for (const row of rows) {
    const card = cardOf(row)
    if (judge.isSold(card)) pools.push(judge.poolOf(card)!)
  }
  return spaces.findLeft(db, pools, window)
}

/** Parks that stand together before those of the next tier. */
type Tier = { list: (page: Page) => Found[]; count: () => number }

function listed(tiers: readonly Tier[], { offset, limit }: Page): Found[] {
  const rows: Found[] = []
  let before = offset
  for (const { list, count } of tiers) {
    const more = list({ offset: before, limit: limit - rows.length })
    rows.push(...more)
    if (rows.length === limit) break
    // All of this tier's are passed; how many these are is only asked where they reach before the page.
    before = before === 0 || more.length > 0 ? 0 : before - count()
  }
  return rows
}

/** Sorted by a figure, then by place (or weight), then by id. */
function sortedTier(
  rows: readonly Found[],
  figureOf: (row: Found, card: Card) => number,
  placeOf: (row: Found) => number,
): Tier {
  const judged = rows.map((row) => ({ row, figure: figureOf(row, cardOf(row)), place: placeOf(row) }))
  judged.sort((a, b) => a.figure - b.figure || a.place - b.place || (a.row.id < b.row.id ? -1 : 1))
  return {
    list: ({ offset, limit }) => judged.slice(offset, offset + limit).map(({ row }) => row),
    count: () => judged.length,
  }
}

/** Whether any park has these words. */
export function isAnyIndexed(indexed: Indexed, words: Filters['words'] & object): boolean {
  const filters: Filters = { ...everything, words }
  const asked = toAsked(filters, undefined)
  return asked !== undefined && indexed.parks.top(asked, { offset: 0, limit: 1 }).length > 0
}

const everything: Filters = {
  countries: [],
  state_id: undefined,
  kind: undefined,
  amenities: [],
  access: { step_free: false, lift: false, bay_width_cm: undefined },
  words: undefined,
  within: undefined,
  box: undefined,
  max_price: undefined,
  mustFit: false,
}
