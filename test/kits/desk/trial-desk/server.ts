import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import { containsPattern } from '#server/database/like.ts'
import type { Deps } from '#server/deps.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { mountChange } from '#server/features/access/change.ts'
import { requireVersion } from '#server/features/access/versions.ts'
import { serveBulk } from '#server/features/lists/serve-bulk.ts'
import { serveList } from '#server/features/lists/serve-list.ts'
import type { ListSource } from '#server/features/lists/source.ts'
import { AppError } from '#server/http/errors.ts'
import { mount } from '#server/http/mount.ts'
import * as contract from './contract.ts'

export const lockerTable = `create table trial_lockers (id uuid primary key, name text not null, doors integer not null,
  state text not null default 'open', opened_at timestamptz not null, version integer not null default 1)`

const lockerSource = (): ListSource<typeof contract.lockerList> => ({
  from: sql`trial_lockers l`,
  id: sql<string>`l.id`,
  columns: { name: sql`l.name`, doors: sql`l.doors`, opened_at: sql`l.opened_at` },
  filters: { opened: sql<Date>`l.opened_at` },
  state: sql<string>`l.state`,
  search: (text) => ({ matches: sql<boolean>`l.name ilike ${containsPattern(text)}` }),
  scope: 'everywhere',
})

type Row = Pick<contract.LockerRecord, 'id' | 'name' | 'doors' | 'state' | 'version'> & { opened_at: Date }
type Changes = Partial<Pick<Row, 'name' | 'doors' | 'state'>>

async function readLocker(db: Db | Tx, id: string): Promise<contract.LockerRecord> {
  const { rows } = await sql<Row>`select * from trial_lockers where id = ${id}`.execute(db)
  const [row] = rows
  if (row === undefined) throw new AppError('not_found')
  const actions = ['update', row.state === 'open' ? 'lock' : 'open']
  return { ...row, title: row.name, actions, opened_at: row.opened_at.toISOString() }
}

async function changeLocker(tx: Tx, id: string, changes: Changes, version?: number) {
  await sql`select from trial_lockers where id = ${id} for update`.execute(tx)
  const before = await readLocker(tx, id)
  if (version !== undefined) await requireVersion(tx, { kind: 'locker', ...before }, version)
  const { name, doors, state } = { ...before, ...changes }
  await sql`update trial_lockers set name = ${name}, doors = ${doors}, state = ${state}, version = version + 1
    where id = ${id}`.execute(tx)
  const entry: AuditedChange = { kind: 'locker', id, before, after: changes }
  return { answer: await readLocker(tx, id), changes: [entry] }
}

export function lockerRoutes(app: FastifyInstance, deps: Deps): void {
  serveList(app, deps, contract.lockerList, lockerSource)
  serveBulk(app, contract.lockerRecord)
  mount(app, contract.getLocker, ({ params }) => readLocker(deps.db, params.id))
  mountChange(app, deps, contract.createLocker, async (tx, { body, now }) => {
    const id = newId()
    await sql`insert into trial_lockers (id, name, doors, opened_at)
      values (${id}, ${body.name}, ${body.doors}, ${now})`.execute(tx)
    return { answer: await readLocker(tx, id), changes: [{ kind: 'locker', id, after: body }] }
  })
  mountChange(app, deps, contract.updateLocker, (tx, { params, body: { version, ...changes } }) =>
    changeLocker(tx, params.id, changes as Changes, version),
  )
  mountChange(app, deps, contract.lockLocker, (tx, { params }) => changeLocker(tx, params.id, { state: 'locked' }))
  mountChange(app, deps, contract.openLocker, (tx, { params }) => changeLocker(tx, params.id, { state: 'open' }))
}
