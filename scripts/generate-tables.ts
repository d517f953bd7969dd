/**
 * Generates `src/server/database/tables.ts` from the migrated schema: `npm run tables`. With `--check` it only compares, and
 * fails when they differ.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { openEmbedded } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'

type Column = {
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
}

const target = new URL('../src/server/database/tables.ts', import.meta.url)
const database = await openEmbedded(undefined)
await migrate(database)
const { rows } = await sql<Column>`
  select table_name, column_name, udt_name, is_nullable, (is_identity = 'YES') as generated, (column_default is not null) as has_default
  from information_schema.columns
  where table_schema = 'public' and table_name <> 'migrations'
  order by table_name, ordinal_position`.execute(database.db)
await database.close()

const tables = Map.groupBy(rows, (row) => row.table_name)
const nameOf = (table: string) => table.replace(/(^|_)([a-z])/g, (_all, _bar, letter: string) => letter.toUpperCase())

function columnOf(column: Column): string {
  const base = typeOf[column.udt_name]
  if (base === undefined)
    throw new Error(`no TypeScript type for ${column.table_name}.${column.column_name}: ${column.udt_name}`)
  const type = column.is_nullable === 'YES' ? `${base} | null` : base
  return `  ${column.column_name}: ${column.generated ? `GeneratedAlways<${type}>` : column.has_default ? `Defaulted<${type}>` : type}`
}

const text = [
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
    ([table, columns]) => `export type ${nameOf(table)}Table = {\n${columns.map(columnOf).join('\n')}\n}\n`,
  ),
  'export type DB = {',
  ...[...tables.keys()].map((table) => `  ${table}: ${nameOf(table)}Table`),
  '}',
  '',
].join('\n')

const current = await readFile(target, 'utf8').catch(() => '')
if (process.argv.includes('--check')) {
  if (current !== text) {
    console.error('src/server/database/tables.ts is not what the migrations make: run `npm run tables`')
    process.exitCode = 1
  }
} else if (current !== text) {
  await writeFile(target, text)
  console.log(`${tables.size} tables written`)
}
