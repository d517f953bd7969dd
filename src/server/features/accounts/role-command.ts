import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { roles, type Role } from '#contract/endpoint.ts'
import { ConfigError, readConfig, type Config } from '#server/config.ts'
import { DatabaseInUse } from '#server/database/lock.ts'

/** A usage error; only its message is printed. */
class UsageError extends Error {}

const usage = `Usage: npm run staff -- EMAIL ROLE, where ROLE is one of ${roles.join(', ')}`

type CommandResult = { exit_code: 0; output: string } | { exit_code: 1; error: string }

/**
 * `npm run staff -- EMAIL ROLE`: sets the role of an account, with effect from the next request. Expected problems (usage,
 * settings, database in use) are returned as one message; others are thrown.
 */
export async function runRoleCommand(
  words: readonly string[],
  environment: Record<string, string | undefined>,
): Promise<CommandResult> {
  try {
    const { email, role } = parseWords(words)
    return { exit_code: 0, output: await setRole(readConfig(environment), email, role) }
  } catch (error) {
    if (error instanceof ConfigError) return { exit_code: 1, error: `Invalid settings:\n${error.message}` }
    if (error instanceof UsageError || error instanceof DatabaseInUse) return { exit_code: 1, error: error.message }
    throw error
  }
}

function parseWords(words: readonly string[]): { email: string; role: Role } {
  const [email, role, ...more] = words.map((word) => word.trim().toLowerCase())
  if (email === undefined || role === undefined || more.length > 0) throw new UsageError(usage)
  const validRole = roles.find((name) => name === role)
  if (validRole === undefined) throw new UsageError(`There is no role ${role}. ${usage}`)
  if (!email.includes('@')) throw new UsageError(`${email} is not an email address. ${usage}`)
  return { email, role: validRole }
}

async function setRole(config: Config, email: string, role: Role): Promise<string> {
  if (config.DATABASE_URL === undefined && !existsSync(join(config.data_dir, 'database')))
    throw new UsageError(
      `There is no database in ${config.data_dir} yet. Start the server once, or set DATA_DIR or DATABASE_URL.`,
    )
  // Loaded late, because it takes seconds and usage errors don't need it.
  const { openDatabase } = await import('#server/database/open.ts')
  const database = await openDatabase(config)
  try {
    const updated = await database.db
      .updateTable('users')
      .set({ role })
      .where('email', '=', email)
      .returning('email_verified_at')
      .executeTakeFirst()
    if (updated === undefined) throw new UsageError(`There is no account for ${email}. Register it first.`)
    const unverifiedNote =
      updated.email_verified_at === null ? ' The email address is not confirmed yet, so the account cannot log in.' : ''
    return `${email} is now ${role}.${unverifiedNote}`
  } finally {
    await database.close()
  }
}
