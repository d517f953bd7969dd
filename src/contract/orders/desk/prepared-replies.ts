import * as z from 'zod/mini'
import { branchList } from '#contract/branches/desk/branches.ts'
import { endpoint } from '#contract/endpoint.ts'
import { line, tooShort, Uuid } from '#contract/fields.ts'
import { deskList } from '#contract/lists/lists.ts'
import { deskRecord, recordFields } from '#contract/lists/records.ts'
import { byId, lines, Version, versionQuery } from '#contract/lists/shared-fields.ts'
import { maxMessageLength } from '../order-messages.ts'

const permission = 'messages.view'

/** What branches often answer customers. */
export const preparedReplyList = deskList({
  name: 'prepared-replies',
  menu: { group: 'orders', rank: 70, under: 'messages' },
  permission,
  opens: { screen: 'prepared-replies', permission },
  creates: { path: 'prepared-replies/new', permission: 'messages.update' },
  namedBy: ['name'],
  columns: {
    name: { kind: 'text', sortable: true },
    branch: { kind: 'text' },
    text: { kind: 'text' },
  },
  filters: { branch: { kind: 'text' } },
  sort: 'name',
})

const Text = lines(maxMessageLength).check(z.minLength(2, { error: tooShort(2) }))
const words = { name: line(2, 60), text: Text, text_fr: Text }

export const PreparedReply = z.object({
  ...recordFields,
  version: z.number(),
  branch_id: z.string(),
  branch: z.string(),
  name: z.string(),
  text: z.string(),
  text_fr: z.string(),
})
export type PreparedReply = z.infer<typeof PreparedReply>

const all = '/api/v1/admin/prepared-replies'
const path = `${all}/{id}` as const
const record = { tag: 'desk', status: 200, params: byId, answer: PreparedReply } as const

export const getPreparedReply = endpoint({
  ...record,
  name: 'getPreparedReply',
  method: 'GET',
  path,
  summary: 'Returns a prepared reply of a branch',
  auth: permission,
})

export const createPreparedReply = endpoint({
  name: 'createPreparedReply',
  method: 'POST',
  path: all,
  summary: 'Prepares a reply in both languages for the messages of a branch',
  tag: 'desk',
  auth: 'messages.update',
  idempotent: true,
  status: 201,
  body: z.strictObject({ branch_id: Uuid, ...words }),
  answer: PreparedReply,
})

export const updatePreparedReply = endpoint({
  ...record,
  name: 'updatePreparedReply',
  method: 'PATCH',
  path,
  summary: 'Changes a prepared reply',
  auth: 'messages.update',
  body: z.strictObject({ ...words, version: Version }),
})

export const deletePreparedReply = endpoint({
  name: 'deletePreparedReply',
  method: 'DELETE',
  path,
  summary: 'Deletes a prepared reply',
  tag: 'desk',
  auth: 'messages.update',
  status: 204,
  params: byId,
  query: versionQuery,
})

const fields = {
  name: { kind: 'text', hint: true },
  text: { kind: 'long', language: 'en' },
  text_fr: { kind: 'long', language: 'fr' },
} as const

export const preparedReplyRecord = deskRecord({
  list: preparedReplyList,
  get: getPreparedReply,
  facts: {
    branch: { kind: 'text' },
    name: { kind: 'text' },
    text: { kind: 'text' },
    text_fr: { kind: 'text' },
  },
  links: { branch: { screen: 'branches', id: 'branch_id' } },
  create: {
    endpoint: createPreparedReply,
    fields: { branch_id: { kind: 'record', list: branchList, titles: 'branch' }, ...fields },
  },
  update: { endpoint: updatePreparedReply, fields },
  remove: { endpoint: deletePreparedReply },
})
