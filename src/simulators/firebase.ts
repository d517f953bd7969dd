import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { exportJWK, generateKeyPair, SignJWT, type JWK } from 'jose'
import { mountLoginPages, type Person } from './firebase-pages.ts'
import { formOf, randomId } from './stand-in.ts'

export interface FirebaseStandIn {
  project_id: string
  origin: string
  jwks_url: string
  /** Number of requests for the keys. */
  readonly jwks_requests: number
  /** Adds a person under a key, which a sign-in names. */
  admit(key: string, person: Person): void
  /** Returns a signed token; `claims` override, `stranger` signs with an unpublished key. */
  tokenOf(person: Person, claims?: Record<string, unknown>, stranger?: boolean): Promise<string>
  /** Replaces the signing key and no longer publishes the old one. */
  rotate(): Promise<void>
  /** While down, requests for the keys get 503. */
  setDown(down: boolean): void
  close(): Promise<void>
}

interface Key {
  private_key: CryptoKey
  jwk: JWK
}
interface Options {
  project_id?: string
  now?: () => Date
  max_age_s?: number
  domains?: string[]
}

const lifetime_s = 3_600

/** Starts a Firebase Authentication simulator on a loopback port: the keys and the calls of its client library. */
export async function startFirebase(options: Options = {}): Promise<FirebaseStandIn> {
  const { project_id = 'parkwell-test', now = () => new Date(), max_age_s = 600 } = options
  const people = new Map<string, Person>()
  const stranger = await newKey()
  let key = await newKey()
  let down = false
  let jwks_requests = 0

  const tokenOf: FirebaseStandIn['tokenOf'] = (person, claims = {}, strange = false) => {
    const now_s = Math.floor(now().getTime() / 1_000)
    const { private_key, jwk } = strange ? { ...stranger, jwk: key.jwk } : key
    return new SignJWT({
      iss: `https://securetoken.google.com/${project_id}`,
      aud: project_id,
      sub: person.uid,
      user_id: person.uid,
      iat: now_s,
      exp: now_s + lifetime_s,
      auth_time: now_s,
      name: person.name,
      picture: person.picture,
      email: person.email,
      email_verified: person.email_verified ?? person.email !== undefined,
      firebase: { identities: {}, sign_in_provider: person.provider },
      jti: randomId(12),
      ...claims,
    })
      .setProtectedHeader({ alg: 'RS256', kid: jwk.kid!, typ: 'JWT' })
      .sign(private_key)
  }

  const app = Fastify({ forceCloseConnections: true, bodyLimit: 64 * 1024, routerOptions: { maxParamLength: 300 } })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, new URLSearchParams(String(body)))
  })
  app.get('/jwks', (_request, reply) => {
    jwks_requests += 1
    if (down) return reply.code(503).send({})
    return reply.header('cache-control', `public, max-age=${max_age_s}, must-revalidate`).send({ keys: [key.jwk] })
  })
  // The library's paths for the real service and for an emulator.
  for (const prefix of ['', '/identitytoolkit.googleapis.com', '/securetoken.googleapis.com'])
    mountCalls(app, prefix, { people, tokenOf, project_id, domains: options.domains ?? ['localhost', '127.0.0.1'] })
  mountLoginPages(app, { people, project_id })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`

  return {
    project_id,
    origin,
    jwks_url: `${origin}/jwks`,
    get jwks_requests() {
      return jwks_requests
    },
    admit: (name, person) => void people.set(name, person),
    tokenOf,
    rotate: async () => {
      key = await newKey()
    },
    setDown: (next) => {
      down = next
    },
    close: () => app.close(),
  }
}

async function newKey(): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid: randomId(16), alg: 'RS256', use: 'sig' }
  return { private_key: privateKey, jwk }
}

interface Project {
  people: Map<string, Person>
  tokenOf: FirebaseStandIn['tokenOf']
  project_id: string
  domains: string[]
}

function mountCalls(app: FastifyInstance, prefix: string, { people, tokenOf, project_id, domains }: Project): void {
  const refuse = (message: string) => ({ error: { code: 400, message, errors: [{ message, reason: 'invalid' }] } })
  const tokensOf = async (person: Person) => ({
    idToken: await tokenOf(person),
    refreshToken: `refresh-${keyOf(people, person)}`,
    expiresIn: String(lifetime_s),
  })

  app.get(`${prefix}/v1/projects`, () => ({ projectId: project_id, authorizedDomains: domains }))
  app.post(`${prefix}/v1/accounts::signInWithIdp`, async (request, reply) => {
    const { postBody = '', requestUri = '' } = request.body as { postBody?: string; requestUri?: string }
    const person = people.get(
      new URLSearchParams(postBody).get('id_token') ?? URL.parse(requestUri)?.searchParams.get('person') ?? '',
    )
    if (person === undefined) return reply.code(400).send(refuse('INVALID_IDP_RESPONSE'))
    const about = { email: person.email, displayName: person.name, photoUrl: person.picture, localId: person.uid }
    if (person.refusal === 'NEED_CONFIRMATION')
      return { ...about, needConfirmation: true, providerId: person.provider, verifiedProvider: ['password'] }
    if (person.refusal !== undefined) return reply.code(400).send(refuse(person.refusal))
    return { ...about, ...(await tokensOf(person)), providerId: person.provider, isNewUser: false, rawUserInfo: '{}' }
  })
  app.post(`${prefix}/v1/accounts::lookup`, (request, reply) => {
    const person = personOf(people, (request.body as { idToken?: string }).idToken)
    if (person === undefined) return reply.code(400).send(refuse('INVALID_ID_TOKEN'))
    const { uid, email, name, picture, provider, email_verified = true } = person
    const shown = { email, displayName: name, photoUrl: picture }
    const providerUserInfo = [{ ...shown, providerId: provider, rawId: uid, federatedId: uid }]
    return { users: [{ localId: uid, ...shown, emailVerified: email_verified, providerUserInfo }] }
  })
  app.post(`${prefix}/v1/token`, async (request: FastifyRequest, reply) => {
    const person = people.get((formOf(request).get('refresh_token') ?? '').replace(/^refresh-/, ''))
    if (person === undefined) return reply.code(400).send(refuse('INVALID_REFRESH_TOKEN'))
    const { idToken, refreshToken, expiresIn } = await tokensOf(person)
    return {
      id_token: idToken,
      access_token: idToken,
      refresh_token: refreshToken,
      expires_in: expiresIn,
      user_id: person.uid,
    }
  })
}

const keyOf = (people: Map<string, Person>, person: Person) =>
  [...people].find(([, value]) => value === person)?.[0] ?? ''

function personOf(people: Map<string, Person>, id_token: string | undefined): Person | undefined {
  const payload = id_token?.split('.')[1]
  if (payload === undefined) return undefined
  const { sub } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sub?: string }
  return [...people.values()].find(({ uid }) => uid === sub)
}
