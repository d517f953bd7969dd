import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { line } from '#contract/fields.ts'
import { crud } from '#contract/lists/crud.ts'
import { deskList } from '#contract/lists/lists.ts'
import { deskRecord, recordFields } from '#contract/lists/records.ts'
import { byId, lines, SlugText, Version } from '#contract/lists/shared-fields.ts'
import { recordStates, workGroups } from '../shop-rules.ts'
import { PictureText } from './pictures.ts'

/** The work groups of categories: what is delivered is no category. */
export const categoryGroups = workGroups.filter((group) => group !== 'delivery')

export const categoryList = deskList({
  name: 'item-categories',
  menu: { group: 'shop', rank: 40, under: 'items' },
  bulk: ['items.update'],
  permission: 'items.view',
  opens: { screen: 'item-categories', permission: 'items.view' },
  creates: { path: 'item-categories/new', permission: 'items.create' },
  namedBy: ['name', 'slug'],
  columns: {
    name: { kind: 'text', sortable: true, example: 'is_example' },
    picture: { kind: 'picture' },
    slug: { kind: 'code', extra: true },
    work_group: { kind: 'choice', words: 'work_groups' },
    items: { kind: 'number' },
    position: { kind: 'number', sortable: true },
    is_example: { kind: 'flag', extra: true },
    created_at: { kind: 'instant', sortable: true, extra: true },
  },
  filters: { work_group: { kind: 'choice', values: categoryGroups, words: 'work_groups' } },
  states: recordStates,
  sort: 'position',
})

const facts = {
  name: line(2, 80),
  name_fr: line(2, 80),
  description: z.nullable(lines(600)),
  description_fr: z.nullable(lines(600)),
  work_group: z.enum(categoryGroups, 'required'),
  picture: z.nullable(PictureText),
}

export const Category = z.object({
  ...recordFields,
  ...facts,
  slug: z.string(),
  picture: z.nullable(z.string()),
  version: z.number(),
  status: z.enum(recordStates),
  position: z.number(),
  items: z.number(),
  is_example: z.boolean(),
  created_at: z.string(),
})
export type Category = z.infer<typeof Category>

const path = '/api/v1/admin/item-categories/{id}'
const record = { tag: 'desk', status: 200, params: byId, answer: Category } as const

const categoryCalls = crud('/api/v1/admin/item-categories', 'items', Category)
export const getCategory = endpoint({
  ...categoryCalls.get,
  name: 'getCategory',
  summary: 'Returns a category of items',
})
export const createCategory = endpoint({
  ...categoryCalls.create,
  name: 'createCategory',
  idempotent: true,
  summary: 'Creates an inactive category after the others',
  body: z.strictObject({ ...facts, slug: SlugText }),
})
/** The slug stays: people have links to it. */
export const updateCategory = endpoint({
  ...categoryCalls.update,
  name: 'updateCategory',
  summary: 'Changes a category; its address on the site stays',
  body: z.strictObject({ ...facts, version: Version }),
})
export const deleteCategory = endpoint({
  ...categoryCalls.delete,
  name: 'deleteCategory',
  summary: 'Deletes a category without items',
})

const verb = { ...record, method: 'POST', auth: 'items.update' } as const
export const activateCategory = endpoint({
  ...verb,
  name: 'activateCategory',
  path: `${path}/activate`,
  summary: 'Shows a category with its active items',
})
export const deactivateCategory = endpoint({
  ...verb,
  name: 'deactivateCategory',
  path: `${path}/deactivate`,
  summary: 'Hides a category with its items',
})
export const raiseCategory = endpoint({
  ...verb,
  name: 'raiseCategory',
  path: `${path}/up`,
  summary: 'Moves a category before the one above it',
})
export const lowerCategory = endpoint({
  ...verb,
  name: 'lowerCategory',
  path: `${path}/down`,
  summary: 'Moves a category after the one below it',
})

const fields = {
  name: { kind: 'text', language: 'en' },
  name_fr: { kind: 'text', language: 'fr' },
  description: { kind: 'long', language: 'en' },
  description_fr: { kind: 'long', language: 'fr' },
  work_group: { kind: 'choice', values: categoryGroups, words: 'work_groups', hint: true },
  picture: { kind: 'picture' },
} as const

export const categoryRecord = deskRecord({
  list: categoryList,
  get: getCategory,
  state: 'status',
  facts: {
    picture: { kind: 'picture' },
    name: { kind: 'text' },
    name_fr: { kind: 'text' },
    slug: { kind: 'code' },
    work_group: { kind: 'choice', words: 'work_groups' },
    items: { kind: 'number' },
    description: { kind: 'text' },
    description_fr: { kind: 'text' },
    is_example: { kind: 'flag' },
  },
  create: { endpoint: createCategory, fields: { ...fields, slug: { kind: 'text', hint: true } } },
  update: { endpoint: updateCategory, fields },
  remove: { endpoint: deleteCategory },
  actions: {
    activate: { endpoint: activateCategory, undo: 'deactivate' },
    deactivate: { endpoint: deactivateCategory, undo: 'activate' },
    up: { endpoint: raiseCategory, undo: 'down' },
    down: { endpoint: lowerCategory, undo: 'up' },
  },
  bulk: ['activate', 'deactivate'],
})
