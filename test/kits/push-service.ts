import { createDecipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { importJWK, jwtVerify } from 'jose'

interface Received {
  message: unknown
  headers: Record<string, string | undefined>
  subject: string | undefined
}

/** A browser with a subscription at the stand-in, and what it has been sent. */
export interface Subscription {
  endpoint: string
  keys: { p256dh: string; auth: string }
  received: Received[]
  /** How the service answers from now on. */
  status: number
}

/** A stand-in for a push service (RFC 8030) that checks who sends (RFC 8292) and reads as the browser would (RFC 8291). */
export async function startPushService(): Promise<{
  origin: string
  subscribe: (publicKey: string) => Subscription
  close: () => Promise<void>
}> {
  const browsers = new Map<string, { subscription: Subscription; ecdh: ECDH; auth: Buffer; publicKey: string }>()
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const browser = browsers.get(request.url ?? '')
    if (browser === undefined) return response.writeHead(404).end()
    const { subscription, publicKey } = browser
    try {
      const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(\S+)$/.exec(request.headers.authorization ?? '') ?? []
      if (key !== publicKey) return response.writeHead(403).end()
      const point = Buffer.from(key, 'base64url')
      const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
      const { payload } = await jwtVerify(token, await importJWK({ kty: 'EC', crv: 'P-256', x: x!, y: y! }, 'ES256'), {
        audience: origin,
      })
      if (subscription.status === 201)
        subscription.received.push({
          message: JSON.parse(decrypt(Buffer.concat(pieces), browser.ecdh, browser.auth)),
          headers: request.headers as Record<string, string | undefined>,
          subject: payload.sub,
        })
      return response.writeHead(subscription.status).end()
    } catch (error) {
      return response.writeHead(400).end(String(error))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    subscribe: (publicKey) => {
      const ecdh = createECDH('prime256v1')
      const p256dh = ecdh.generateKeys().toString('base64url')
      const auth = randomBytes(16)
      const path = `/send/${randomBytes(8).toString('hex')}`
      const keys = { p256dh, auth: auth.toString('base64url') }
      const subscription: Subscription = { endpoint: origin + path, keys, received: [], status: 201 }
      browsers.set(path, { subscription, ecdh, auth, publicKey })
      return subscription
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

const derive = (key: Buffer, salt: Buffer, info: Buffer | string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, bytes))

/** Reads a body of one record in `aes128gcm` (RFC 8188). */
function decrypt(body: Buffer, ecdh: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + body[20]!)
  const record = body.subarray(21 + body[20]!)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
  const secret = derive(ecdh.computeSecret(sender), auth, info, 32)
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
}
