import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { roles, type Role } from '#contract/endpoint.ts'
import { ConfigError, readConfig, type Config } from '#server/config.ts'
import { DatabaseInUse } from '#server/database/lock.ts'

/** A usage error; only its message is printed. */
class UsageError extends Error {}

const usage = `Usage: npm run staff -- EMAIL ROLE, where ROLE is one of ${roles.join(', ')}`

/** Sets the role of an account, with effect from the next request. Returns the message to print. */
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

async function main(): Promise<void> {
  const [email, role, ...more] = process.argv.slice(2).map((word) => word.trim().toLowerCase())
  if (email === undefined || role === undefined || more.length > 0) throw new UsageError(usage)
  const validRole = roles.find((name) => name === role)
  if (validRole === undefined) throw new UsageError(`There is no role ${role}. ${usage}`)
  if (!email.includes('@')) throw new UsageError(`${email} is not an email address. ${usage}`)
  console.info(await setRole(readConfig(process.env), email, validRole))
}

try {
  await main()
} catch (error) {
  if (error instanceof ConfigError) console.error(`Invalid settings:\n${error.message}`)
  else if (error instanceof UsageError || error instanceof DatabaseInUse) console.error(error.message)
  else console.error(error)
  process.exitCode = 1
}
