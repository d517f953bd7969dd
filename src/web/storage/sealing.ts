/** Something as JSON, encrypted with AES-GCM. */
export interface Sealed {
  iv: Uint8Array<ArrayBuffer>
  data: ArrayBuffer
}

/** A key that encrypts and decrypts here, and that nobody can read. */
export const newSealingKey = (): Promise<CryptoKey> =>
  crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

/** Encrypts a value; `bound` must be the same for opening it. */
export async function seal(key: CryptoKey, value: unknown, bound = ''): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const algorithm = { name: 'AES-GCM', iv, additionalData: bytesOf(bound) }
  return { iv, data: await crypto.subtle.encrypt(algorithm, key, bytesOf(JSON.stringify(value))) }
}

/** Decrypts a value. Rejects if it was changed, or bound to something else. */
export async function unseal<T>(key: CryptoKey, { iv, data }: Sealed, bound = ''): Promise<T> {
  const algorithm = { name: 'AES-GCM', iv, additionalData: bytesOf(bound) }
  return JSON.parse(new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, key, data))) as T
}
