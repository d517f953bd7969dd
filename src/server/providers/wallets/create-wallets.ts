import type { Config } from '#server/config.ts'
import { PassPushes } from './apns.ts'
import { GoogleWallet } from './google-wallet.ts'
import type { AppleKeys } from './keys.ts'

/** The wallets that are set up. */
export interface Wallets {
  apple?: { keys: AppleKeys; pushes: PassPushes }
  google?: GoogleWallet
}

export const createWallets = ({ apple_keys, google_keys }: Config): Wallets => ({
  ...(apple_keys === undefined ? {} : { apple: { keys: apple_keys, pushes: new PassPushes(apple_keys) } }),
  ...(google_keys === undefined ? {} : { google: new GoogleWallet(google_keys) }),
})
