import { codeOf } from '#server/database/errors.ts'

/** A part of the project that its releases leave out was needed; the message says what to do instead. */
export class MissingPart extends Error {}

const parts = {
  embedded_database: 'This release has no embedded database. Set DATABASE_URL to the address of a PostgreSQL server.',
  simulators: 'This release has no stand-ins for payments and logins. Set NODE_ENV=production, or SIMULATORS=off.',
} as const

/** Loads a part that `scripts/release.ts` leaves out. Throws MissingPart where it is not there. */
export async function loadPart<Part>(name: keyof typeof parts, load: () => Promise<Part>): Promise<Part> {
  try {
    return await load()
  } catch (error) {
    if (codeOf(error) === 'ERR_MODULE_NOT_FOUND') throw new MissingPart(parts[name], { cause: error })
    throw error
  }
}
