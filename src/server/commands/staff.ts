import { sql } from 'kysely'
import { countryCodes, countryIds } from '#contract/geography.ts'
import { shippedRoles, type ShippedRole } from '#contract/shipped-roles.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'
import { assignRole, requireAdmin } from '#server/features/access/assignments.ts'
import { addNewPermissions } from '#server/features/access/roles.ts'
import type { RolePlace } from '#server/features/access/scopes.ts'
import { AppError } from '#server/http/errors.ts'
import { CommandError, type Command } from './command.ts'

const roles = shippedRoles.map(({ code }) => code)
const usage = `Usage: npm run staff -- EMAIL ROLE [PLACE], where ROLE is one of ${roles.join(', ')}`

/**
 * `npm run staff -- EMAIL ROLE [PLACE]`: sets the role of an account, everywhere or for a place: a country by its code, a
 * partner by its name, a branch by its name in the address, a car park by its code. Takes its other roles away.
 */
export const staff: Command = {
  readWords: (words) => void readAssignment(words),
  run: async ({ db, clock }, words) => {
    const { email, role, place } = readAssignment(words)
    await addNewPermissions(db)
    const user = await db
      .selectFrom('users')
      .select(['id', 'email_verified_at'])
      .where('email', '=', email)
      .executeTakeFirst()
    if (user === undefined) throw new CommandError(`There is no account for ${email}. Register it first.`)
    const where: RolePlace = place === undefined ? { scope: 'everywhere' } : await findPlace(db, role, place)
    await transact(db, async (tx) => {
      const { id: role_id } = await tx
        .selectFrom('roles')
        .select('id')
        .where('code', '=', role)
        .executeTakeFirstOrThrow()
      const assign = () => assignRole(tx, { user_id: user.id, role_id, ...where }, clock())
      await replaceRoles(tx, user.id, role === 'customer' ? async () => undefined : assign)
    })
    const unverifiedNote =
      user.email_verified_at === null ? ' The email address is not confirmed yet, so the account cannot log in.' : ''
    return {
      exit_code: 0,
      output: `${email} is now ${role}${place === undefined ? '' : ` for ${place}`}.${unverifiedNote}`,
      error: '',
    }
  },
}

async function replaceRoles(tx: Tx, user_id: string, assign: () => Promise<unknown>): Promise<void> {
  try {
    await requireAdmin(tx, async () => {
      await tx.deleteFrom('role_assignments').where('user_id', '=', user_id).execute()
      await assign()
    })
  } catch (error) {
    if (error instanceof AppError && error.code === 'last_admin')
      throw new CommandError('This is the last admin. Make another account admin first.')
    throw error
  }
}

async function findPlace(db: Db, role: ShippedRole, name: string): Promise<RolePlace> {
  const country = countryCodes.find((code) => code === name.toUpperCase())
  if (country !== undefined) return { scope: 'country', country_id: countryIds[country] }
  const branch = await db.selectFrom('branches').select('id').where('slug', '=', name).executeTakeFirst()
  if (branch !== undefined) return { scope: 'branch', branch_id: branch.id }
  if (role === 'guard') {
    const park = await db
      .selectFrom('parks')
      .select('id')
      .where('park_code', '=', name.toUpperCase())
      .executeTakeFirst()
    if (park !== undefined) return { scope: 'park', park_id: park.id }
  }
  const partners = await db
    .selectFrom('partners')
    .select('id')
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .execute()
  if (partners.length !== 1) throw new CommandError(`There is no place ${name} for the role ${role}.`)
  return { scope: 'partner', partner_id: partners[0]!.id }
}

function readAssignment(words: readonly string[]): { email: string; role: ShippedRole; place: string | undefined } {
  const [email, role, ...rest] = words.map((word) => word.trim())
  if (email === undefined || role === undefined) throw new CommandError(usage)
  const validRole = roles.find((name) => name === role.toLowerCase())
  if (validRole === undefined) throw new CommandError(`There is no role ${role.toLowerCase()}. ${usage}`)
  if (!email.includes('@')) throw new CommandError(`${email} is not an email address. ${usage}`)
  if (rest.length > 0 && (validRole === 'customer' || validRole === 'admin'))
    throw new CommandError(`The role ${validRole} is everywhere. ${usage}`)
  return { email: email.toLowerCase(), role: validRole, place: rest.length === 0 ? undefined : rest.join(' ') }
}
