import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { line, Uuid } from '#contract/fields.ts'
import { documentKinds } from './document-rules.ts'
import { documentCall, documentParams } from './documents.ts'

export const filePurposes = ['customer', 'report', 'scan'] as const

export const DocumentFile = z.object({
  id: z.string(),
  purpose: z.enum(filePurposes),
  kind: z.nullable(z.enum(documentKinds)),
  name: z.string(),
  type: z.enum(['application/pdf', 'image/jpeg']),
  size_bytes: z.number(),
  created_at: z.string(),
})
export type DocumentFile = z.infer<typeof DocumentFile>

const path = '/api/v1/documents/{id}/files'
const fileParams = z.strictObject({ id: line(8, 36), file_id: Uuid })

export const addDocumentFile = endpoint({
  ...documentCall,
  name: 'addDocumentFile',
  method: 'POST',
  path,
  summary:
    'Uploads a file of a request as the multipart field `file` (PDF, JPEG, PNG or WebP, at most 5 MiB), of the document `kind` names',
  status: 201,
  params: documentParams,
  query: z.strictObject({ kind: z.optional(z.enum(documentKinds, 'required')) }),
  answer: DocumentFile,
})

export const listDocumentFiles = endpoint({
  ...documentCall,
  name: 'listDocumentFiles',
  method: 'GET',
  path,
  summary: 'Lists the files of a request, oldest first',
  params: documentParams,
  answer: z.object({ items: z.array(DocumentFile) }),
})

export const getDocumentFile = endpoint({
  name: 'getDocumentFile',
  method: 'GET',
  path: `${path}/{file_id}`,
  summary: 'Returns a file of a request of the account',
  tag: 'documents',
  auth: 'customer',
  status: 200,
  params: fileParams,
})

export const removeDocumentFile = endpoint({
  ...documentCall,
  name: 'removeDocumentFile',
  method: 'DELETE',
  path: `${path}/{file_id}`,
  summary: 'Deletes a file that the customer added, as long as nobody has begun to check it',
  status: 204,
  params: fileParams,
})
