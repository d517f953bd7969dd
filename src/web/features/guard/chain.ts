import { toScanText, type GuardScan } from '#contract/gate/guard-scans.ts'

/** The end of a phone's chain of scans: the next one has `seq + 1` and names `previous`. */
export interface Chain {
  seq: number
  previous: string
}

export const startOfChain: Chain = { seq: 0, previous: '' }

/** What a guard did with a car, before it is signed. */
export type Decision = Omit<GuardScan, 'seq' | 'nonce' | 'previous' | 'signature'>

const curve = { name: 'ECDSA', namedCurve: 'P-256' }

/** The phone's key pair, of which only the public half can be read. */
export const newSigningKey = (): Promise<CryptoKeyPair> => crypto.subtle.generateKey(curve, false, ['sign', 'verify'])

export interface DeviceKey {
  kty: 'EC'
  crv: 'P-256'
  x: string
  y: string
}

export async function exportPublicKey({ publicKey }: CryptoKeyPair): Promise<DeviceKey> {
  const { x, y } = await crypto.subtle.exportKey('jwk', publicKey)
  return { kty: 'EC', crv: 'P-256', x: x!, y: y! }
}

/** Signs a decision as the next scan of the chain. */
export async function signScan(
  key: CryptoKey,
  device_id: string,
  chain: Chain,
  decision: Decision,
): Promise<{ scan: GuardScan; chain: Chain }> {
  const seq = chain.seq + 1
  const unsigned = { ...decision, seq, nonce: crypto.randomUUID(), previous: chain.previous }
  const text = new TextEncoder().encode(toScanText(device_id, unsigned))
  const [signature, hash] = await Promise.all([
    crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, text),
    crypto.subtle.digest('SHA-256', text),
  ])
  const previous = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return { scan: { ...unsigned, signature: toBase64url(signature) }, chain: { seq, previous } }
}

const toBase64url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Returns a read text as a scan may have it: one line of at most 1,000 characters of ASCII, as passes and numbers are. */
export const toScanCode = (text: string): string =>
  text
    .slice(0, 1_000)
    .replaceAll(/[^ -~]/g, '?')
    .trim() || '?'
