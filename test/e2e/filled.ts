import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { countryIds } from '#contract/places.ts'
import { readConfig } from '#server/config.ts'
import { openEmbedded, type Db } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { hashPassword } from '#server/features/accounts/login/passwords.ts'
import { recordDiscrepancy, noRecord, type Discrepancy } from '#server/features/wallet/reconciliation/discrepancies.ts'
import { fillDatabase } from '#server/fill.ts'
import { newId } from '#server/ids.ts'

/** Of the run's environment, which every worker inherits. */
const key = 'FILLED_DATABASE'

/**
 * Fills a database with all that ships, once in a run: every product that it starts begins with a copy. Where the run was
 * given one it is that. Gives the way to remove what it made.
 */
export async function fillOnce(): Promise<() => void> {
  if (process.env[key] !== undefined) return () => undefined
  const folder = mkdtempSync(join(tmpdir(), 'parkwell-e2e-filled-'))
  await fill(join(folder, 'database'))
  process.env[key] = join(folder, 'database')
  return () => {
    delete process.env[key]
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Fills a new database in this folder. */
export async function fill(folder: string): Promise<void> {
  process.env['TZ'] = 'UTC'
  const database = await openEmbedded(folder)
  await migrate(database)
  await fillDatabase(database.db, readConfig({ NODE_ENV: 'development' }))
  await addStaff(database.db)
  await addDiscrepancies(database.db)
  await database.close()
}

/** Somebody of the team, who is there before the first journey: a role is given by no call. */
export const staffMember = { email: 'staff@example.com', password: 'a desk beside the barrier' }

async function addStaff(db: Db): Promise<void> {
  const now = new Date()
  await db
    .insertInto('users')
    .values({
      id: newId(),
      email: staffMember.email,
      password_hash: await hashPassword(staffMember.password),
      first_name: 'Ife',
      country_id: countryIds.NG,
      language: 'en',
      role: 'staff',
      email_verified_at: now,
      terms_accepted_at: now,
      created_at: now,
    })
    .execute()
}

/** Days ago a provider and the books did not say the same: for the desk that looks into it. */
async function addDiscrepancies(db: Db): Promise<void> {
  const found: Omit<Discrepancy, 'provider'>[] = [
    { kind: 'amount', reference: 'PW-EXAMPLE1', ours: 'asked 20 CAD', theirs: 'success 18.5 CAD' },
    { kind: 'fee', reference: 'PW-EXAMPLE1', ours: 'txn_1 kept 0.84 CAD', theirs: 'txn_1 kept 0.88 CAD' },
    { kind: 'dispute', reference: 'PW-EXAMPLE2', ours: noRecord, theirs: 'charge.dispute.created' },
  ]
  for (const [days, discrepancy] of found.entries())
    await recordDiscrepancy(db, { provider: 'stripe', ...discrepancy }, new Date(Date.now() - (days + 1) * 86_400_000))
}

/** Puts the filled database where a product will open it; fills one for that alone where no run has (a benchmark). */
export async function copyFilled(to: string): Promise<void> {
  const forget = process.env[key] === undefined ? await fillOnce() : undefined
  cpSync(process.env[key]!, to, { recursive: true })
  forget?.()
}
