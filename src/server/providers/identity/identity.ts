import type { SocialProvider } from '#contract/auth.ts'

/** What a verified token says of whom it is about. */
export type IdentityClaims = {
  issuer: string
  subject: string
  provider: SocialProvider
  /** In lower case; undefined when the provider keeps it to itself, or has not proved it. */
  email: string | undefined
  name: string | undefined
  /** Of what the issuer signed: the same for every spelling of one token. */
  token_hash: Buffer
  expires_at: Date
}

/** `refused`: the token proves nothing. `unavailable`: the issuer's keys could not be had. */
export class IdentityError extends Error {
  readonly kind: 'refused' | 'unavailable'
  constructor(kind: 'refused' | 'unavailable', message: string, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
  }
}

export type IdentityProvider = {
  /** Throws IdentityError. */
  verify(id_token: string, now: Date): Promise<IdentityClaims>
}
