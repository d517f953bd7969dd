import type { Locale } from '#contract/formats.ts'
import type { SignedIn } from '#server/http/caller.ts'
import type { CartOwner } from './store.ts'

/** Who has a cart: the account, or a visitor with the token that was sent. */
export interface Shopper {
  user: SignedIn | undefined
  token: string | undefined
  locale: Locale
}

/** Whose cart it is; undefined for a visitor without a token. */
export const ownerOf = ({ user, token }: Shopper): CartOwner | undefined =>
  user !== undefined ? { user_id: user.user_id } : token !== undefined ? { token } : undefined
