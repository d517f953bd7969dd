import { sql } from 'kysely'
import { readDevice, type Device } from '#contract/figures/devices.ts'
import { countryIds } from '#contract/geography.ts'
import type { CountryCode } from '#contract/places/places.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'
import type { LiveIndex } from '#server/features/search/live/live-index.ts'

/** Of car parks: of one, by its id, slug or code; or of a place, else of a country. */
type ParkingVisit =
  | { kind: 'park_page' | 'quote'; park: string }
  | { kind: 'search'; place?: { lat: number; lng: number }; country: CountryCode }

/** Of the shop: of an item, by its slug, at a branch, by its slug, else in a country; or of a branch, by its id. */
type ShopVisit =
  | { kind: 'item_page'; item: string; branch?: string; country: CountryCode }
  | { kind: 'cart' | 'checkout'; branch_id: string }

/** What is counted, beside what the tables of bookings, orders and top-ups say. */
export type CountedVisit = ParkingVisit | ShopVisit

interface Count<Visit = CountedVisit> {
  day: string
  device: Device
  visit: Visit
  count: number
}

/** More would be addresses that somebody makes up: what is new is then not counted until the next flush. */
const most = 20_000

declare module '#server/deps.ts' {
  interface Deps {
    /** What visitors of this process do, until a job writes it. */
    visits: VisitCounter
  }
}

/**
 * Counts what visitors do by day, class of device and car park, branch or country, in memory, so that no request waits for
 * it. Who the visitor is, is neither read nor kept. `flush` adds the counts to the tables, whatever number of processes does
 * so.
 */
export class VisitCounter {
  #counts = new Map<string, Count>()

  /** Does nothing for crawlers and programs. */
  count(visit: CountedVisit, userAgent: string | undefined, now: Date): void {
    const device = readDevice(userAgent)
    if (device === undefined) return
    const day = now.toISOString().slice(0, 10)
    this.#add({ day, device, visit, count: 1 })
  }

  #add(count: Count): void {
    const key = JSON.stringify([count.day, count.device, count.visit])
    const known = this.#counts.get(key)
    if (known !== undefined) known.count += count.count
    else if (this.#counts.size < most) this.#counts.set(key, count)
  }

  /** Adds what was counted to the tables. What cannot be written now is kept for the next time. */
  async flush(db: Db, search: LiveIndex): Promise<void> {
    const counts = [...this.#counts.values()]
    if (counts.length === 0) return
    this.#counts = new Map()
    try {
      // Both tables or none: what is kept for the next time must not be in one of them already.
      await transact(db, async (tx) => {
        await addParkingCounts(tx, search, counts.filter(isOfParking))
        await addShopCounts(tx, counts.filter(isOfShop))
      })
    } catch (error) {
      for (const count of counts) this.#add(count)
      throw error
    }
  }
}

const shopKinds: readonly CountedVisit['kind'][] = ['item_page', 'cart', 'checkout'] satisfies ShopVisit['kind'][]
const isOfShop = (count: Count): count is Count<ShopVisit> => shopKinds.includes(count.visit.kind)
const isOfParking = (count: Count): count is Count<ParkingVisit> => !shopKinds.includes(count.visit.kind)

/** Visits of car parks that do not exist count for nothing. In the order of the key, so that processes cannot deadlock. */
async function addParkingCounts(tx: Tx, search: LiveIndex, counts: readonly Count<ParkingVisit>[]): Promise<void> {
  if (counts.length === 0) return
  const rows = counts.map(({ day, device, visit, count }) => {
    const where =
      visit.kind === 'search'
        ? { near: findNearest(search, visit.place), country_id: countryIds[visit.country] }
        : { park: visit.park }
    return { day, device, kind: visit.kind, count, ...where }
  })
  await sql`
    insert into figure_days (day, country_id, device, kind, is_example, partner_id, count)
    select v.day, coalesce(n.country_id, v.country_id, p.country_id), v.device, v.kind,
      coalesce(cardinality(p.examples) > 0, false), p.partner_id, sum(v.count)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as v(day date, device text, kind text, park text, near uuid, country_id int, count bigint)
    left join parks n on n.id = v.near
    left join park_handles h on h.handle = v.park
    left join parks p on p.id = case when v.park ~ ${uuidPattern} then v.park::uuid else h.park_id end
    where coalesce(n.country_id, v.country_id, p.country_id) is not null
    group by 1, 2, 3, 4, 5, 6
    order by 1, 2, 3, 4, 5, 6
    on conflict (day, country_id, device, kind, is_example, partner_id)
    do update set count = figure_days.count + excluded.count`.execute(tx)
}

const uuidPattern = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'

/** A place is in the country of the car park that is nearest to it. */
const findNearest = ({ loaded }: LiveIndex, place: { lat: number; lng: number } | undefined): string | undefined =>
  place === undefined ? undefined : loaded?.parks.near(place, {}, { offset: 0, limit: 1 }).items[0]?.row.id

/** Pages of categories, and what is of no item or branch, count for nothing. In the order of the key as well. */
async function addShopCounts(tx: Tx, counts: readonly Count<ShopVisit>[]): Promise<void> {
  if (counts.length === 0) return
  const rows = counts.map(({ day, device, visit, count }) => {
    const { kind, ...where } = visit.kind === 'item_page' ? { ...visit, country_id: countryIds[visit.country] } : visit
    return { day, device, kind, count, ...where }
  })
  await sql`
    insert into shop_figure_days (day, country_id, branch_id, device, kind, is_example, count)
    select v.day, coalesce(b.country_id, v.country_id), v.branch_id, v.device, v.kind,
      coalesce(i.is_example, false) or coalesce(b.is_example, false), sum(v.count)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as v(day date, device text, kind text, item text, branch text, branch_id uuid, country_id int, count bigint)
    left join catalogue_slugs s on s.slug = v.item
    left join items i on i.id = s.item_id and i.status = 'active'
    left join branches b on b.id = v.branch_id or b.slug = v.branch
    where case when v.kind = 'item_page' then i.id is not null else b.id is not null end
    group by 1, 2, 3, 4, 5, 6
    order by 1, 2, 3, 4, 5, 6
    on conflict (day, country_id, branch_id, device, kind, is_example)
    do update set count = shop_figure_days.count + excluded.count`.execute(tx)
}
