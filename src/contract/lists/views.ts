import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { line, searchLine, Uuid } from '#contract/fields.ts'
import { deskPageSizes } from './list-facts.ts'

/** So many views one person may save. */
export const mostViews = 30

const SavedView = z.object({
  id: z.string(),
  name: z.string(),
  /** The query of the list's address. */
  query: z.string(),
  /** The role whose holders see it too; null for one's own alone. */
  role: z.nullable(z.string()),
  role_fr: z.nullable(z.string()),
  is_own: z.boolean(),
})
export type SavedView = z.infer<typeof SavedView>

const answer = z.object({ items: z.array(SavedView) })
const ListName = z.string().check(z.regex(/^[a-z-]{1,40}(\/[a-z-]{1,40})?$/, 'required'))

export const listViews = endpoint({
  name: 'listViews',
  method: 'GET',
  path: '/api/v1/admin/views',
  summary: 'Returns the saved views of a list: one’s own, and those shared with a role that one has',
  tag: 'desk',
  auth: 'views.save',
  status: 200,
  query: z.strictObject({ list: ListName }),
  answer,
})

export const saveView = endpoint({
  name: 'saveView',
  method: 'POST',
  path: '/api/v1/admin/views',
  summary: 'Saves a view of a list; returns all views of that list',
  tag: 'desk',
  auth: 'views.save',
  idempotent: true,
  status: 201,
  body: z.strictObject({ list: ListName, name: line(1, 60), query: z.union([z.literal(''), searchLine(1, 2_000)]) }),
  answer,
})

export const shareView = endpoint({
  name: 'shareView',
  method: 'POST',
  path: '/api/v1/admin/views/{id}/share',
  summary: 'Shows a view of one’s own to everybody with a role, or to oneself alone again',
  tag: 'desk',
  auth: 'views.share',
  status: 200,
  params: z.strictObject({ id: Uuid }),
  body: z.strictObject({ role_id: z.nullable(Uuid) }),
  answer,
})

export const deleteView = endpoint({
  name: 'deleteView',
  method: 'DELETE',
  path: '/api/v1/admin/views/{id}',
  summary: 'Deletes a view of one’s own',
  tag: 'desk',
  auth: 'views.save',
  status: 204,
  params: z.strictObject({ id: Uuid }),
})

/** Remembers how many rows a page of a list has for the person, on all their devices. */
export const saveListSize = endpoint({
  name: 'saveListSize',
  method: 'PUT',
  path: '/api/v1/users/list-sizes/{list}',
  summary: 'Remembers the page size that the caller has chosen for a list of the desk',
  tag: 'desk',
  auth: 'customer',
  status: 204,
  params: z.strictObject({ list: ListName }),
  body: z.strictObject({ size: z.union(deskPageSizes.map((size) => z.literal(size, 'page_size'))) }),
})
