import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { countryIds } from '#contract/geography.ts'
import { readConfig } from '#server/config.ts'
import { openEmbedded, openServer, type Database, type Db } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import { migrate } from '#server/database/migrate.ts'
import { addNewPermissions } from '#server/features/access/roles.ts'
import { hashPassword } from '#server/features/accounts/login/passwords.ts'
import { seedReference } from '#server/features/places/seed.ts'
import { recordDiscrepancy, noRecord, type Discrepancy } from '#server/features/wallet/reconciliation/discrepancies.ts'
import { loadShippedData } from '#server/shipped-data.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { adminMember, staffMember } from './drivers.ts'

/** Environment variable with the seeded database's folder, inherited by every worker. */
const key = 'FILLED_DATABASE'

/**
 * Seeds a database with the shipped data once per run, unless the environment already names one; servers start with a
 * copy. Returns a function that removes it.
 */
export async function seedOnce(): Promise<() => void> {
  if (process.env[key] !== undefined) return () => undefined
  const folder = mkdtempSync(join(tmpdir(), 'parkwell-e2e-filled-'))
  await seedDatabase(join(folder, 'database'))
  process.env[key] = join(folder, 'database')
  return () => {
    delete process.env[key]
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Creates and seeds a database in this folder. */
export async function seedDatabase(folder: string): Promise<void> {
  process.env['TZ'] = 'UTC'
  const database = await openEmbedded(folder)
  await migrate(database)
  await buildShippedData(database.db)
  await buildStaffAndDiscrepancies(database.db)
  await database.close()
}

/**
 * Creates a database from another one on a PostgreSQL server, and fills it; its address. One that is there stays as it is.
 */
async function createDatabase(
  server_url: string,
  [name, template]: readonly [name: string, template: string],
  fill: (database: Database) => Promise<void>,
): Promise<string> {
  const url = server_url.replace(/postgres$/, name)
  const root = await openServer(server_url, 1)
  const { rows } = await sql`select 1 from pg_database where datname = ${name}`.execute(root.db)
  if (rows.length === 0) await root.exec(`create database ${name} template ${template}`)
  await root.close()
  if (rows.length > 0) return url
  const database = await openServer(url, 1)
  await fill(database)
  await database.close()
  return url
}

/** A migrated and seeded database on a PostgreSQL server, from which the worlds of tests start. */
export const buildTemplate = (server_url: string): Promise<string> =>
  createDatabase(server_url, ['parkwell_template', 'template1'], buildReferenceData)

export async function buildReferenceData(database: Database): Promise<void> {
  await migrate(database)
  await seedReference(database.db, { places: false })
}

/** A database of this name on a PostgreSQL server, for a product; worlds with the shipped data start from `parkwell_shipped`. */
export async function buildProductDatabase(server_url: string, name: string): Promise<string> {
  await buildTemplate(server_url)
  await createDatabase(server_url, ['parkwell_shipped', 'parkwell_template'], ({ db }) => buildShippedData(db))
  return createDatabase(server_url, [name, 'parkwell_shipped'], ({ db }) => buildStaffAndDiscrepancies(db))
}

/** Loads what ships with the product into a migrated database. */
const buildShippedData = (db: Db): Promise<void> => loadShippedData(db, readConfig({ NODE_ENV: 'development' }))

/** Adds the rows that no API writes: staff, and what was found in the provider's books. */
async function buildStaffAndDiscrepancies(db: Db): Promise<void> {
  await addStaff(db)
  await addDiscrepancies(db)
}

async function addStaff(db: Db): Promise<void> {
  const now = new Date()
  await addNewPermissions(db)
  for (const [role, first_name, { email, password }] of [
    ['staff', 'Ife', staffMember],
    ['admin', 'Awa', adminMember],
  ] as const) {
    const user_id = newId()
    await db
      .insertInto('users')
      .values({
        id: user_id,
        email,
        password_hash: await hashPassword(password),
        first_name,
        country_id: countryIds.NG,
        language: 'en',
        email_verified_at: now,
        terms_accepted_at: now,
        created_at: now,
      })
      .execute()
    await giveRole(db, { user_id, role })
  }
}

/** Open discrepancies between our books and the provider's, for the staff pages. */
async function addDiscrepancies(db: Db): Promise<void> {
  const discrepancies: Omit<Discrepancy, 'provider'>[] = [
    { kind: 'amount', reference: 'PW-EXAMPLE1', ours: 'asked 20 CAD', theirs: 'success 18.5 CAD' },
    { kind: 'fee', reference: 'PW-EXAMPLE1', ours: 'txn_1 kept 0.84 CAD', theirs: 'txn_1 kept 0.88 CAD' },
    { kind: 'dispute', reference: 'PW-EXAMPLE2', ours: noRecord, theirs: 'charge.dispute.created' },
  ]
  for (const [days, discrepancy] of discrepancies.entries())
    await recordDiscrepancy(db, { provider: 'stripe', ...discrepancy }, new Date(Date.now() - (days + 1) * 86_400_000))
}

/** Copies the seeded database to `to`; seeds a temporary one if the run has none (benchmarks). */
export async function copySeededDatabase(to: string): Promise<void> {
  const removeSeed = process.env[key] === undefined ? await seedOnce() : undefined
  cpSync(process.env[key]!, to, { recursive: true })
  removeSeed?.()
}
