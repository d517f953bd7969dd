import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from './errors.ts'

export interface FormFile {
  /** As the sender called it; empty when no file was chosen. */
  name: string
  content: Buffer
  /** Hashed as it arrives: five megabytes at once take some 10 ms. */
  sha256: Buffer
}
/** A posted form; of fields with the same name, the first counts. */
export interface Form {
  fields: Map<string, string>
  files: Map<string, FormFile>
}

const maxParts = 40
const maxField_bytes = 64 * 1024
/** For the fields, boundaries and headers beside a file. */
const overhead_bytes = 256 * 1024

/**
 * Makes the routes of this scope take multipart forms (and URL-encoded ones, if asked) with one file of at most `file_bytes`,
 * or with several that are together no larger.
 * Forms are read as they arrive, in small pieces; a request without a body is an empty form. Fails with
 * `payload_too_large` and `malformed_body`.
 */
export function acceptForms(scope: FastifyInstance, file_bytes: number, { urlEncoded = false, files = 1 } = {}): void {
  scope.removeAllContentTypeParsers()
  scope.addHook('preValidation', (request, _reply, done) => {
    request.body ??= { fields: new Map(), files: new Map() } satisfies Form
    done()
  })
  scope.addContentTypeParser('multipart/form-data', (request: FastifyRequest, body: Readable) =>
    readMultipart(request.headers, body, file_bytes, files),
  )
  if (urlEncoded)
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: overhead_bytes },
      async (_request: unknown, body: string): Promise<Form> => ({
        // Reversed, so that the first of several counts.
        fields: new Map([...new URLSearchParams(body)].toReversed()),
        files: new Map(),
      }),
    )
}

async function readMultipart(
  headers: FastifyRequest['headers'],
  body: Readable,
  file_bytes: number,
  files: number,
): Promise<Form> {
  const most_bytes = file_bytes + overhead_bytes
  if (Number(headers['content-length'] ?? 0) > most_bytes) throw new AppError('payload_too_large')
  const form: Form = { fields: new Map(), files: new Map() }
  try {
    const parser = createParser(headers, form, file_bytes, files)
    const parsed = finished(parser)
    // Handled below, also when the parser fails while the next piece is awaited.
    parsed.catch(() => undefined)
    let received_bytes = 0
    // A request that is destroyed could not be answered.
    for await (const piece of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      received_bytes += piece.length
      if (received_bytes > most_bytes) throw new AppError('payload_too_large')
      if (parser.destroyed) break
      if (!parser.write(piece)) await Promise.race([once(parser, 'drain'), parsed])
    }
    if (!parser.destroyed) parser.end()
    await parsed
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('malformed_body')
  }
  return form
}

/** A parser that fills the form and fails beyond the limits. */
function createParser(
  headers: FastifyRequest['headers'],
  form: Form,
  file_bytes: number,
  files: number,
): BusboyInstance {
  const parser = new Busboy({
    headers: { ...headers, 'content-type': headers['content-type']! },
    isPartAFile: (_field, _type, name) => name !== undefined,
    limits: {
      parts: maxParts,
      files,
      fileSize: file_bytes,
      fieldSize: maxField_bytes,
      headerPairs: 20,
      headerSize: 8_192,
    },
  })
  const refuse = () => parser.destroy(new AppError('payload_too_large'))
  parser.on('partsLimit', refuse)
  parser.on('filesLimit', refuse)
  parser.on('field', (name, value, _isNameCut, isCut) => {
    if (isCut) refuse()
    if (!form.fields.has(name)) form.fields.set(name, value)
  })
  parser.on('file', (field, stream, name) => {
    const pieces: Buffer[] = []
    const hash = createHash('sha256')
    stream.on('data', (piece: Buffer) => {
      pieces.push(piece)
      hash.update(piece)
    })
    stream.on('limit', refuse)
    // The parser fails too, and reports it.
    stream.on('error', () => undefined)
    stream.on('end', () => form.files.set(field, { name, content: Buffer.concat(pieces), sha256: hash.digest() }))
  })
  return parser
}
