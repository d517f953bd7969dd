import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pagePath } from '#contract/pages.ts'
import type { Config } from '#server/config.ts'
import { AppError } from '#server/http/errors.ts'
import { firebaseOf } from '#server/providers/identity/create-identity.ts'

const timeout_ms = 10_000
const maxBody_bytes = 64 * 1024
const maxResponse_bytes = 2 * 1024 * 1024

/** One segment, so that a path can't lead out of its folder, encoded or not. */
const isFile = (name: string): boolean => /^[a-z\d][\w.:-]{0,63}$/i.test(name)

/**
 * What the helper's pages need. Their inline scripts carry this nonce of Firebase's; their own scripts load Google's API
 * script, ask the project for its domains and the provider's address, and add a style element for errors.
 */
const helperPolicy = [
  "default-src 'none'",
  "script-src 'self' 'nonce-firebase-auth-helper' https://apis.google.com",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "connect-src 'self' https://www.googleapis.com https://identitytoolkit.googleapis.com https://securetoken.googleapis.com https://apis.google.com",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ')

/**
 * Serves Firebase's login pages from our own origin, since browsers give frames of other sites no storage for the result
 * of a redirect (Firebase, "Best practices for using signInWithRedirect", option 3).
 */
export async function serveLoginHelper(app: FastifyInstance, config: Config): Promise<void> {
  const firebase = firebaseOf(config)
  if (firebase === undefined) return
  const origin = config.simulated_login ?? `https://${firebase.auth_domain}`
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    const types = ['application/x-www-form-urlencoded', ...(firebase.simulated ? ['application/json'] : [])]
    scope.addContentTypeParser(types, { parseAs: 'buffer', bodyLimit: maxBody_bytes }, (_request, body, done) =>
      done(null, body),
    )
    const pass = (folder: string) => (request: FastifyRequest, reply: FastifyReply) => {
      const { file } = request.params as { file: string }
      if (!isFile(file)) throw new AppError('not_found')
      return forward(request, reply, new URL(`${folder}/${file}`, origin))
    }
    // Counted apart from our own API: every request causes one to Firebase.
    const options = { config: { rateLimit: { allowList: () => false } } }
    const methods = ['GET' as const, 'POST' as const]
    scope.route({ ...options, method: methods, url: '/__/auth/:file', handler: pass('/__/auth') })
    scope.get('/__/firebase/init.json', options, (request, reply) =>
      forward(request, reply, new URL('/__/firebase/init.json', origin)),
    )
    // No page of ours in Firebase's frame.
    scope.all('/__/*', () => {
      throw new AppError('not_found')
    })
    if (!firebase.simulated) return
    // The paths that Firebase's library uses with an emulator, which may be served without HTTPS.
    for (const folder of ['/emulator/auth', '/identitytoolkit.googleapis.com/v1', '/securetoken.googleapis.com/v1'])
      scope.route({ ...options, method: methods, url: `${folder}/:file`, handler: pass(folder) })
  })
}

/** Sends on nothing of ours: no cookies, no authorization, no addresses. */
async function forward(request: FastifyRequest, reply: FastifyReply, target: URL): Promise<FastifyReply> {
  const { url, headers, body } = request
  target.search = url.includes('?') ? url.slice(url.indexOf('?')) : ''
  try {
    const response = await fetch(target, {
      method: request.method,
      headers: Object.fromEntries(
        (['accept', 'accept-language', 'content-type', 'user-agent'] as const).flatMap((name) =>
          headers[name] === undefined ? [] : [[name, headers[name]]],
        ),
      ),
      body: body instanceof Buffer ? new Uint8Array(body) : null,
      redirect: 'error',
      signal: AbortSignal.timeout(timeout_ms),
    })
    const content = await readLimited(response)
    for (const name of ['content-type', 'cache-control']) {
      const value = response.headers.get(name)
      if (value !== null) reply.header(name, value)
    }
    return reply
      .code(response.status)
      .headers({
        'content-security-policy': helperPolicy,
        // The popup goes on to the provider's site and back; another policy would cut it off from our page.
        'cross-origin-opener-policy': 'unsafe-none',
      })
      .send(content)
  } catch (error) {
    request.log.warn({ err: error }, 'login helper')
    // Of a page that left for the provider, the log-in page says that no login came back.
    if (headers['sec-fetch-dest'] === 'document') return reply.redirect(pagePath('auth'), 303)
    throw new AppError('social_login_unavailable')
  }
}

async function readLimited(response: Response): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let size_bytes = 0
  for await (const piece of response.body ?? []) {
    size_bytes += piece.length
    if (size_bytes > maxResponse_bytes) throw new Error(`answered more than ${maxResponse_bytes} bytes`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
