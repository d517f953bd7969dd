import { connect, constants, type ClientHttp2Session } from 'node:http2'
import * as z from 'zod/mini'
import { minute_ms } from '#contract/time.ts'
import { describeCall, runInSpan } from '#server/trace.ts'
import { RemoteError } from '../remote-error.ts'
import type { AppleKeys } from './keys.ts'

/** Passes are pushed by the production service, whatever they are. */
export const appleService = 'https://api.push.apple.com'

const timeout_ms = 10_000
/** Apple wants connections to be kept; one that nothing has used for this long is closed. */
const idle_ms = 10 * minute_ms
const longestAnswer_chars = 4_096

/** `gone`: the token is no longer valid; `since` is when the service last knew it, where it says so. */
export type PushOutcome = { outcome: 'sent' } | { outcome: 'gone'; since: Date | undefined }

const Reason = z.object({ reason: z.optional(z.string()), timestamp: z.optional(z.number()) })

/** Apple's push service over HTTP/2, with the certificate of the pass type as that of the client. */
export class PassPushes {
  readonly #keys: AppleKeys
  readonly #options: { service: string; ca?: string }
  #session: ClientHttp2Session | undefined

  constructor(keys: AppleKeys, options: { service: string; ca?: string } = { service: appleService }) {
    this.#keys = keys
    this.#options = options
  }

  /** Has a device ask for what has changed: the payload is empty. Throws RemoteError where Apple did not take it. */
  async push(token: string): Promise<PushOutcome> {
    const { status, body } = await runInSpan(
      describeCall('POST', new URL(this.#options.service).host),
      () => this.#send(token),
      ({ status }) => ({ 'http.response.status_code': status }),
    )
    if (status === constants.HTTP_STATUS_OK) return { outcome: 'sent' }
    const { reason = 'no reason', timestamp } = readReason(body)
    if (status === constants.HTTP_STATUS_GONE || reason === 'BadDeviceToken')
      return { outcome: 'gone', since: timestamp === undefined ? undefined : new Date(timestamp) }
    throw new RemoteError(`Apple's push service answered ${status} (${reason})`)
  }

  close(): void {
    this.#session?.close()
    this.#session = undefined
  }

  #send(token: string): Promise<{ status: number; body: string }> {
    return new Promise((resolve, reject) => {
      const fail = (error: Error) =>
        reject(new RemoteError(`Apple's push service could not be reached: ${error.message}`, { cause: error }))
      const session = this.#open()
      session.once('error', fail)
      const stream = session.request({
        ':method': 'POST',
        ':path': `/3/device/${token}`,
        'apns-topic': this.#keys.pass_type_id,
        'apns-push-type': 'background',
        'apns-priority': '5',
      })
      let status = 0
      let body = ''
      stream.setEncoding('utf8')
      stream.setTimeout(timeout_ms, () => {
        stream.close(constants.NGHTTP2_CANCEL)
        fail(new Error('it took too long'))
        // A connection that has died unnoticed would hold up the next one as well.
        session.destroy()
      })
      stream.on('response', (headers) => (status = headers[':status'] ?? 0))
      stream.on('data', (piece: string) => (body = (body + piece).slice(0, longestAnswer_chars)))
      stream.on('error', fail)
      stream.on('close', () => {
        session.off('error', fail)
        if (status === 0) fail(new Error('the connection was closed'))
        else resolve({ status, body })
      })
      stream.end('{}')
    })
  }

  #open(): ClientHttp2Session {
    const open = this.#session
    if (open !== undefined && !open.closed && !open.destroyed) return open
    const { certificate, intermediate, key } = this.#keys
    const { service, ca } = this.#options
    const session = connect(service, {
      cert: `${certificate}\n${intermediate}`,
      key,
      ...(ca === undefined ? {} : { ca }),
    })
    const forget = () => {
      if (this.#session === session) this.#session = undefined
    }
    session.setMaxListeners(0)
    session.unref()
    session.setTimeout(idle_ms, () => session.close())
    session.on('goaway', forget).on('error', forget).on('close', forget)
    this.#session = session
    return session
  }
}

function readReason(body: string): z.output<typeof Reason> {
  try {
    return Reason.safeParse(JSON.parse(body)).data ?? {}
  } catch {
    return {}
  }
}
