import { globSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '#test/kits/world.ts'

/*
 * What keeps a country from being a cell on a distributed engine (`docs/operating.md`, "Cells"), in the schema as migrated
 * and in the SQL of the source. The rules come from trials with Citus 13; `test/rules/migrations.test.ts` has those that can
 * be read from a new migration alone.
 */

let world: World
beforeAll(async () => (world = await createWorld()))
afterAll(() => world.close())

/** By rule, a query of the catalogue that names what breaks it. */
const schemaRules = {
  /** A schema with a type of its own cannot be distributed: "dependency on unsupported object". */
  range_types: sql<{ name: string }>`
    select typname::text as name from pg_type where typnamespace = current_schema()::regnamespace and typtype = 'r'`,
  /** Neither YugabyteDB nor CockroachDB has them; they need an index of another kind. */
  exclusion_constraints: sql<{ name: string }>`
    select conname::text as name from pg_constraint where connamespace = current_schema()::regnamespace and contype = 'x'`,
  /** Checked at commit, which other engines do for foreign keys at most. */
  deferrable_constraints: sql<{ name: string }>`
    select conname::text as name from pg_constraint where connamespace = current_schema()::regnamespace and condeferrable`,
  /** They fail when they run on a distributed table: "unrecognized RTE kind: 7". */
  transition_tables: sql<{ name: string }>`
    select tgname::text as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = current_schema()::regnamespace and (tgoldtable is not null or tgnewtable is not null)`,
  /** They run on a worker, where tables without a schema are not found. Immutable functions read no table. */
  functions_without_search_path: sql<{ name: string }>`
    select proname::text as name from pg_proc p
    where pronamespace = current_schema()::regnamespace and provolatile <> 'i'
      and prolang in (select oid from pg_language where lanname in ('sql', 'plpgsql'))
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype in ('e', 'i'))
      and not coalesce(proconfig::text, '') like '%search_path=%'`,
  /** In the schema of a cell, they would move with it, and the next cell would lack them. */
  extensions_outside_public: sql<{ name: string }>`
    select extname::text as name from pg_extension
    where extname <> 'plpgsql' and extnamespace <> 'public'::regnamespace`,
  /** Each node numbers its transactions itself. */
  transaction_ids: sql<{ name: string }>`
    select c.relname || '.' || a.attname as name
    from pg_attrdef d join pg_class c on c.oid = d.adrelid
      join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
    where c.relnamespace = current_schema()::regnamespace and pg_get_expr(d.adbin, d.adrelid) ~ 'xact_id|snapshot|txid_'
    union all
    select proname::text from pg_proc p
    where pronamespace = current_schema()::regnamespace and prosrc ~ 'xact_id|snapshot|txid_'`,
  /** Without a key, a schema that moves to another node takes no changes meanwhile. */
  tables_without_key: sql<{ name: string }>`
    select relname::text as name from pg_class c
    where relnamespace = current_schema()::regnamespace and relkind = 'r'
      and not exists (select from pg_index where indrelid = c.oid and indisprimary)`,
  /** A number for each row, which all writers draw from one row of a distributed engine. */
  sequences: sql<{ name: string }>`
    select c.relname || '.' || a.attname as name
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = current_schema()::regnamespace
      and (a.attidentity <> '' or exists (select from pg_attrdef d
        where d.adrelid = a.attrelid and d.adnum = a.attnum and pg_get_expr(d.adbin, d.adrelid) ~ 'nextval'))`,
} as const

/** What breaks a rule today, with the reason. */
const schemaExceptions: Record<keyof typeof schemaRules, Record<string, string>> = {
  range_types: {},
  exclusion_constraints: {},
  deferrable_constraints: {},
  transition_tables: {},
  functions_without_search_path: {
    date_listed_booking: 'names no table, and runs with each change of a booking',
    note_listed_booking: 'names no table, and runs with each change of a booking',
    refuse_blocked_spaces: 'names no table, and runs with each booking',
  },
  extensions_outside_public: {},
  transaction_ids: {
    'park_changes.xid': 'for servers of the release before alone',
    'bookings.listed_xid': 'for servers of the release before alone',
    note_listed_booking: 'for servers of the release before alone',
  },
  tables_without_key: { journal_lines: 'written once as a month is closed, and never changed' },
  sequences: {
    'ledger_entries.id': 'in the order of a wallet; a cell’s schema has it on one node',
    'pools.id': 'short, for the counters of spaces; drawn by imports and staff',
    'changed_quarters.id': 'deleted by the job that counts sales',
    'order_history.id': 'a few for each order',
    'document_history.id': 'a few for each request',
    'thread_messages.position': 'written by hand',
  },
}

test.each(Object.keys(schemaRules) as (keyof typeof schemaRules)[])('the schema keeps to the rule %s', async (rule) => {
  const { rows } = await schemaRules[rule].execute(world.db)
  const names = [...new Set(rows.map(({ name }) => name))].sort()
  expect(names).toEqual(Object.keys(schemaExceptions[rule]).sort())
})

/** Functions that are not immutable: an update of a distributed table must not call them in CASE or COALESCE. */
const mutable =
  /\b(now|(clock|statement|transaction)_timestamp|date_trunc|age|to_char|concat(_ws)?|format|to_jsonb?|row_to_json|jsonb?_(populate_\w+|object_agg|agg|build_\w+)|gen_random_uuid|nextval|random|current_setting|pg_\w+)\s*\(|\bcurrent_(date|timestamp)\b/
const volatile = /\b(clock_timestamp|gen_random_uuid|nextval|random|pg_current_xact_id)\s*\(/

/** The values that a statement chooses between: what stands in CASE … END and COALESCE ( … ), innermost parentheses included. */
const choices = (text: string): string[] =>
  [...text.matchAll(/\bcase\b[\s\S]*?\bend\b|\bcoalesce\s*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g)].map(
    ([part]) => part,
  )

/** By rule, whether a text of SQL breaks it. */
const sourceRules: Record<string, (text: string) => boolean> = {
  /** A row's place differs from shard to shard. */
  ctid: (text) => /\bctid\b/.test(text),
  /** Each node numbers its transactions itself. */
  transaction_ids: (text) => /\b(pg_current_xact_id\w*|pg_(current_)?snapshot\w*|txid_\w+)\b/.test(text),
  /** "non-IMMUTABLE functions are not allowed in CASE or COALESCE statements" */
  mutable_functions_in_choices: (text) =>
    /\bset\b[\s\S]*=/.test(text) && choices(text).some((choice) => mutable.test(choice)),
  /** As above, in what is put together for the assignments of an update. */
  chosen_columns_of_records: (text) => /\bcase\b[\s\S]*\(\w+\.\w+\)\.\?/.test(text),
  /** "functions used in UPDATE queries on distributed tables must not be VOLATILE" */
  volatile_functions_in_updates: (text) => /^\s*update\b/.test(text) && volatile.test(text),
}

const sourceExceptions: Record<string, Record<string, string>> = {
  ctid: {},
  transaction_ids: { 'waiting-work.ts': 'a distributed database is not asked' },
  mutable_functions_in_choices: {},
  chosen_columns_of_records: {},
  volatile_functions_in_updates: {},
}

/** The texts of the template literals tagged `sql`, with `?` for each value. */
function findStatements(code: string): string[] {
  return [...code.matchAll(/\bsql(?:<[^`]*?>)?`/g)].map((start) => {
    let [text, depth] = ['', 0]
    for (let at = start.index + start[0].length; at < code.length; at += 1) {
      const letter = code[at]!
      if (depth === 0 && letter === '`') break
      if (depth === 0 && letter === '$' && code[at + 1] === '{') {
        text += '?'
        at += 1
        depth = 1
      } else if (depth === 0) text += letter
      else if (letter === '{') depth += 1
      else if (letter === '}') depth -= 1
    }
    return text
  })
}

const breaks = (rule: string, code: string) => findStatements(code).some((text) => sourceRules[rule]!(text))

test.each(Object.keys(sourceRules))('the SQL of the source keeps to the rule %s', (rule) => {
  const files = globSync('src/server/**/*.ts').filter((file) => !/\.test\.ts$|migrations/.test(file))
  expect(files.length).toBeGreaterThan(500)
  const broken = files.filter((file) => breaks(rule, readFileSync(file, 'utf8')))
  expect(broken.map((file) => file.slice('src/server/'.length)).sort()).toEqual(
    Object.keys(sourceExceptions[rule]!).sort(),
  )
})

test.each([
  ['ctid', 'sql`delete from mails where ctid = ${place}`'],
  ['transaction_ids', 'sql<{ a: bigint }>`select pg_snapshot_xmin(pg_current_snapshot())`'],
  ['mutable_functions_in_choices', 'sql`update mails set sent_at = coalesce(sent_at, now()) where id = ${id}`'],
  ['mutable_functions_in_choices', 'sql`update mails set a = case when b then to_jsonb(c) else d end`'],
  ['volatile_functions_in_updates', 'sql`update mails set sent_at = clock_timestamp()`'],
])('finds what breaks %s', (rule, code) => {
  expect(breaks(rule, code)).toBe(true)
  expect(breaks(rule, 'sql`update mails set sent_at = case when ${a} then ${b}::timestamptz else sent_at end`')).toBe(
    false,
  )
})
