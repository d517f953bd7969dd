import { sql } from 'kysely'
import type { Db } from '#server/database/connect.ts'

interface Column {
  table_name: string
  column_name: string
  udt_name: string
  is_nullable: 'YES' | 'NO'
  generated: boolean
  has_default: boolean
}

const typeOf: Record<string, string> = {
  bool: 'boolean',
  bytea: 'Uint8Array',
  date: 'string',
  float4: 'number',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'bigint',
  jsonb: 'Json',
  text: 'string',
  timestamptz: 'Instant',
  uuid: 'string',
  _int2: 'number[]',
  _text: 'string[]',
  _uuid: 'string[]',
}

/** The source of `src/server/database/tables.ts` for the schema of a migrated database. */
export async function generateTables(db: Db): Promise<string> {
  const { rows } = await sql<Column>`
    select table_name, column_name, udt_name, is_nullable, (is_identity = 'YES') as generated, (column_default is not null) as has_default
    from information_schema.columns
    where table_schema = 'public' and table_name <> 'migrations'
    order by table_name, ordinal_position`.execute(db)
  const tables = Map.groupBy(rows, (row) => row.table_name)
  return [
    '// Generated from the migrated schema by `npm run tables`. Do not edit.',
    "import type { ColumnType, GeneratedAlways } from 'kysely'",
    '',
    'type Instant = ColumnType<Date, Date | string, Date | string>',
    '/** Read as a value, written as JSON text. */',
    'type Json = ColumnType<unknown, string, string>',
    '/** May be left out. */',
    'type Defaulted<T> = [T] extends [ColumnType<infer S, infer I, infer U>]',
    '  ? ColumnType<S, I | undefined, U>',
    '  : ColumnType<T, T | undefined, T>',
    '',
    ...[...tables].map(
      ([table, columns]) => `export interface ${nameOf(table)}Table {\n${columns.map(columnOf).join('\n')}\n}\n`,
    ),
    'export interface DB {',
    ...[...tables.keys()].map((table) => `  ${table}: ${nameOf(table)}Table`),
    '}',
    '',
  ].join('\n')
}

const nameOf = (table: string) => table.replace(/(^|_)([a-z])/g, (_all, _bar, letter: string) => letter.toUpperCase())

function columnOf(column: Column): string {
  const base = typeOf[column.udt_name]
  if (base === undefined)
    throw new Error(`no TypeScript type for ${column.table_name}.${column.column_name}: ${column.udt_name}`)
  const type = column.is_nullable === 'YES' ? `${base} | null` : base
  return `  ${column.column_name}: ${column.generated ? `GeneratedAlways<${type}>` : column.has_default ? `Defaulted<${type}>` : type}`
}
