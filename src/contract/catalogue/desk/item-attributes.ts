import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { line } from '#contract/fields.ts'
import { crud } from '#contract/lists/crud.ts'
import { deskList } from '#contract/lists/lists.ts'
import { deskRecord, recordFields } from '#contract/lists/records.ts'
import { lines, Version } from '#contract/lists/shared-fields.ts'

/** That in which the variations of an item differ: size, vehicle class. */
export const attributeList = deskList({
  name: 'item-attributes',
  menu: { group: 'shop', rank: 50, under: 'items' },
  permission: 'items.view',
  opens: { screen: 'item-attributes', permission: 'items.view' },
  creates: { path: 'item-attributes/new', permission: 'items.create' },
  namedBy: ['name', 'code'],
  columns: {
    name: { kind: 'text', sortable: true },
    code: { kind: 'code', sortable: true },
    values: { kind: 'text' },
    items: { kind: 'number' },
    is_vehicle_class: { kind: 'flag' },
    created_at: { kind: 'instant', sortable: true, extra: true },
  },
  filters: {},
  sort: 'name',
})

const Code = z.string().check(z.trim(), z.regex(/^[a-z0-9_]{2,30}$/, 'value_code'))
const facts = {
  name: line(2, 60),
  name_fr: line(2, 60),
  /** One on each line, in the order in which they are offered. Variations refer to the codes. */
  value_codes: lines(1_000),
  value_names: lines(2_000),
  value_names_fr: lines(2_000),
}

export const Attribute = z.object({
  ...recordFields,
  ...facts,
  code: z.string(),
  values: z.string(),
  is_vehicle_class: z.boolean(),
  items: z.number(),
  version: z.number(),
})
export type Attribute = z.infer<typeof Attribute>

const attributeCalls = crud('/api/v1/admin/item-attributes', 'items', Attribute)
export const getAttribute = endpoint({
  ...attributeCalls.get,
  name: 'getAttribute',
  summary: 'Returns an attribute of items with its values',
})
export const createAttribute = endpoint({
  ...attributeCalls.create,
  name: 'createAttribute',
  idempotent: true,
  summary: 'Creates an attribute with at least two values',
  body: z.strictObject({ code: Code, ...facts }),
})
export const updateAttribute = endpoint({
  ...attributeCalls.update,
  name: 'updateAttribute',
  summary: 'Changes an attribute; values that a variation has stay, and so do the classes of vehicles',
  body: z.strictObject({ ...facts, version: Version }),
})
export const deleteAttribute = endpoint({
  ...attributeCalls.delete,
  name: 'deleteAttribute',
  summary: 'Deletes an attribute that no item has',
})

const fields = {
  name: { kind: 'text', language: 'en' },
  name_fr: { kind: 'text', language: 'fr' },
  value_codes: { kind: 'long', hint: true },
  value_names: { kind: 'long', language: 'en', hint: true },
  value_names_fr: { kind: 'long', language: 'fr', hint: true },
} as const

export const attributeRecord = deskRecord({
  list: attributeList,
  get: getAttribute,
  facts: {
    code: { kind: 'code' },
    name: { kind: 'text' },
    name_fr: { kind: 'text' },
    value_codes: { kind: 'text' },
    value_names: { kind: 'text' },
    value_names_fr: { kind: 'text' },
    items: { kind: 'number' },
    is_vehicle_class: { kind: 'flag' },
  },
  create: { endpoint: createAttribute, fields: { ...fields, code: { kind: 'text', hint: true } } },
  update: { endpoint: updateAttribute, fields },
  remove: { endpoint: deleteAttribute },
})
