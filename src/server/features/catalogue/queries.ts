import { sql } from 'kysely'
import type {
  getItem,
  ItemDetails,
  ItemSummary,
  listCategories,
  listItems,
  listOffers,
} from '#contract/catalogue/marketplace.ts'
import type { AnswerOf, ParsedQuery } from '#contract/endpoint.ts'
import { toPage } from '#contract/fields.ts'
import type { Language } from '#contract/places/places.ts'
import type { Db } from '#server/database/connect.ts'
import { toMoney } from '#server/features/branches/records.ts'
import { getShopBranch } from '#server/features/branches/shop-branch.ts'
import { recall } from '#server/features/branches/shop-versions.ts'
import { loadSlotPlan } from '#server/features/branches/slot-plan.ts'
import { findFirstSlot, sumNeeds, type SlotPlan } from '#server/features/branches/slots.ts'
import { ratingOf } from '#server/features/parks/rules.ts'
import { getZoneDays } from '#server/features/pricing/tariff-days.ts'
import { AppError } from '#server/http/errors.ts'
import {
  listOrderTypes,
  loadCatalogue,
  priceExtra,
  priceOne,
  toSaleLine,
  type Catalogue,
  type ShopItem,
} from './catalogue.ts'
import { matchesSearch } from './search-text.ts'

interface Reader {
  language: Language
  now: Date
}

/** A branch with what it sells and when it could first do each thing. */
export type Shop = Catalogue &
  Reader & {
    findNext: (item: ShopItem) => NextTime
    /** What is shown of its items, by language and id; others have the same one while nothing has changed. */
    shown: Map<string, Shown>
  }

/** When something could first be had, and until when that is so if nothing changes, in milliseconds. */
interface NextTime {
  at: Date | undefined
  until: number
}

/** Reads what a branch sells now. Throws `branch_not_found`. */
export async function openShop(db: Db, slug: string, reader: Reader): Promise<Shop> {
  const branch = await getShopBranch(db, slug)
  const catalogue = await loadCatalogue(db, branch, reader.now)
  const plans = {
    delivery: await loadSlotPlan(db, branch, 'delivery', reader.now),
    takeaway: await loadSlotPlan(db, branch, 'takeaway', reader.now),
  }
  const findNext = (item: ShopItem): NextTime => {
    const found = listOrderTypes(item, branch).map((type) =>
      findFirstSlot(plans[type], sumNeeds([{ ...item, quantity: 1 }], type), reader.now),
    )
    const times = found.flatMap(({ slot }) => slot?.starts_at.getTime() ?? [])
    return {
      at: times.length === 0 ? undefined : new Date(Math.min(...times)),
      until: Math.min(...found.map(({ until }) => until)),
    }
  }
  return { ...catalogue, ...reader, findNext, shown: findShown(catalogue, plans) }
}

interface Plans {
  delivery: SlotPlan
  takeaway: SlotPlan
}

const shownOf = new WeakMap<Catalogue['items'], Plans & { shown: Map<string, Shown> }>()

/** What was made of the same items and slots before. */
function findShown({ items }: Catalogue, { delivery, takeaway }: Plans): Map<string, Shown> {
  const known = shownOf.get(items)
  if (known?.delivery === delivery && known.takeaway === takeaway) return known.shown
  const shown = new Map<string, Shown>()
  shownOf.set(items, { delivery, takeaway, shown })
  return shown
}

const inLanguage = <T extends { name: string; name_fr: string }>({ language }: Reader, { name, name_fr }: T) =>
  language === 'fr' ? name_fr : name

/** The variations of an item with their prices, or the item itself. */
function listForms(shop: Shop, item: ShopItem) {
  const variations = item.variations.length === 0 ? [undefined] : item.variations
  return variations.map((variation) => {
    const line = toSaleLine(item, { variation_id: variation?.id, quantity: 1 })!
    const left = variation === undefined ? item.left : variation.left
    return { variation, ...priceOne(line, shop.branch), sold_out: item.paused_until !== null || left === 0 }
  })
}

interface Shown {
  item: ShopItem
  summary: ItemSummary
  total_minor: bigint
  next: Date | undefined
  /** The moments for which it is so, in milliseconds. */
  from: number
  until: number
}

function toShown(shop: Shop, item: ShopItem): Shown {
  const [key, at] = [`${shop.language} ${item.id}`, shop.now.getTime()]
  const known = shop.shown.get(key)
  if (known !== undefined && known.from <= at && at < known.until) return known
  const shown = describeItem(shop, item)
  shop.shown.set(key, shown)
  return shown
}

function describeItem(shop: Shop, item: ShopItem): Shown {
  const forms = listForms(shop, item)
  // What can be had counts; if nothing can, the cheapest.
  const offered = forms.some(({ sold_out }) => !sold_out) ? forms.filter(({ sold_out }) => !sold_out) : forms
  const cheapest = offered.reduce((best, form) => (form.total_minor < best.total_minor ? form : best))
  const sold_out = forms.every((form) => form.sold_out)
  const { at: next, until } = sold_out ? { at: undefined, until: Number.POSITIVE_INFINITY } : shop.findNext(item)
  const isFrench = shop.language === 'fr'
  const summary: ItemSummary = {
    id: item.id,
    slug: item.slug,
    name: inLanguage(shop, item),
    category: {
      id: item.category_id,
      slug: item.category_slug,
      name: isFrench ? item.category_name_fr : item.category_name,
    },
    kind: item.kind,
    description: isFrench ? item.description_fr : item.description,
    picture: item.picture,
    price: cheapest.price,
    old_price: cheapest.old_price,
    is_from: new Set(forms.map(({ total_minor }) => total_minor)).size > 1,
    offer:
      cheapest.offer === null
        ? null
        : {
            slug: cheapest.offer.slug,
            name: inLanguage(shop, cheapest.offer),
            ends_at: cheapest.offer.ends_at.toISOString(),
          },
    sold_out,
    paused_until: item.paused_until?.toISOString() ?? null,
    order_types: listOrderTypes(item, shop.branch),
    next_slot: next?.toISOString() ?? null,
    needs_vehicle: item.needs_vehicle,
    is_featured: item.is_featured,
    is_example: item.is_example,
  }
  return { item, summary, total_minor: cheapest.total_minor, next, from: shop.now.getTime(), until }
}

/** Returns a page of what a branch sells. */
export async function findItems(
  db: Db,
  shop: Shop,
  { page, size, sort, ...filters }: Omit<ParsedQuery<typeof listItems>, 'branch'>,
): Promise<AnswerOf<typeof listItems>> {
  const reader = shop
  const days = getZoneDays(shop.branch.timezone)
  const today = days.dayOf(reader.now.getTime())
  const { category, kind, order_type, offer, available_today, search } = filters
  const shown = [...shop.items.values()]
    .filter(
      (item) =>
        (category === undefined || item.category_slug === category) &&
        (kind === undefined || item.kind === kind) &&
        (search === undefined || matchesSearch(item.folded, search)) &&
        (order_type === undefined || listOrderTypes(item, shop.branch).includes(order_type)) &&
        (offer === undefined || item.offers.some((candidate) => candidate.slug === offer)),
    )
    .map((item) => toShown(shop, item))
    .filter(
      ({ next }) =>
        available_today === undefined ||
        (next !== undefined && days.dayOf(next.getTime()) === today) === (available_today === 'true'),
    )
  const compare: Record<typeof sort, (a: Shown, b: Shown) => number> = {
    position: () => 0,
    name: (a, b) => a.summary.name.localeCompare(b.summary.name, reader.language),
    price: (a, b) => Number(a.total_minor - b.total_minor),
    '-price': (a, b) => Number(b.total_minor - a.total_minor),
  }
  const sorted = shown.toSorted(compare[sort]).map(({ summary }) => summary)
  return toPage(sorted.slice((page - 1) * size, page * size), sorted.length, page, size)
}

/** Returns an item as a branch sells it. Throws `branch_not_found`, and `item_not_found` where it does not sell it. */
export async function getShopItem(
  db: Db,
  id: string,
  { branch }: ParsedQuery<typeof getItem>,
  reader: Reader,
): Promise<ItemDetails> {
  const shop = await openShop(db, branch, reader)
  const item = shop.items.get(id) ?? [...shop.items.values()].find(({ slug }) => slug === id)
  if (item === undefined) throw new AppError('item_not_found')
  const pictures = await recall(db, shop.branch.versions, {
    name: `pictures of ${item.id}`,
    parts: ['catalogue'],
    load: () =>
      db
        .selectFrom('item_pictures')
        .select(['path', 'alt', 'alt_fr'])
        .where('item_id', '=', item.id)
        .orderBy('position')
        .execute(),
  })
  return {
    ...toDetails(shop, item),
    pictures: pictures.map(({ path, alt, alt_fr }) => ({ path, alt: reader.language === 'fr' ? alt_fr : alt })),
    rating: await findRating(db, item.id),
  }
}

/** An item with its choices, without its pictures and what customers said of it. */
export function toDetails(shop: Shop, item: ShopItem): ItemDetails {
  const isFrench = shop.language === 'fr'
  const addons = item.addon_ids.flatMap((addon) => shop.items.get(addon) ?? [])
  return {
    ...toShown(shop, item).summary,
    pictures: [],
    caution: isFrench ? item.caution_fr : item.caution,
    needs_key: item.needs_key,
    duration_min: item.duration_min,
    max_per_order: item.max_per_order,
    attribute:
      item.attribute_name === null
        ? null
        : {
            name: isFrench ? item.attribute_name_fr! : item.attribute_name,
            is_vehicle_class: item.is_vehicle_class === true,
          },
    variations: listForms(shop, item).flatMap(({ variation, price, old_price, sold_out }) =>
      variation === undefined
        ? []
        : [{ id: variation.id, code: variation.code, name: inLanguage(shop, variation), price, old_price, sold_out }],
    ),
    extras: item.extras.map((extra) => ({
      id: extra.id,
      name: inLanguage(shop, extra),
      price: priceExtra(extra, item, shop.branch),
    })),
    addons: addons.map((addon) => toShown(shop, addon).summary),
    rating: null,
  }
}

/** What customers said of an item; what examples said counts nowhere outside of our pages. */
async function findRating(db: Db, item_id: string): Promise<ItemDetails['rating']> {
  const { rows } = await sql<{ rating_sum: number; rating_count: number }>`
    select coalesce(sum(r.rating), 0)::float8 as rating_sum, count(*)::int as rating_count
    from item_reviews r join orders o on o.id = r.order_id
    where r.item_id = ${item_id}::uuid and r.hidden_at is null and not o.is_example`.execute(db)
  const average = ratingOf(rows[0]!)
  return average === null ? null : { average, count: rows[0]!.rating_count }
}

/** Returns the categories in which a branch sells something, in their order. Throws `branch_not_found`. */
export async function findCategories(
  db: Db,
  slug: string,
  { language, now }: Reader,
): Promise<AnswerOf<typeof listCategories>> {
  const branch = await getShopBranch(db, slug)
  const { items } = await loadCatalogue(db, branch, now)
  const counts = Map.groupBy(items.values(), ({ category_id }) => category_id)
  const rows = await recall(db, branch.versions, {
    name: 'categories',
    parts: ['catalogue'],
    load: () =>
      db
        .selectFrom('item_categories')
        .selectAll()
        .where('status', '=', 'active')
        .orderBy('position')
        .orderBy('slug')
        .execute(),
  })
  return {
    items: rows
      .filter(({ id }) => counts.has(id))
      .map(({ id, picture, is_example, ...row }) => ({
        id,
        slug: row.slug,
        name: language === 'fr' ? row.name_fr : row.name,
        description: language === 'fr' ? row.description_fr : row.description,
        picture,
        items: counts.get(id)!.length,
        is_example,
      })),
  }
}

/** Returns the offers that apply at a branch now to something that it sells. Throws `branch_not_found`. */
export async function findShopOffers(db: Db, slug: string, reader: Reader): Promise<AnswerOf<typeof listOffers>> {
  const branch = await getShopBranch(db, slug)
  const { items, offers } = await loadCatalogue(db, branch, reader.now)
  return {
    items: offers.flatMap((offer) => {
      const count = [...items.values()].filter((item) => item.offers.includes(offer)).length
      if (count === 0) return []
      const { id, picture, kind, value, starts_at, ends_at, is_example } = offer
      return [
        {
          id,
          slug: offer.slug,
          name: inLanguage(reader, offer),
          picture,
          discount_type: kind,
          percent: kind === 'percentage' ? Number(value) / 1_000 : null,
          amount: kind === 'fixed' ? toMoney(value, branch.currency) : null,
          starts_at: starts_at.toISOString(),
          ends_at: ends_at.toISOString(),
          items: count,
          is_example,
        },
      ]
    }),
  }
}
