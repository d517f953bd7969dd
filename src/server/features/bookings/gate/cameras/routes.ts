import type { FastifyInstance } from 'fastify'
import { sendGateReads } from '#contract/gate-reads.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { acceptForms, type Form } from '#server/forms.ts'
import { mount } from '#server/http.ts'
import { parseJson } from '#server/json.ts'
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
  const asText = { parseAs: 'string' } as const
  scope.addContentTypeParser('application/json', asText, async (_request: unknown, body: string) => parseText(body))
  scope.addContentTypeParser(['application/xml', 'text/xml'], asText, async (_request: unknown, body: string) =>
    parseText(body),
  )
  mount(scope, sendGateReads, ({ query, request }) =>
    gate.take(findKey(request.headers.authorization, query.key), toBody(request.body)),
  )
}

/** Cameras are not careful with content types: the first sign says what it is. */
const parseText = (text: string): unknown =>
  /^\s*(?:\uFEFF)?</u.test(text) ? parseXml(text.replace('\uFEFF', '')) : parseJson(text, longestPicture_chars)

/** The read of a form is its first field or file that is JSON or XML; the rest are pictures. */
function toBody(body: unknown): unknown {
  if (!isForm(body)) return body
  for (const value of body.fields.values()) if (isReadable(value)) return parseText(value)
  for (const { content } of body.files.values())
    if (isReadable(content.subarray(0, 10).toString('utf8'))) return parseText(content.toString('utf8'))
  throw new AppError('malformed_body')
}

const isReadable = (text: string): boolean => /^\s*(?:\uFEFF)?[<{]/u.test(text)
const isForm = (body: unknown): body is Form =>
  typeof body === 'object' && body !== null && 'fields' in body && body.fields instanceof Map
