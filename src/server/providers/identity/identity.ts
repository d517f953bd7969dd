import type { SocialProvider } from '#contract/accounts/auth.ts'

/** Claims of a verified token. */
export interface IdentityClaims {
  issuer: string
  subject: string
  provider: SocialProvider
  /** In lower case; undefined when the provider withholds it or hasn't verified it. */
  email: string | undefined
  name: string | undefined
  /** Hash of the signed part: equal for every encoding of one token. */
  token_hash: Buffer
  expires_at: Date
}

/** `refused`: the token is invalid. `unavailable`: the issuer's keys could not be loaded. */
export class IdentityError extends Error {
  readonly kind: 'refused' | 'unavailable'
  constructor(kind: 'refused' | 'unavailable', message: string, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
  }
}

export interface IdentityProvider {
  /** Throws IdentityError. */
  verify(id_token: string, now: Date): Promise<IdentityClaims>
}
