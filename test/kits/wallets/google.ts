import type { KeyObject } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { jwtVerify } from 'jose'
import type { GooglePass } from '#server/providers/wallets/google-wallet.ts'

type StoredObject = GooglePass & { id: string; classId: string }

/**
 * A stand-in for Google Wallet and its token service: it verifies who asks, keeps classes and objects, and opens links that
 * save a pass. `status` is how it answers from now on, instead of doing its work.
 */
export async function startGoogleService(clock: () => Date) {
  const objects = new Map<string, StoredObject>()
  const classes = new Map<string, object>()
  const calls: string[] = []
  const service = {
    origin: '',
    account: undefined as { client_email: string; publicKey: KeyObject } | undefined,
    objects,
    classes,
    calls,
    status: undefined as number | undefined,
    /** Awaited before a call is answered. */
    wait: undefined as Promise<void> | undefined,
    /** Does what Google does when a driver opens a link: returns the pass that is saved. Throws for a link that it refuses. */
    save: async (url: string): Promise<StoredObject> => {
      const token = url.replace('https://pay.google.com/gp/v/save/', '')
      const { payload, protectedHeader } = await jwtVerify(token, service.account!.publicKey, {
        algorithms: ['RS256'],
        issuer: service.account!.client_email,
        audience: 'google',
        currentDate: clock(),
      })
      if (payload['typ'] !== 'savetowallet' || protectedHeader.typ !== 'JWT') throw new Error('no link that saves')
      const { genericObjects } = payload['payload'] as { genericObjects: { id: string; classId: string }[] }
      const object = objects.get(genericObjects[0]!.id)
      if (object === undefined || object.classId !== genericObjects[0]!.classId) throw new Error('no such pass')
      return object
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
  const tokens = new Set<string>()
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const text = Buffer.concat(pieces).toString()
    const path = request.url ?? ''
    const answer = (status: number, body: object = {}) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (path === '/token') {
      const form = new URLSearchParams(text)
      if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') return answer(400)
      try {
        const { payload } = await jwtVerify(form.get('assertion') ?? '', service.account!.publicKey, {
          algorithms: ['RS256'],
          issuer: service.account!.client_email,
          audience: `${service.origin}/token`,
          currentDate: clock(),
          requiredClaims: ['exp', 'iat'],
        })
        if (payload['scope'] !== 'https://www.googleapis.com/auth/wallet_object.issuer') return answer(400)
      } catch {
        return answer(400, { error: 'invalid_grant' })
      }
      const access_token = crypto.randomUUID()
      tokens.add(access_token)
      calls.push('token')
      return answer(200, { access_token, expires_in: 3_599, token_type: 'Bearer' })
    }
    if (!tokens.has(request.headers.authorization?.replace('Bearer ', '') ?? '')) return answer(401)
    await service.wait
    if (service.status !== undefined) return answer(service.status)
    const [, resource, id] = /^\/(genericObject|genericClass)(?:\/([\w.-]+))?$/.exec(path) ?? []
    const body = JSON.parse(text) as StoredObject
    calls.push(`${request.method} ${resource}`)
    if (resource === 'genericClass' && request.method === 'POST') {
      if (classes.has(body.id)) return answer(409)
      classes.set(body.id, body)
      return answer(200, body)
    }
    if (resource !== 'genericObject') return answer(404)
    if (request.method === 'POST') {
      if (!classes.has(body.classId)) return answer(404)
      if (objects.has(body.id)) return answer(409)
      objects.set(body.id, body)
      return answer(200, body)
    }
    const known = objects.get(id ?? '')
    if (known === undefined) return answer(404)
    objects.set(known.id, { ...known, ...body })
    return answer(200, known)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  service.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return service
}
