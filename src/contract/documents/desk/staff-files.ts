import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Uuid } from '#contract/fields.ts'
import { byId } from '#contract/lists/shared-fields.ts'
import { documentKinds } from '../document-rules.ts'
import { DeskDocument } from './document-requests.ts'

/** What staff uploads: the report of an inspection, or the scan of an issued document. */
export const staffPurposes = ['report', 'scan'] as const

export const addStaffFile = endpoint({
  name: 'addStaffFile',
  method: 'POST',
  path: '/api/v1/admin/documents/{id}/files',
  summary: 'Uploads a report or a scan as the multipart field `file` (PDF, JPEG, PNG or WebP, at most 5 MiB)',
  tag: 'desk',
  auth: 'documents.update',
  status: 200,
  params: byId,
  query: z.strictObject({
    purpose: z.enum(staffPurposes, 'required'),
    kind: z.optional(z.enum(documentKinds, 'required')),
  }),
  answer: DeskDocument,
})
/** Each view is in the audit log. */
export const getStaffFile = endpoint({
  name: 'getStaffFile',
  in_read_only: false,
  method: 'GET',
  path: '/api/v1/admin/documents/{id}/files/{file_id}',
  summary: 'Returns a file of a request for staff',
  tag: 'desk',
  auth: 'documents.view',
  status: 200,
  params: z.strictObject({ id: Uuid, file_id: Uuid }),
})
