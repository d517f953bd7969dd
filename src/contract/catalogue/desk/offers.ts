import * as z from 'zod/mini'
import { branchList } from '#contract/branches/desk/branches.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Currency, Instant, line, Money, Uuid, missingOr } from '#contract/fields.ts'
import { crud } from '#contract/lists/crud.ts'
import { deskList } from '#contract/lists/lists.ts'
import { deskRecord, recordFields } from '#contract/lists/records.ts'
import { byId, integer, SlugText, Version } from '#contract/lists/shared-fields.ts'
import { currencies } from '#contract/money.ts'
import { recordStates } from '../shop-rules.ts'
import { itemList } from './items.ts'
import { PictureText } from './pictures.ts'

export const discountKinds = ['percentage', 'fixed'] as const

export const funders = ['us', 'branch'] as const

/** Reductions of items for a time, by the specification's names of their fields. */
export const offerList = deskList({
  name: 'offers',
  menu: { group: 'shop', rank: 35 },
  bulk: ['offers.update'],
  permission: 'offers.view',
  opens: { screen: 'offers', permission: 'offers.view' },
  creates: { path: 'offers/new', permission: 'offers.create' },
  namedBy: ['name', 'slug'],
  columns: {
    name: { kind: 'text', sortable: true, example: 'is_example' },
    picture: { kind: 'picture' },
    slug: { kind: 'code', extra: true },
    discount_type: { kind: 'choice', words: 'discount_types' },
    percent: { kind: 'number' },
    amount: { kind: 'money' },
    items: { kind: 'number' },
    branches: { kind: 'number', extra: true },
    funded_by: { kind: 'choice', words: 'funders', extra: true },
    uses: { kind: 'number' },
    start_date: { kind: 'instant', sortable: true },
    end_date: { kind: 'instant', sortable: true },
    is_example: { kind: 'flag', extra: true },
  },
  filters: {
    item: { kind: 'text' },
    branch: { kind: 'text' },
    running: { kind: 'flag' },
    end: { kind: 'days' },
  },
  states: recordStates,
  sort: '-end_date',
})

const terms = {
  name: line(2, 80),
  name_fr: line(2, 80),
  discount_type: z.enum(discountKinds, 'required'),
  /** A percentage, or an amount off each unit in `currency`. */
  discount: z.number(missingOr('number')).check(z.positive('positive'), z.maximum(1_000_000_000, 'too_large')),
  currency: z.nullable(Currency),
  start_date: Instant,
  end_date: Instant,
  item_ids: z.array(Uuid).check(z.minLength(1, 'required'), z.maxLength(500, 'too_long')),
  /** None: all branches. */
  branch_ids: z.array(Uuid).check(z.maxLength(200, 'too_long')),
  picture: z.nullable(PictureText),
  /** How often it can be used by everybody together; null: without limit. */
  most_uses: z.nullable(integer(1, 1_000_000)),
  funded_by: z.enum(funders, 'required'),
}

export const Offer = z.object({
  ...recordFields,
  ...terms,
  slug: z.string(),
  picture: z.nullable(z.string()),
  percent: z.nullable(z.number()),
  amount: z.nullable(Money),
  items: z.array(z.string()),
  branches: z.array(z.string()),
  uses: z.number(),
  status: z.enum(recordStates),
  version: z.number(),
  is_example: z.boolean(),
  created_at: z.string(),
})
export type Offer = z.infer<typeof Offer>

const path = '/api/v1/admin/offers/{id}'
const record = { tag: 'desk', status: 200, params: byId, answer: Offer } as const

const offerCalls = crud('/api/v1/admin/offers', 'offers', Offer)
export const getOffer = endpoint({
  ...offerCalls.get,
  name: 'getOffer',
  summary: 'Returns an offer with its items and branches',
})
export const createOffer = endpoint({
  ...offerCalls.create,
  name: 'createOffer',
  idempotent: true,
  summary: 'Creates an offer; it is active at once, and counts between its dates',
  body: z.strictObject({ ...terms, slug: SlugText }),
})
export const updateOffer = endpoint({
  ...offerCalls.update,
  name: 'updateOffer',
  summary: 'Changes an offer; orders keep the reductions that they had',
  body: z.strictObject({ ...terms, version: Version }),
})
export const deleteOffer = endpoint({
  ...offerCalls.delete,
  name: 'deleteOffer',
  summary: 'Deletes an offer that no order has had',
})
const verb = { ...record, method: 'POST', auth: 'offers.update' } as const
export const activateOffer = endpoint({
  ...verb,
  name: 'activateOffer',
  path: `${path}/activate`,
  summary: 'Makes an offer active',
})
export const deactivateOffer = endpoint({
  ...verb,
  name: 'deactivateOffer',
  path: `${path}/deactivate`,
  summary: 'Makes an offer inactive, so that nothing is reduced by it',
})

const fields = {
  name: { kind: 'text', language: 'en' },
  name_fr: { kind: 'text', language: 'fr' },
  discount_type: { kind: 'choice', values: discountKinds, words: 'discount_types' },
  discount: { kind: 'number', hint: true },
  currency: { kind: 'choice', values: currencies, hint: true },
  start_date: { kind: 'instant' },
  end_date: { kind: 'instant' },
  item_ids: { kind: 'records', list: itemList, titles: 'items' },
  branch_ids: { kind: 'records', list: branchList, titles: 'branches', hint: true },
  most_uses: { kind: 'number', hint: true },
  funded_by: { kind: 'choice', values: funders, words: 'funders', hint: true },
  picture: { kind: 'picture' },
} as const

export const offerRecord = deskRecord({
  list: offerList,
  get: getOffer,
  state: 'status',
  facts: {
    picture: { kind: 'picture' },
    name: { kind: 'text' },
    name_fr: { kind: 'text' },
    slug: { kind: 'code' },
    discount_type: { kind: 'choice', words: 'discount_types' },
    percent: { kind: 'number' },
    amount: { kind: 'money' },
    start_date: { kind: 'instant' },
    end_date: { kind: 'instant' },
    items: { kind: 'choices' },
    branches: { kind: 'choices' },
    uses: { kind: 'number' },
    most_uses: { kind: 'number' },
    funded_by: { kind: 'choice', words: 'funders' },
    is_example: { kind: 'flag' },
    created_at: { kind: 'instant' },
  },
  create: { endpoint: createOffer, fields: { ...fields, slug: { kind: 'text', hint: true } } },
  update: { endpoint: updateOffer, fields },
  remove: { endpoint: deleteOffer },
  actions: {
    activate: { endpoint: activateOffer, undo: 'deactivate' },
    deactivate: { endpoint: deactivateOffer, undo: 'activate' },
  },
  bulk: ['activate', 'deactivate'],
})
