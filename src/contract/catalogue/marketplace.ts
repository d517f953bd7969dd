import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Currency, line, Money, pageOf, pageQuery, searchLine, Uuid, wholeNumber, missingOr } from '#contract/fields.ts'
import { orderTypes } from '#contract/orders/order-states.ts'
import { CountryCode, CountryText } from '#contract/places/places.ts'
import { itemKinds, itemSorts, workGroups } from './shop-rules.ts'

export const Slug = line(1, 120)
const flag = z.enum(['true', 'false'], 'required')

const branchFacts = {
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  country_code: CountryCode,
  city: z.string(),
  address: z.string(),
  lat: z.number(),
  lng: z.number(),
  timezone: z.string(),
  phone: z.nullable(z.string()),
  opening_hours: z.string(),
  open: z.boolean(),
  currency: Currency,
  /** Whether what it charges contains the taxes, as in Nigeria and Senegal. Prices shown always do. */
  includes_tax: z.boolean(),
  takeaway: z.boolean(),
  delivery: z.boolean(),
  /** The car parks to whose bays it delivers. */
  parks: z.array(z.object({ park_code: z.string(), slug: z.string(), name: z.nullable(z.string()) })),
  is_example: z.boolean(),
}
export const FrontBranch = z.object(branchFacts)
export type FrontBranch = z.infer<typeof FrontBranch>

export const FrontBranchDetails = z.object({
  ...branchFacts,
  takeaway_minimum: Money,
  delivery_minimum: Money,
  bay_charge: Money,
  /** In metres, as the crow flies. */
  radius_m: z.number(),
  cancel_cutoff_minutes: z.number(),
  goods_return_days: z.number(),
  /** Closures of the next 30 days. */
  closures: z.array(z.object({ starts_at: z.string(), ends_at: z.string(), reason: z.string() })),
})
export type FrontBranchDetails = z.infer<typeof FrontBranchDetails>

export const listBranches = endpoint({
  name: 'listBranches',
  method: 'GET',
  path: '/api/v1/front/branches',
  summary: 'Lists the active branches of a country, or those that serve a car park',
  tag: 'marketplace',
  auth: 'none',
  status: 200,
  query: z.strictObject({ country: z.optional(CountryText), park: z.optional(line(2, 20)) }),
  answer: z.object({ items: z.array(FrontBranch) }),
})

export const getBranch = endpoint({
  name: 'getBranch',
  method: 'GET',
  path: '/api/v1/front/branches/{slug}',
  summary: 'Returns an active branch',
  tag: 'marketplace',
  auth: 'none',
  status: 200,
  params: z.strictObject({ slug: Slug }),
  answer: FrontBranchDetails,
})

const FreeSlot = z.object({ starts_at: z.string(), ends_at: z.string() })

export const listSlots = endpoint({
  name: 'listBranchSlots',
  method: 'GET',
  path: '/api/v1/front/branches/{slug}/slots',
  summary: 'Lists the free slots of a day at a branch, in its time zone, for so much work',
  tag: 'marketplace',
  auth: 'none',
  status: 200,
  params: z.strictObject({ slug: Slug }),
  query: z.strictObject({
    order_type: z.enum(orderTypes, 'required'),
    /** Today without one. */
    day: z.optional(z.iso.date(missingOr('day'))),
    work_group: z._default(z.enum(workGroups, 'required'), 'counter'),
    units: z._default(wholeNumber(0, 10_000), 1),
    duration_min: z._default(wholeNumber(0, 1_440), 0),
  }),
  answer: z.object({
    day: z.string(),
    timezone: z.string(),
    items: z.array(FreeSlot),
    /** The first free slot from now on, whatever the day. */
    next: z.nullable(FreeSlot),
  }),
})

const named = { id: z.string(), slug: z.string(), name: z.string() }
const OfferMark = z.object({ slug: z.string(), name: z.string(), ends_at: z.string() })

/** What is charged for one, with all taxes: after the best offer, and before it where there is one. */
const pricing = { price: Money, old_price: z.nullable(Money) }

const summary = {
  ...named,
  category: z.object(named),
  kind: z.enum(itemKinds),
  description: z.string(),
  picture: z.nullable(z.string()),
  ...pricing,
  /** Whether other variations cost more. */
  is_from: z.boolean(),
  offer: z.nullable(OfferMark),
  sold_out: z.boolean(),
  /** When a pause ends; null unless it is paused. */
  paused_until: z.nullable(z.string()),
  order_types: z.array(z.enum(orderTypes)),
  /** The first free slot for one of it. */
  next_slot: z.nullable(z.string()),
  needs_vehicle: z.boolean(),
  is_featured: z.boolean(),
  is_example: z.boolean(),
}
export const ItemSummary = z.object(summary)
export type ItemSummary = z.infer<typeof ItemSummary>

export const ItemForm = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  ...pricing,
  sold_out: z.boolean(),
})
export const ItemExtra = z.object({ id: z.string(), name: z.string(), price: Money })

export const ItemDetails = z.object({
  ...summary,
  caution: z.nullable(z.string()),
  pictures: z.array(z.object({ path: z.string(), alt: z.string() })),
  needs_key: z.boolean(),
  duration_min: z.nullable(z.number()),
  max_per_order: z.number(),
  /** The attribute in which its variations differ; exactly one is chosen. */
  attribute: z.nullable(z.object({ name: z.string(), is_vehicle_class: z.boolean() })),
  variations: z.array(ItemForm),
  extras: z.array(ItemExtra),
  addons: z.array(ItemSummary),
  /** The average and number of what customers said; examples do not count. Null without any. */
  rating: z.nullable(z.object({ average: z.number(), count: z.number() })),
})
export type ItemDetails = z.infer<typeof ItemDetails>

export const ShopCategory = z.object({
  ...named,
  description: z.string(),
  picture: z.nullable(z.string()),
  /** How many items the branch sells in it. */
  items: z.number(),
  is_example: z.boolean(),
})
export type ShopCategory = z.infer<typeof ShopCategory>

const read = { tag: 'marketplace', auth: 'none', method: 'GET', status: 200 } as const

export const listCategories = endpoint({
  ...read,
  name: 'listCategories',
  path: '/api/v1/marketplace/categories',
  summary: 'Lists the categories in which a branch sells something',
  query: z.strictObject({ branch: Slug }),
  answer: z.object({ items: z.array(ShopCategory) }),
})

export const listItems = endpoint({
  ...read,
  name: 'listItems',
  path: '/api/v1/marketplace/items',
  summary:
    'Lists what a branch sells, with prices that contain all taxes; a search allows one typing error in each word',
  query: z.strictObject({
    branch: Slug,
    category: z.optional(Slug),
    kind: z.optional(z.enum(itemKinds, 'required')),
    order_type: z.optional(z.enum(orderTypes, 'required')),
    /** Items with an offer, or those of one offer by its name. */
    offer: z.optional(Slug),
    available_today: z.optional(flag),
    search: z.optional(searchLine(1, 80)),
    sort: z._default(z.enum(itemSorts, 'required'), 'position'),
    ...pageQuery,
  }),
  answer: pageOf(ItemSummary),
})

export const getItem = endpoint({
  ...read,
  name: 'getItem',
  path: '/api/v1/marketplace/items/{id}',
  summary: 'Returns an item as a branch sells it, by its id or its name in the address',
  params: z.strictObject({ id: z.union([Uuid, Slug]) }),
  query: z.strictObject({ branch: Slug }),
  answer: ItemDetails,
})

export const ShopOffer = z.object({
  ...named,
  picture: z.nullable(z.string()),
  discount_type: z.enum(['fixed', 'percentage']),
  /** The percentage, or null. */
  percent: z.nullable(z.number()),
  /** What is taken off each unit before taxes are added, or null. */
  amount: z.nullable(Money),
  starts_at: z.string(),
  ends_at: z.string(),
  /** How many of its items the branch sells. */
  items: z.number(),
  is_example: z.boolean(),
})
export type ShopOffer = z.infer<typeof ShopOffer>

export const listOffers = endpoint({
  ...read,
  name: 'listOffers',
  path: '/api/v1/marketplace/offers',
  summary: 'Lists the offers that apply at a branch now',
  query: z.strictObject({ branch: Slug }),
  answer: z.object({ items: z.array(ShopOffer) }),
})

export const sliderPlacements = ['home', 'marketplace'] as const

export const listSliders = endpoint({
  ...read,
  name: 'listSliders',
  path: '/api/v1/marketplace/sliders',
  summary: 'Lists the sliders that are shown in a place now, in their order; none where there are none',
  query: z.strictObject({
    placement: z._default(z.enum(sliderPlacements, 'required'), 'marketplace'),
    /** Without one, those for every country. */
    country: z.optional(CountryText),
  }),
  answer: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        text: z.nullable(z.string()),
        /** For screens wider than a phone, and for phones. */
        wide_picture: z.string(),
        narrow_picture: z.string(),
        alt: z.string(),
        link: z.string(),
      }),
    ),
  }),
})
