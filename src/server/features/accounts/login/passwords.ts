import { hash, verify } from '@node-rs/argon2'

/** OWASP's second recommended setting for Argon2id: 19 MiB, two passes, one lane. Each hash stores its settings. */
export const passwordCost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
let cost = passwordCost

/** Hashes at this cost from now on; for tests, which hash hundreds of passwords. */
export function setPasswordCost(changed: typeof passwordCost): void {
  cost = changed
}

/** Normalizes accents, which keyboards compose differently. */
const normalize = (password: string) => password.normalize('NFKC')

export const hashPassword = (password: string): Promise<string> => hash(normalize(password), cost)

/** Returns whether the password matches the hash; takes the same time without a hash. */
export async function isPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  if (stored === null || stored === undefined) {
    await hashPassword(password)
    return false
  }
  return verify(stored, normalize(password))
}
