import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto'
import * as z from 'zod/mini'

/** What signs passes for Apple Wallet and proves to Apple's push service who sends; all of it PEM. */
export interface AppleKeys {
  certificate: string
  key: string
  /** Apple's intermediate certificate (WWDR), which has issued ours. */
  intermediate: string
  /** As the certificate names it: `pass.com.example.parking`. */
  pass_type_id: string
  team_id: string
  /** When the first of the two certificates ends. */
  certificates_end: Date
}

/** A service account that may change the passes of an issuer of Google Wallet. */
export interface GoogleKeys {
  issuer_id: string
  client_email: string
  /** PEM (PKCS #8). */
  private_key: string
  token_uri: string
}

/** Keys that do not fit together, in words for who runs the server; never with a secret. */
export class WalletKeyError extends Error {}

const nameOf = (certificate: X509Certificate, part: 'UID' | 'OU'): string | undefined =>
  new RegExp(`^${part}=(.+)$`, 'm').exec(certificate.subject)?.[1]

function readPem<T>(setting: string, read: () => T): T {
  try {
    return read()
  } catch {
    throw new WalletKeyError(`${setting}: must be PEM, without a password`)
  }
}

/** Checks that the three belong together. Throws WalletKeyError. */
export function readAppleKeys(pem: Pick<AppleKeys, 'certificate' | 'key' | 'intermediate'>): AppleKeys {
  const certificate = readPem('APPLE_PASS_CERTIFICATE', () => new X509Certificate(pem.certificate))
  const key: KeyObject = readPem('APPLE_PASS_KEY', () => createPrivateKey(pem.key))
  const intermediate = readPem('APPLE_WWDR_CERTIFICATE', () => new X509Certificate(pem.intermediate))
  const pass_type_id = nameOf(certificate, 'UID')
  const team_id = nameOf(certificate, 'OU')
  if (pass_type_id === undefined || team_id === undefined)
    throw new WalletKeyError('APPLE_PASS_CERTIFICATE: must be the certificate of a pass type ID')
  if (key.asymmetricKeyType !== 'rsa' || !certificate.checkPrivateKey(key))
    throw new WalletKeyError('APPLE_PASS_KEY: must be the RSA key of APPLE_PASS_CERTIFICATE')
  if (!certificate.checkIssued(intermediate))
    throw new WalletKeyError('APPLE_WWDR_CERTIFICATE: must be the one that has issued APPLE_PASS_CERTIFICATE')
  // The library that signs reads RSA keys alone as PKCS #1 or PKCS #8, both of which this is.
  const exported = key.export({ format: 'pem', type: 'pkcs8' }).toString()
  const certificates_end = new Date(Math.min(...[certificate, intermediate].map(({ validTo }) => Date.parse(validTo))))
  return { ...pem, key: exported, pass_type_id, team_id, certificates_end }
}

const ServiceAccount = z.object({
  client_email: z.string().check(z.minLength(1)),
  private_key: z.string(),
  token_uri: z.url({ protocol: /^https?$/ }),
})

/** Reads the key file of a service account. Throws WalletKeyError. */
export function readGoogleKeys(issuer_id: string, file: string): GoogleKeys {
  const parsed = ServiceAccount.safeParse(parseJson(file))
  if (!parsed.success) throw new WalletKeyError('GOOGLE_WALLET_KEY: must be the JSON key file of a service account')
  const { private_key } = parsed.data
  const key = readPem('GOOGLE_WALLET_KEY', () => createPrivateKey(private_key))
  if (key.asymmetricKeyType !== 'rsa') throw new WalletKeyError('GOOGLE_WALLET_KEY: its private key must be RSA')
  return { issuer_id, ...parsed.data }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
