import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/database/connect.ts'
import { createRandom, type Random } from '#server/features/demo/random.ts'

/** Tables that say who may call: with other rows in them nothing would be answered. */
const untouched = [
  'migrations',
  'sessions',
  'permissions',
  'roles',
  'role_permissions',
  'role_assignments',
  'access_version',
]
/** At most this many rows of a table are changed. */
const maxRows = 10
/** Draws until a row that meets every constraint has been found. */
const maxDraws = 15
/** The same for a new row: where one can be found, the slowest table takes 44. */
const maxNewDraws = 100

type Value = string | null
interface Column {
  name: string
  type: string
  is_nullable: boolean
  /** Identifiers and what refers to them stay. */
  is_key: boolean
  candidates: readonly Value[]
}
interface Reference {
  columns: string[]
  table: string
  targets: string[]
}
interface Table {
  name: string
  columns: Column[]
  key: string[]
  references: Reference[]
  constraints: Map<string, { columns: string[]; definition: string }>
}
/** A row's new values by column. */
type Draw = Map<string, Value>

/** The schema as the database tells it, with the values at the edges of each column. */
export async function readEdgeTables(db: Db): Promise<Table[]> {
  const { rows: columns } = await sql<{ table: string; name: string; type: string; nullable: boolean }>`
    select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as nullable
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and a.attidentity <> 'a'
    order by c.relname, a.attnum`.execute(db)
  const { rows: constraints } = await sql<{
    table: string
    name: string
    kind: string
    columns: string[]
    definition: string
    target: string | null
    targets: string[] | null
  }>`
    select c.relname as table, k.conname as name, k.contype as kind, pg_get_constraintdef(k.oid) as definition,
      (select array_agg(a.attname::text order by u.n) from unnest(k.conkey) with ordinality u(num, n)
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.num) as columns,
      f.relname as target,
      (select array_agg(a.attname::text order by u.n) from unnest(k.confkey) with ordinality u(num, n)
        join pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.num) as targets
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
      left join pg_class f on f.oid = k.confrelid
    where n.nspname = 'public' and k.contype in ('c', 'f', 'p', 'u')
    union all
    select c.relname, i.relname, 'i', pg_get_indexdef(x.indexrelid),
      (select array_agg(a.attname::text) from pg_attribute a where a.attrelid = x.indrelid and a.attnum = any (x.indkey)), null, null
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
      join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and x.indisunique
      and not exists (select from pg_constraint k where k.conindid = x.indexrelid and k.contype in ('p', 'u'))`.execute(
    db,
  )
  const ofTable = Map.groupBy(constraints, ({ table }) => table)
  return [...Map.groupBy(columns, ({ table }) => table)]
    .filter(([name]) => !untouched.includes(name))
    .map(([name, own]) => {
      const known = ofTable.get(name) ?? []
      const key = known.find(({ kind }) => kind === 'p')?.columns ?? []
      const references = known.flatMap(({ kind, columns: named, target, targets }) =>
        kind === 'f' ? [{ columns: named, table: target!, targets: targets! }] : [],
      )
      const refer = new Set(references.flatMap(({ columns: named }) => named))
      const checks = known.filter(({ kind }) => kind === 'c')
      return {
        name,
        key,
        references,
        constraints: new Map(known.map(({ name: constraint, ...rest }) => [constraint, rest])),
        columns: own.map(({ name: column, type, nullable }) => ({
          name: column,
          type,
          is_nullable: nullable,
          is_key: key.includes(column) || refer.has(column),
          candidates: [
            ...(nullable ? [null] : []),
            ...(key.includes(column) || refer.has(column)
              ? []
              : edgesOf(
                  column,
                  type,
                  checks.filter(({ columns: named }) => named?.includes(column)).map(({ definition }) => definition),
                )),
          ],
        })),
      }
    })
}

const number = String.raw`'?(-?\d+(?:\.\d+)?)'?`

/** The values at the edges of what a column may hold, by its type and by what its check constraints name. */
function edgesOf(column: string, type: string, checks: readonly string[]): Value[] {
  const named = checks.flatMap((check) => listedValues(check, column))
  const limits = checks.flatMap((check) =>
    [...check.matchAll(new RegExp(String.raw`[<>]=?\s*\(?${number}`, 'g'))].flatMap(([, text]) => {
      const limit = Number(text)
      return Number.isInteger(limit) ? [limit - 1, limit, limit + 1] : [limit]
    }),
  )
  switch (type) {
    case 'text': {
      if (named.length > 0) return named
      const lengths = limits.filter((length) => length > 0 && length <= 100_000)
      return ['', 'x', ...(lengths.length > 0 ? lengths : [500]).map((length) => 'x'.repeat(length))]
    }
    case 'bigint':
    case 'integer':
    case 'smallint':
      return [...new Set([...named, ...[0, 1, -1, ...limits, largest[type]].map(String)])]
    case 'double precision':
    case 'real':
    case 'numeric':
      return [...new Set(['0', ...limits.map(String)])]
    case 'boolean':
      return ['true', 'false']
    default:
      return type.endsWith('[]') ? ['{}'] : []
  }
}

/** Beyond what anything costs, and sums of many are still exact; counts beyond what anything has. */
const largest: Record<string, number> = { bigint: 1_000_000_000_000, integer: 10_000, smallint: 10_000 }

/** The values that a check lists for the column. */
function listedValues(check: string, column: string): string[] {
  const lists = new RegExp(String.raw`\(?\b${column}\b\)?(?:::text)? = ANY \(+ARRAY\[([^\]]*)\]`, 'g')
  const pattern = new RegExp(String.raw`\(?\b${column}\b\)?(?:::text)? = '([^']*)'`, 'g')
  return [
    ...new Set([
      ...[...check.matchAll(lists)].flatMap(([, list]) =>
        [...list!.matchAll(/'([^']*)'|(-?\d+)/g)].map(([, text, digits]) => text ?? digits!),
      ),
      ...[...check.matchAll(pattern)].map(([, text]) => text!),
    ]),
  ]
}

const nameOf = (table: Table, column: string, value: Value): string =>
  `${table.name}.${column} = ${value === null ? 'null' : value.length > 40 ? `${value.length} characters` : `'${value}'`}`

/** Every edge of every column. */
export const listEdges = (tables: readonly Table[]): string[] =>
  tables.flatMap((table) =>
    table.columns.flatMap(({ name, candidates }) => candidates.map((value) => nameOf(table, name, value))),
  )

/**
 * Puts rows of every table to the edges of what their constraints allow: in each `round` other values. Returns the
 * edges that rows hold now.
 */
export async function buildEdgeRows(db: Db, tables: readonly Table[], round: number): Promise<Set<string>> {
  const reached = new Set<string>()
  await db.connection().execute(async (connection) => {
    // What triggers refuse may have been stored by other ways; the constraints hold.
    await sql`set session_replication_role = replica`.execute(connection)
    for (const table of tables) await changeRows(connection, table, round, reached)
    await sql`set session_replication_role = origin`.execute(connection)
  })
  return reached
}

async function changeRows(db: Db, table: Table, round: number, reached: Set<string>): Promise<void> {
  const random = createRandom(`${table.name}-${round}`)
  const order = table.key.length === 0 ? sql`1` : sql.join(table.key.map((name) => sql`${sql.ref(name)} desc`))
  const { rows } = await sql<{ ctid: string }>`
    select ctid::text from ${sql.table(table.name)} order by ${order} limit ${maxRows}`.execute(db)
  const columns = table.columns.filter(({ candidates }) => candidates.length > 0)
  for (const [index, { ctid }] of rows.entries()) {
    const draw: Draw = new Map()
    for (const [place, { name, candidates }] of columns.entries()) {
      // One in some turns leaves the column as it is.
      const turn = (index + round * rows.length + place) % (candidates.length + 1)
      if (turn < candidates.length) draw.set(name, candidates[turn]!)
    }
    await settle(db, table, ctid, draw, random)
    for (const [column, value] of draw) reached.add(nameOf(table, column, value))
  }
}

/** Writes the drawn values, and draws those anew that break a constraint; in the end these stay as they are. */
async function settle(db: Db, table: Table, ctid: string, draw: Draw, random: Random): Promise<void> {
  for (let left = maxDraws; draw.size > 0; left -= 1) {
    const broken = await tryUpdate(db, table, ctid, draw)
    if (broken === undefined) return
    // The condition of a unique index depends on columns that it does not name.
    for (const name of broken.some((column) => draw.has(column)) ? broken : [...draw.keys()]) {
      const { candidates } = table.columns.find((column) => column.name === name)!
      const place = left > 0 ? random.whole(-1, candidates.length - 1) : -1
      if (place < 0) draw.delete(name)
      else draw.set(name, candidates[place]!)
    }
  }
}

/** The columns of the constraint that the values break; undefined once they are written. */
async function tryUpdate(db: Db, table: Table, ctid: string, draw: Draw): Promise<string[] | undefined> {
  const types = new Map(table.columns.map(({ name, type }) => [name, type]))
  const values = [...draw].map(([name, value]) => sql`${sql.ref(name)} = ${value}::text::${sql.raw(types.get(name)!)}`)
  try {
    await sql`update ${sql.table(table.name)} set ${sql.join(values)} where ctid = ${ctid}::tid`.execute(db)
    return undefined
  } catch (error) {
    const { constraint, column } = error as { constraint?: string; column?: string }
    if (column !== undefined) return [column]
    if (constraint === undefined) throw error
    return table.constraints.get(constraint)?.columns ?? []
  }
}

/** Fills the tables that have no rows with `count` rows each, as far as their constraints can be met by drawing values. */
export async function buildMissingRows(db: Db, tables: readonly Table[], count: number): Promise<void> {
  let waiting = [...tables]
  // Tables that refer to one that is filled later wait for it.
  for (let pass = 0; pass < 3 && waiting.length > 0; pass += 1) {
    const left: Table[] = []
    for (const table of waiting) {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table.name)}`.execute(db)
      if (rows[0]!.n > 0) continue
      const random = createRandom(`fill-${table.name}`)
      let written = 0
      while (written < count && (await insertRow(db, table, random))) written += 1
      if (written === 0) left.push(table)
    }
    if (left.length === waiting.length) return
    waiting = left
  }
}

async function insertRow(db: Db, table: Table, random: Random): Promise<boolean> {
  const draw: Draw = new Map()
  const redraw = async (names: readonly string[]) => {
    for (const name of names) {
      const column = table.columns.find((column) => column.name === name)
      if (column !== undefined) draw.set(name, plainValue(column, random))
    }
    for (const { columns, table: target, targets } of table.references) {
      if (!columns.some((name) => names.includes(name))) continue
      const nullable = columns.every(
        (name) => table.columns.find((column) => column.name === name)?.is_nullable === true,
      )
      if (nullable && random.chance(0.3)) {
        for (const name of columns) draw.set(name, null)
        continue
      }
      const { rows } = await sql<Record<string, string>>`
        select ${sql.join(targets.map((name, place) => sql`${sql.ref(name)}::text as ${sql.ref(`c${place}`)}`))}
        from ${sql.table(target)} order by random() limit 1`.execute(db)
      for (const [place, name] of columns.entries()) draw.set(name, rows[0]?.[`c${place}`] ?? null)
    }
  }
  await redraw(table.columns.map(({ name }) => name))
  for (let left = maxNewDraws; left > 0; left -= 1) {
    try {
      const names = [...draw.keys()]
      const types = new Map(table.columns.map(({ name, type }) => [name, type]))
      await sql`insert into ${sql.table(table.name)} (${sql.join(names.map((name) => sql.ref(name)))}) overriding system value
        values (${sql.join(names.map((name) => sql`${draw.get(name)!}::text::${sql.raw(types.get(name)!)}`))})`.execute(
        db,
      )
      return true
    } catch (error) {
      const { constraint, column } = error as { constraint?: string; column?: string }
      if (column !== undefined) await redraw([column])
      else await redraw(table.constraints.get(constraint ?? '')?.columns ?? table.columns.map(({ name }) => name))
    }
  }
  return false
}

/** Texts of the forms that check constraints ask for. */
const specimens = [
  'x',
  'Example',
  'example-name',
  'ABCD2345',
  'en',
  'fr',
  'CA',
  'CAD',
  'NGN',
  'day',
  '2026-11',
  '12345678',
  'a@parkwell.example',
  'https://parkwell.example/x',
]

/** The documents that are objects; others are lists. */
const objects: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'before',
    'after',
    'detail',
    'details',
    'spot',
    'key',
    'answer',
    'params',
    'address',
    'payment_info',
    'terms',
    'value',
  ].map((name) => [name, '{}']),
)

function plainValue({ name, type, candidates, is_key, is_nullable }: Column, random: Random): Value {
  // What is in a document is known to the code that writes it.
  if (is_nullable && (type === 'jsonb' || random.chance(0.3))) return null
  const pick = <T>(values: readonly T[]): T => values[random.whole(0, values.length - 1)]!
  switch (type) {
    case 'uuid':
      return randomUUID()
    case 'text':
      return random.chance(0.5) || candidates.length === 0 ? pick(specimens) : pick(candidates)
    case 'timestamp with time zone':
      return new Date(Date.UTC(2026, 10, 21, 9) + random.whole(-3, 3) * 3_600_000).toISOString()
    case 'date':
      return `2026-11-${21 + random.whole(0, 5)}`
    case 'boolean':
      return pick(['true', 'false'])
    case 'jsonb':
      return objects[name] ?? '[]'
    case 'bytea':
      return String.raw`\x${randomUUID().replaceAll('-', '').repeat(2)}`
    case 'double precision':
    case 'real':
    case 'numeric':
      return pick(['0', '1', '45.5'])
    default:
      if (type.endsWith('[]')) return '{}'
      return is_key || candidates.length === 0 || random.chance(0.5) ? String(random.whole(1, 100)) : pick(candidates)
  }
}
