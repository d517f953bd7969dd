import { sql } from 'kysely'
import type { Db } from '#server/database/connect.ts'

interface Table {
  oid: number
  name: string
  options: string[] | null
}
interface Column {
  table: number
  name: string
  type: string
  not_null: boolean
  default_value: string | null
  identity: string
  generated: string
}
interface Part {
  table: number
  text: string
}

const header = `-- Generated from the migrated schema by \`npm run tables\`. Do not edit.
-- For reading: the migrations make the schema. Tables stand in alphabetical order, each with what belongs to it.`

/**
 * The source of `src/server/database/schema.sql` for the schema of a migrated database, from its catalogue: the packaged
 * PostgreSQL has no `pg_dump`. The text is the same for each engine and version. Throws for a kind that it does not show.
 */
export async function describeSchema(db: Db): Promise<string> {
  await refuseUnknownKinds(db)
  const [extensions, types, functions, tables, columns, constraints, indexes, triggers] = [
    await listTexts(db, extensionTexts),
    await listTexts(db, typeTexts),
    await listTexts(db, functionTexts),
    (await tableRows.execute(db)).rows,
    groupByTable((await columnRows.execute(db)).rows),
    groupByTable((await constraintTexts.execute(db)).rows),
    groupByTable((await indexTexts.execute(db)).rows),
    groupByTable((await triggerTexts.execute(db)).rows),
  ]
  const describeTable = ({ oid, name, options }: Table) => {
    const lines = [
      ...(columns.get(oid) ?? []).map(describeColumn),
      ...(constraints.get(oid) ?? []).map(({ text }) => tidy(text)),
    ]
    const end = options === null ? ')' : `) with (${options.join(', ')})`
    return [
      `create table ${name} (\n  ${lines.join(',\n  ')}\n${end};`,
      ...[...(indexes.get(oid) ?? []), ...(triggers.get(oid) ?? [])].map(({ text }) => `${tidy(text)};`),
    ].join('\n')
  }
  return `${[header, ...extensions, ...types, ...functions, ...tables.map(describeTable)].join('\n\n')}\n`
}

const groupByTable = <T extends { table: number }>(rows: T[]) => Map.groupBy(rows, ({ table }) => table)

async function listTexts(db: Db, query: typeof typeTexts): Promise<string[]> {
  return (await query.execute(db)).rows.map(({ text }) => `${tidy(text)};`)
}

function describeColumn({ name, type, not_null, default_value, identity, generated }: Column): string {
  return [
    name,
    tidy(type),
    ...(not_null ? ['not null'] : []),
    ...(identity === '' ? [] : [`generated ${identity === 'a' ? 'always' : 'by default'} as identity`]),
    ...(default_value === null
      ? []
      : [generated === '' ? `default ${tidy(default_value)}` : `generated always as (${tidy(default_value)}) stored`]),
  ].join(' ')
}

/** Keywords in small letters, as in the migrations, and what stands between quotes as it is. */
function tidy(text: string): string {
  return text
    .split(/('(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[^]*?\$\2\$)/)
    .filter((_part, index) => index % 3 !== 2)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part
            .toLowerCase()
            .replaceAll(/\bpublic\./g, '')
            .replaceAll('timestamp with time zone', 'timestamptz')
            .replaceAll(/\bcharacter varying\b/g, 'varchar'),
    )
    .join('')
    .trim()
}

const extensionTexts = sql<{ text: string }>`
  select 'create extension ' || extname as text from pg_extension where extname <> 'plpgsql' order by extname`

const typeTexts = sql<{ text: string }>`
  select 'create type ' || t.typname || ' as range (subtype = ' || format_type(r.rngsubtype, null) ||
    coalesce(', collation = ' || quote_ident(c.collname), '') || ')' as text
  from pg_range r join pg_type t on t.oid = r.rngtypid left join pg_collation c on c.oid = r.rngcollation
  where t.typnamespace = 'public'::regnamespace
  order by t.typname collate "C"`

const functionTexts = sql<{ text: string }>`
  select pg_get_functiondef(p.oid) as text from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prolang in (select oid from pg_language where lanname in ('sql', 'plpgsql'))
    and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype in ('e', 'i'))
  order by p.proname collate "C", pg_get_function_identity_arguments(p.oid) collate "C"`

/** The migrations' own table is left out, as in `tables.ts`. */
const tableRows = sql<Table>`
  select oid::int as oid, relname as name, reloptions as options from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations'
  order by relname collate "C"`

const columnRows = sql<Column>`
  select a.attrelid::int as table, quote_ident(a.attname) as name,
    format_type(a.atttypid, a.atttypmod) ||
      case when a.attcollation <> t.typcollation then ' collate ' || quote_ident(l.collname) else '' end as type,
    a.attnotnull as not_null, pg_get_expr(d.adbin, d.adrelid, true) as default_value,
    a.attidentity as identity, a.attgenerated as generated
  from pg_attribute a
  join pg_type t on t.oid = a.atttypid
  left join pg_collation l on l.oid = a.attcollation
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attnum > 0 and not a.attisdropped
  order by a.attnum`

/** Without those of `not null`, which newer versions list too. */
const constraintTexts = sql<Part>`
  select conrelid::int as table, 'constraint ' || quote_ident(conname) || ' ' || pg_get_constraintdef(oid, true) as text
  from pg_constraint
  where connamespace = 'public'::regnamespace and contype in ('p', 'u', 'f', 'c', 'x')
  order by array_position(array['p', 'u', 'x', 'f', 'c'], contype::text), conname collate "C"`

const indexTexts = sql<Part>`
  select indrelid::int as table, pg_get_indexdef(indexrelid) as text
  from pg_index i join pg_class c on c.oid = i.indexrelid
  where c.relnamespace = 'public'::regnamespace and not exists (select from pg_constraint where conindid = i.indexrelid and contype in ('p', 'u', 'x'))
  order by c.relname collate "C"`

const triggerTexts = sql<Part>`
  select tgrelid::int as table, pg_get_triggerdef(oid, true) as text
  from pg_trigger where not tgisinternal
  order by tgname collate "C"`

/** Views, sequences of their own and types of other kinds would be missing from the text without a word. */
async function refuseUnknownKinds(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class c
    where relnamespace = 'public'::regnamespace and relkind not in ('r', 'i', 't')
      and not (relkind = 'S' and exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'i'))
    union all
    select typname from pg_type
    where typnamespace = 'public'::regnamespace and typtype in ('d', 'e')
    union all
    select polname from pg_policy
    union all
    select rulename from pg_rewrite r join pg_class c on c.oid = r.ev_class where c.relnamespace = 'public'::regnamespace
    union all
    select stxname from pg_statistic_ext where stxnamespace = 'public'::regnamespace`.execute(db)
  if (rows.length > 0) throw new Error(`schema.sql cannot show ${rows.map(({ name }) => name).join(', ')}`)
}
