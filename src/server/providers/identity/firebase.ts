import { createHash } from 'node:crypto'
import { jwtVerify, type JWTVerifyGetKey } from 'jose'
import * as z from 'zod/mini'
import { Email, type SocialProvider } from '#contract/accounts/auth.ts'
import { IdentityError, type IdentityClaims, type IdentityProvider } from './identity.ts'
import { remoteKeys } from './keys.ts'

/** Maximum age of a token: sign-in follows at once, so an older token may have been stolen. */
const maxTokenAge_s = 5 * 60
/** Allowed difference between the issuer's clock and ours. */
const clockTolerance_s = 30

const providers = new Map<string, SocialProvider>([
  ['google.com', 'google'],
  ['apple.com', 'apple'],
])

const Claims = z.object({
  iss: z.string(),
  sub: z.string().check(z.minLength(1), z.maxLength(128)),
  exp: z.number(),
  iat: z.number(),
  auth_time: z.number(),
  email: z.optional(z.string()),
  email_verified: z.optional(z.boolean()),
  name: z.optional(z.string()),
  firebase: z.object({ sign_in_provider: z.string() }),
})

/** Verifies Firebase Authentication's ID tokens with Google's public keys; needs no secret and no call per login. */
export function createFirebase(options: {
  project_id: string
  jwks_url: string
  keys?: JWTVerifyGetKey
}): IdentityProvider {
  const keys = options.keys ?? remoteKeys(options.jwks_url)
  const issuer = `https://securetoken.google.com/${options.project_id}`
  return {
    async verify(id_token, now) {
      const claims = await readClaims(id_token, now, { keys, issuer, audience: options.project_id })
      const now_s = now.getTime() / 1_000
      if (claims.iat > now_s + clockTolerance_s || claims.auth_time > now_s + clockTolerance_s)
        throw refused('from the future')
      if (claims.auth_time < now_s - maxTokenAge_s) throw refused('the login is too long ago')
      const provider = providers.get(claims.firebase.sign_in_provider)
      if (provider === undefined) throw refused(`signed in by ${claims.firebase.sign_in_provider}`)
      return toIdentity(id_token, claims, provider)
    },
  }
}

interface Expected {
  keys: JWTVerifyGetKey
  issuer: string
  audience: string
}

async function readClaims(
  id_token: string,
  now: Date,
  { keys, issuer, audience }: Expected,
): Promise<z.output<typeof Claims>> {
  try {
    const { payload } = await jwtVerify(id_token, keys, {
      algorithms: ['RS256'],
      issuer,
      audience,
      currentDate: now,
      clockTolerance: clockTolerance_s,
      requiredClaims: ['sub', 'exp', 'iat', 'auth_time'],
    })
    return z.parse(Claims, payload)
  } catch (error) {
    if (error instanceof IdentityError) throw error
    throw refused('not a token of this project', error)
  }
}

function toIdentity(id_token: string, claims: z.output<typeof Claims>, provider: SocialProvider): IdentityClaims {
  const email = claims.email_verified === true ? Email.safeParse(claims.email).data : undefined
  const signed = id_token.slice(0, id_token.lastIndexOf('.'))
  return {
    issuer: claims.iss,
    subject: claims.sub,
    provider,
    email,
    name: claims.name,
    token_hash: createHash('sha256').update(signed).digest(),
    expires_at: new Date((claims.exp + clockTolerance_s) * 1_000),
  }
}

const refused = (why: string, cause?: unknown) => new IdentityError('refused', why, cause)
