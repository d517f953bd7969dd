import { sql, type RawBuilder } from 'kysely'
import { normalizeCode } from '#contract/codes.ts'
import type { DeskQuery } from '#contract/lists/lists.ts'
import { transactionsReport } from '#contract/reports/desk/transactions.ts'
import { hasIdOrSlug, idIn } from '#server/database/ids.ts'
import { served, type FindSource } from '#server/features/lists/served.ts'
import type { ListSource, ReportSource } from '#server/features/lists/source.ts'
import { transfersWithin } from '#server/features/wallet/staff/transfers-within.ts'
import type { Scope } from '#server/http/caller.ts'
import { readDays } from './days/days.ts'
import { bookZone, findMark, findTransferDays } from './days/ledger-days.ts'
import { allOf, textOf } from './places.ts'

interface Read {
  query: DeskQuery
  scope: Scope
}

const accountsOf = (condition: RawBuilder<boolean>) => sql<unknown>`(
  select array_agg(distinct a.kind order by a.kind) from ledger_entries e join ledger_accounts a on a.id = e.account_id
  where e.transfer_id = t.id and ${condition})`

/** SQL: whose account of these kinds a transfer `t` has moved. */
const ownerOf = (...kinds: readonly string[]) => sql<string | null>`(
  select min(a.owner) from ledger_entries e join ledger_accounts a on a.id = e.account_id
  where e.transfer_id = t.id and a.kind in (${sql.join(kinds.map((kind) => sql.lit(kind)))}))`
const branchOwner = ownerOf('order_held', 'branch_payable')
/** SQL: the branch `b` of a transfer, where it has one. */
const branchOfOwner = sql`(select ${branchOwner} as owner) w join branches b on b.id = ${idIn(sql`w.owner`)}`
const providerOwner = ownerOf('provider_clearing', 'refund_clearing', 'provider_fee')

const currency = sql<string>`(select e.currency from ledger_entries e where e.transfer_id = t.id limit 1)`
const moved = sql<bigint>`(select sum(e.amount_minor)::bigint from ledger_entries e
  where e.transfer_id = t.id and e.amount_minor > 0)`
const zone = bookZone(currency)
const day = sql<string>`(t.created_at at time zone ${zone})::date::text`

const hasBranch = (owner: RawBuilder<unknown>, text: string) => sql<boolean>`${owner} in (
  select b.id::text from branches b where ${hasIdOrSlug('b', text)})`
const currencyOf = (country: string) => sql`(select c.currency from countries c where c.code = ${country})`

/** The sums of days, for a query that they answer; others are answered by the transfers themselves. */
function sumDays({ query, scope }: Read, known: bigint): ReportSource | undefined {
  if (!scope.everywhere || query.search !== undefined || query['account'] !== undefined) return undefined
  const { from, to } = readDays({ query, scope, period: 'created' })
  const [branch, country, code, kind, provider] = ['branch', 'country', 'currency', 'kind', 'provider'].map((name) =>
    textOf(query, name),
  )
  return {
    from: sql`(${findTransferDays(known)}) f left join branches b on b.id = ${idIn(sql`f.branch`)}`,
    where: allOf([
      from !== undefined && sql<boolean>`f.day >= ${from}::date`,
      to !== undefined && sql<boolean>`f.day <= ${to}::date`,
      branch !== undefined && hasBranch(sql`f.branch`, branch),
      country !== undefined && sql<boolean>`f.currency = ${currencyOf(country)}`,
      code !== undefined && sql<boolean>`f.currency = ${code}`,
      kind !== undefined && sql<boolean>`f.kind = ${kind}`,
      provider !== undefined && sql<boolean>`f.provider = ${provider}`,
    ]),
    rows: sql<number>`sum(f.transfers)`,
    currency: sql<string>`f.currency`,
    day: sql<string>`f.day::text`,
    sums: { amount: sql`f.amount` },
    groups: {
      day: { key: sql<string>`f.day::text` },
      kind: { key: sql<string>`f.kind` },
      branch: { key: sql<string | null>`b.name`, filter: sql<string | null>`b.slug` },
      provider: { key: sql<string | null>`nullif(f.provider, '')` },
    },
  }
}

const transactionsSource: FindSource<typeof transactionsReport> = async ({ db, query, scope }) =>
  describeTransactions({ query, scope }, await findMark(db))

const describeTransactions = ({ query, scope }: Read, known: bigint): ListSource<typeof transactionsReport> => ({
  from: sql`ledger_transfers t`,
  id: sql<string>`t.id`,
  columns: {
    created_at: sql`t.created_at`,
    timezone: zone,
    kind: sql`t.kind`,
    from: accountsOf(sql<boolean>`e.amount_minor < 0`),
    to: accountsOf(sql<boolean>`e.amount_minor > 0`),
    branch: sql`(select b.name from ${branchOfOwner})`,
    order: sql`(case when t.description like 'order:%' then split_part(t.description, ':', 2) end)`,
    booking: sql`(select b.booking_code from bookings b where b.booking_code = split_part(t.description, ':', 2))`,
    provider: providerOwner,
    amount: { minor: moved, currency },
    currency,
    reference: sql`t.reference`,
    description: sql`t.description`,
    transfer: sql`t.id`,
  },
  order: { transfer: sql`t.id` },
  filters: {
    created: { at: sql<Date>`t.created_at`, zone },
    branch: (text) => hasBranch(branchOwner, text),
    country: (country) => sql<boolean>`${currency} = ${currencyOf(country)}`,
    currency: (code) => sql<boolean>`${currency} = ${code}`,
    kind: (kind) => sql<boolean>`t.kind = ${kind}`,
    account: (kind) => sql<boolean>`exists (
      select from ledger_entries e join ledger_accounts a on a.id = e.account_id
      where e.transfer_id = t.id and a.kind = ${kind})`,
    provider: (name) => sql<boolean>`${providerOwner} = ${name}`,
  },
  search: (text) => ({
    matches: sql<boolean>`(t.reference in (${text}, upper(${text})) or split_part(t.description, ':', 2) = ${normalizeCode(text)})`,
  }),
  scope: { within: transfersWithin },
  report: sumDays({ query, scope }, known) ?? {
    currency,
    day,
    groups: {
      day: { key: day },
      kind: { key: sql<string>`t.kind` },
      branch: {
        key: sql<string | null>`(select b.name from ${branchOfOwner})`,
        filter: sql<string | null>`(select b.slug from ${branchOfOwner})`,
      },
      provider: { key: providerOwner },
    },
  },
})

export const transactionsReportDesk = [served(transactionsReport, transactionsSource)]
