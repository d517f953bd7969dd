import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sendGateReads } from '#contract/gate/gate-reads.ts'
import { decodeText, UndecodableText } from '#server/decode-text.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/http/errors.ts'
import { acceptForms, type Form } from '#server/http/forms.ts'
import { parseJson } from '#server/http/json.ts'
import { mount } from '#server/http/mount.ts'
import { parseXml } from './read-formats.ts'
import { findKey, gateOf } from './take-reads.ts'

/** With the pictures that some cameras send beside a read; they are not kept. */
const mostBytes = 5 * 1024 * 1024
const mostFiles = 8
const longestPicture_chars = 1_000_000

/** What number plate cameras send. */
export function cameraRoutes(scope: FastifyInstance, deps: Deps): void {
  const gate = gateOf(deps)
  scope.addHook('onListen', (done) => {
    gate.start()
    done()
  })
  scope.addHook('onClose', () => gate.stop())
  acceptForms(scope, mostBytes, { files: mostFiles })
  scope.addContentTypeParser(
    ['application/json', 'application/xml', 'text/xml'],
    { parseAs: 'buffer' },
    ({ headers }: FastifyRequest, body: Buffer) => parseBytes(body, readCharset(headers['content-type'])),
  )
  mount(scope, sendGateReads, async ({ query, request }) =>
    gate.take(findKey(request.headers.authorization, query.key), await toBody(request.body)),
  )
}

/** Cameras are not careful with content types: the first sign says what it is. */
const parseText = (text: string): unknown =>
  /^\s*</.test(text) ? parseXml(text) : parseJson(text, longestPicture_chars)

const readCharset = (type = ''): string | undefined => /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(type)?.[1]

/** Makers declare encodings other than UTF-8. Throws `malformed_body` for bytes that are no text. */
async function parseBytes(bytes: Uint8Array, charset?: string): Promise<unknown> {
  try {
    const { text } = await decodeText(bytes, charset)
    return parseText(text)
  } catch (error) {
    throw error instanceof UndecodableText ? new AppError('malformed_body') : error
  }
}

/** The read of a form is its first field or file that is JSON or XML; the rest are pictures. */
async function toBody(body: unknown): Promise<unknown> {
  if (!isForm(body)) return body
  for (const value of body.fields.values()) if (isReadable(value)) return parseText(value)
  for (const { content } of body.files.values()) if (startsReadable(content)) return parseBytes(content)
  throw new AppError('malformed_body')
}

const isReadable = (text: string): boolean => /^\s*(?:\uFEFF)?[<{]/u.test(text)
/** With the byte order mark of UTF-8 or UTF-16, or without. */
const startsReadable = (content: Buffer): boolean =>
  /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\s\0]*[<{]/.test(content.toString('latin1', 0, 10))
const isForm = (body: unknown): body is Form =>
  typeof body === 'object' && body !== null && 'fields' in body && body.fields instanceof Map
