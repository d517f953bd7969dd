import { hash, verify } from '@node-rs/argon2'

/** OWASP's second choice for Argon2id: 19 MiB, two passes, one lane. The hash says which ones it was made with. */
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** One password whichever way a keyboard composes its accents. */
const normal = (password: string) => password.normalize('NFKC')

export const hashPassword = (password: string): Promise<string> => hash(normal(password), cost)

/** Whether the password is the one; takes as long when there is none to compare with. */
export async function isPassword(kept: string | null | undefined, password: string): Promise<boolean> {
  if (kept === null || kept === undefined) {
    await hashPassword(password)
    return false
  }
  return verify(kept, normal(password))
}
