import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { maxApplication_bytes, leadForms, type LeadBody } from '#contract/leads.ts'
import { AppError, fieldError } from '#server/errors.ts'
import { toValidationError } from '#server/validation.ts'
import { findPdfProblem } from './pdf.ts'

/**
 * The fields and the file of an application's form; `hash` is of both, whatever boundaries a browser drew. Throws
 * `malformed_body`, `payload_too_large`, and a 422 for what a field may not be or for a file that is no harmless PDF.
 */
export async function readApplication(form: {
  type: string
  body: Buffer
}): Promise<{ body: LeadBody<'career'>; file: Buffer | undefined; hash: Buffer }> {
  const parts = await new Response(new Uint8Array(form.body), { headers: { 'content-type': form.type } })
    .formData()
    .catch(() => Promise.reject(new AppError('malformed_body')))
  const fields = parts.get('fields')
  if (typeof fields !== 'string') throw new AppError('malformed_body')
  const given = readJson(fields)
  const parsed = z.safeParse(leadForms.career, given)
  if (!parsed.success) throw toValidationError(parsed.error.issues, given)
  const file = await readPdf(parts.get('file'))
  const hash = createHash('sha256')
    .update(fields)
    .update(file ?? '')
    .digest()
  return { body: parsed.data, file, hash }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('malformed_body')
  }
}

async function readPdf(file: FormDataEntryValue | null): Promise<Buffer | undefined> {
  if (file === null) return undefined
  if (typeof file === 'string') throw fieldError('file', 'pdf')
  // What a form sends where no file was chosen; an empty one that was chosen is none to read.
  if (file.size === 0 && file.name === '') return undefined
  if (file.size > maxApplication_bytes) throw new AppError('payload_too_large')
  const content = Buffer.from(await file.arrayBuffer())
  const problem = findPdfProblem(content)
  if (problem !== undefined) throw fieldError('file', problem)
  return content
}
