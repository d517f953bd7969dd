import { createSecureServer, type IncomingHttpHeaders } from 'node:http2'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { Authority } from './keys.ts'

export interface Pushed {
  token: string
  headers: IncomingHttpHeaders
  payload: unknown
  /** The pass type of the certificate with which the sender came. */
  sender: string
}

/**
 * A stand-in for Apple's push service: HTTP/2 over TLS, for senders with a certificate of the authority whose pass type is
 * the topic. `answers` says how it answers for a token from now on.
 */
export async function startPushGateway(authority: Authority) {
  const { key, certificate } = authority.issue('/CN=127.0.0.1', 'subjectAltName=IP:127.0.0.1')
  const pushed: Pushed[] = []
  const answers = new Map<string, { status: number; body?: object }>()
  const waits = new Map<string, Promise<void>>()
  const gateway = createSecureServer({
    key,
    cert: certificate,
    ca: authority.certificate,
    requestCert: true,
    rejectUnauthorized: true,
  })
  const sessions = new Set<{ close: () => void }>()
  gateway.on('session', (session) => {
    sessions.add(session)
    session.on('close', () => sessions.delete(session))
  })
  gateway.on('stream', (stream, headers) => {
    const pieces: Buffer[] = []
    stream.on('error', () => undefined)
    stream.on('data', (piece: Buffer) => pieces.push(piece))
    stream.on('end', async () => {
      const token = /^\/3\/device\/([\da-f]+)$/i.exec(headers[':path'] ?? '')?.[1]
      const sender = (stream.session!.socket as TLSSocket).getPeerCertificate().subject as unknown as { UID: string }
      const answer = (status: number, body?: object) => {
        stream.respond({ ':status': status, 'apns-id': crypto.randomUUID() })
        stream.end(body === undefined ? undefined : JSON.stringify(body))
      }
      if (headers[':method'] !== 'POST') return answer(405, { reason: 'MethodNotAllowed' })
      if (token === undefined) return answer(400, { reason: 'BadDeviceToken' })
      if (headers['apns-topic'] !== sender.UID) return answer(400, { reason: 'TopicDisallowed' })
      await waits.get(token)
      const { status, body } = answers.get(token) ?? { status: 200 }
      if (status === 200)
        pushed.push({ token, headers, payload: JSON.parse(Buffer.concat(pieces).toString()), sender: sender.UID })
      return answer(status, body)
    })
  })
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  return {
    service: `https://127.0.0.1:${(gateway.address() as AddressInfo).port}`,
    pushed,
    answers,
    waits,
    /** Ends the connections, as the service does from time to time. */
    hangUp: () => {
      for (const session of sessions) session.close()
    },
    close: () =>
      new Promise<void>((resolve) => {
        for (const session of sessions) session.close()
        gateway.close(() => resolve())
      }),
  }
}
