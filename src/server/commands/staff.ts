import { roles, type Role } from '#contract/endpoint.ts'
import { CommandError, type Command } from './command.ts'

const usage = `Usage: npm run staff -- EMAIL ROLE, where ROLE is one of ${roles.join(', ')}`

/** `npm run staff -- EMAIL ROLE`: sets the role of an account, with effect from the next request. */
export const staff: Command = {
  readWords: (words) => void readAssignment(words),
  run: async ({ db }, words) => {
    const { email, role } = readAssignment(words)
    const updated = await db
      .updateTable('users')
      .set({ role })
      .where('email', '=', email)
      .returning('email_verified_at')
      .executeTakeFirst()
    if (updated === undefined) throw new CommandError(`There is no account for ${email}. Register it first.`)
    const unverifiedNote =
      updated.email_verified_at === null ? ' The email address is not confirmed yet, so the account cannot log in.' : ''
    return { exit_code: 0, output: `${email} is now ${role}.${unverifiedNote}`, error: '' }
  },
}

function readAssignment(words: readonly string[]): { email: string; role: Role } {
  const [email, role, ...more] = words.map((word) => word.trim().toLowerCase())
  if (email === undefined || role === undefined || more.length > 0) throw new CommandError(usage)
  const validRole = roles.find((name) => name === role)
  if (validRole === undefined) throw new CommandError(`There is no role ${role}. ${usage}`)
  if (!email.includes('@')) throw new CommandError(`${email} is not an email address. ${usage}`)
  return { email, role: validRole }
}
