import { sql, type RawBuilder } from 'kysely'
import type { Currency } from '#contract/money.ts'
import type { LineKind } from '#contract/payouts/terms.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Payee, TermsHistory } from './payees.ts'
import { calculateShare } from './rules.ts'

/** One entry of the ledger as a statement shows it. `booked_minor` is the commission that the entry is net of. */
export interface StatementLine {
  entry_id: bigint
  kind: LineKind
  subject: string | null
  park_id: string | null
  at: Date
  amount_minor: bigint
  rate: number
  commission_minor: bigint
  booked_minor: bigint
}

interface OpenEntry {
  entry_id: bigint
  at: Date
  transfer_kind: string
  description: string
  subject: string | null
  park_id: string | null
  amount_minor: bigint
  booked_minor: bigint
  order_rate: bigint | null
  prior_rate: number | null
}

/** What transfers are labelled with before the colon, where the code of a booking, order or payout stands behind it. */
const labels = ['booking', 'overstay', 'returned', 'order', 'payout']

/** SQL: what a transfer is about, such as a booking’s code: what stands behind the colon of its label. */
const subjectOf = (t: RawBuilder<unknown>) =>
  sql`case when split_part(${t}.description, ':', 1) in (${sql.join(labels.map((label) => sql.lit(label)))})
    then split_part(${t}.description, ':', 2) end`

/**
 * SQL: entries `e` of transfers `t` that no statement shows, and that are no statement’s own. A subquery, not `not exists`:
 * joined, all lines would be read for a week’s few.
 */
const isOpen = sql`t.description not like 'statement:%' and (select l.entry_id from statement_lines l where l.entry_id = e.id) is null`

/** SQL: whether a car park was merged into another one, which has its bookings since then. */
const isMergedInto = (q: RawBuilder<unknown>, m: RawBuilder<unknown>) => sql`${q}.source_id like '%#merged-%'
  and ${m}.source = split_part(${q}.possible_duplicate_of, ':', 1)
  and ${m}.source_id = substr(${q}.possible_duplicate_of, strpos(${q}.possible_duplicate_of, ':') + 1)`

/** Until when entries are a payee’s: the end of a period, or all that there are. */
type Until = Date | 'infinity'

/** SQL: what decides which entries are a payee’s. */
type PayeeColumns = Record<'id' | 'partner_id' | 'branch_id' | 'currency', RawBuilder<unknown>>

const toColumns = ({ id, partner_id, branch_id, currency }: Payee): PayeeColumns => ({
  id: sql`${id}::uuid`,
  partner_id: sql`${partner_id}::uuid`,
  branch_id: sql`${branch_id}::uuid`,
  currency: sql`${currency}::text`,
})

/**
 * SQL: the accounts of the ledger whose entries can be a payee’s, each with the entry up to which they are on lines
 * (`through`): of the car parks that it has or had and those that these were merged into, or of its branch, and its own.
 */
function selectAccounts({ id, partner_id, branch_id, currency }: PayeeColumns): RawBuilder<unknown> {
  // Each car park of the lines once, by the index, instead of all lines.
  const stated = sql`stated (park_id) as (
    (select park_id from statement_lines where payee_id = ${id} and park_id is not null order by park_id limit 1)
    union all select (select l.park_id from statement_lines l where l.payee_id = ${id} and l.park_id > s.park_id
      order by l.park_id limit 1) from stated s where s.park_id is not null)`
  const parks = sql`
    select id, partner_id from parks where partner_id = ${partner_id}
    union select id, partner_id from parks where id in (select park_id from stated)
    union select id, partner_id from parks where id in (
      select b.park_id from no_show_holders h join bookings b on b.id = h.booking_id where h.partner_id = ${partner_id})
    union select m.id, m.partner_id from parks q join parks m on ${isMergedInto(sql`q`, sql`m`)}
      where q.id in (select park_id from stated)`
  return sql`(
    with recursive ${stated}, park as (${parks}),
    owner (kind, owner, park_id, partner_id) as (
      select 'park_payable', id::text, id, partner_id from park
      union all select 'branch_payable', (${branch_id})::text, null, null where ${branch_id} is not null
      union all select 'payee_payable', (${id})::text, null, null)
    select a.id, a.kind, o.park_id, o.partner_id, coalesce(m.through_entry, 0) as through
    from owner o join ledger_accounts a on a.kind = o.kind and a.owner = o.owner and a.currency = ${currency}
      left join statement_marks m on m.payee_id = ${id} and m.account_id = a.id)`
}

/** SQL: the entries `e` of a payee’s accounts `a` behind their marks, their transfers `t`, and what these are about. */
const fromMarks = (payee: PayeeColumns) =>
  // `offset 0`: from the accounts’ marks on by the index, whatever the planner expects behind them.
  sql`${selectAccounts(payee)} a
    cross join lateral (select * from ledger_entries e where e.account_id = a.id and e.id > a.through offset 0) e
    cross join lateral (select t.id, t.kind, t.description from ledger_transfers t where t.id = e.transfer_id offset 0) t
    cross join lateral (select ${subjectOf(sql`t`)} as subject) s`

/**
 * SQL: whom the booking of an entry was sold for: by its first line, or as stored when its car park changed hands. A sale
 * itself is the first entry of its booking, so that nothing is looked up for most.
 */
const joinSale = sql`left join lateral (select l.payee_id, l.rate from statement_lines l
    where t.kind <> 'booking' and l.subject = s.subject and l.kind in ('sale', 'extension') and l.park_id is not null
    order by l.entry_id limit 1) prior on true
  left join lateral (select h.partner_id from bookings b join no_show_holders h on h.booking_id = b.id
    where t.kind <> 'booking' and b.booking_code = s.subject) free on prior.payee_id is null`

/** SQL: whether an entry of a car park is a payee’s. */
const isSoldFor = ({ id, partner_id }: PayeeColumns) => sql`case when prior.payee_id is null
  then coalesce(free.partner_id, a.partner_id) = ${partner_id} else prior.payee_id = ${id} end`

const listed: PayeeColumns = {
  id: sql`y.id`,
  partner_id: sql`y.partner_id`,
  branch_id: sql`y.branch_id`,
  currency: sql`y.currency`,
}

/** SQL: what was sold for the payee `y` and is on no statement yet, in minor units: lines that wait, and what is behind the marks. */
export const unstated = sql<bigint>`(select coalesce(sum(f.amount_minor), 0)::bigint from (
  select l.amount_minor from statement_lines l join ledger_entries e on e.id = l.entry_id
    join ledger_accounts a on a.id = e.account_id
  where l.payee_id = y.id and l.statement_id is null and a.kind <> 'payee_payable'
  union all
  select e.amount_minor from ${fromMarks(listed)} ${joinSale}
  where ${isOpen} and (a.kind = 'branch_payable' or a.kind = 'park_payable' and ${isSoldFor(listed)})) f)`

/**
 * SQL: the entries before `until` that belong to a payee and are on no statement, oldest first: of its car parks or its
 * branch, and of its own account. What is refunded or charged later belongs to whom the booking was sold for, whoever has the
 * car park now.
 */
function selectOpenEntries(payee: Payee, until: Until): RawBuilder<OpenEntry> {
  const columns = toColumns(payee)
  const base = fromMarks(columns)
  const isDue = (kind: string) => sql`a.kind = ${kind} and e.created_at < ${until}::timestamptz and ${isOpen}`
  const ofParks = sql`
    select e.id, e.created_at, t.kind, t.description, s.subject, a.park_id, e.amount_minor, 0::bigint as booked_minor,
      null::bigint as order_rate, prior.rate as prior_rate
    from ${base} ${joinSale} where ${isDue('park_payable')} and ${isSoldFor(columns)}`
  const ofBranch = sql`
    select e.id, e.created_at, t.kind, t.description, s.subject, null::uuid, e.amount_minor,
      case when t.kind in ('order_release', 'refund') and o.delivered_by = 'branch' then (
        select coalesce(sum(f.amount_minor), 0)::bigint from ledger_entries f join ledger_accounts g on g.id = f.account_id
        where f.transfer_id = t.id and g.kind = 'fee_income') end,
      case when t.kind in ('order_release', 'refund') then o.commission end, null::integer
    from ${base} left join orders o on o.order_number = s.subject where ${isDue('branch_payable')}`
  const ofAccount = sql`
    select e.id, e.created_at, t.kind, t.description, s.subject, null::uuid, e.amount_minor, 0::bigint,
      null::bigint, null::integer
    from ${base} where ${isDue('payee_payable')}`
  return sql<OpenEntry>`
    select f.id as entry_id, f.created_at as at, f.kind as transfer_kind, f.description, f.subject, f.park_id, f.amount_minor,
      f.booked_minor, f.order_rate, f.prior_rate
    from (${payee.branch_id === null ? ofParks : ofBranch} union all ${ofAccount})
      f (id, created_at, kind, description, subject, park_id, amount_minor, booked_minor, order_rate, prior_rate)
    order by f.id`
}

const kinds: Readonly<Record<string, LineKind>> = {
  booking: 'sale',
  extension: 'extension',
  order_release: 'order',
  refund: 'refund',
  cash: 'cash_kept',
  settlement: 'moved',
  payout: 'payout',
}

/**
 * Describes entries as lines, with the commission on what drivers paid for parking. A refund takes back the commission at the
 * rate of its sale, also where terms have changed since.
 */
function toLines(
  entries: readonly OpenEntry[],
  { terms, rates, currency }: { terms: TermsHistory; rates: Map<string, number>; currency: Currency },
): StatementLine[] {
  return entries.map(({ transfer_kind, description: _description, order_rate, prior_rate, ...entry }) => {
    const { at, subject, amount_minor, park_id } = entry
    const listed = kinds[transfer_kind] ?? 'correction'
    const kind = listed === 'payout' && amount_minor > 0n ? 'payout_returned' : listed
    if (order_rate !== null) return { ...entry, kind, ...toBooked(entry, order_rate) }
    const isCharged = park_id !== null && (kind === 'sale' || kind === 'extension' || kind === 'refund')
    if (!isCharged) return { ...entry, kind, rate: 0, commission_minor: 0n, booked_minor: 0n }
    const rate = (subject === null ? undefined : rates.get(subject)) ?? prior_rate ?? terms.at(at).commission
    if (subject !== null) rates.set(subject, rate)
    return { ...entry, kind, rate, commission_minor: calculateShare(amount_minor, rate, currency), booked_minor: 0n }
  })
}

/**
 * The commission that an order’s entry is net of. Where we deliver, our income also has the delivery, and the commission is
 * found from what the branch got, to one minor unit.
 */
function toBooked({ amount_minor, booked_minor }: Pick<OpenEntry, 'amount_minor' | 'booked_minor'>, rate: bigint) {
  const commission_minor = booked_minor ?? (rate < 100_000n ? (amount_minor * rate) / (100_000n - rate) : 0n)
  return { rate: Number(rate), commission_minor, booked_minor: commission_minor }
}

/** So many entries are read at once: a closing with a million must not fill the memory of the process. */
const batch_size = 20_000

/**
 * Stores that a payee’s entries before `until` are theirs, with the commission on them; a statement takes them. Reads what
 * came since the last time alone.
 */
export async function claimEntries(tx: Tx, payee: Payee, terms: TermsHistory, until: Until): Promise<void> {
  // Read first: what another transaction is writing is after it.
  const settled = await findSettled(tx)
  /** By the code of a booking. */
  const rates = new Map<string, number>()
  await sql`declare open_entries no scroll cursor for ${selectOpenEntries(payee, until)}`.execute(tx)
  for (let count = batch_size; count === batch_size;) {
    const { rows } = await sql<OpenEntry>`fetch forward ${sql.lit(batch_size)} from open_entries`.execute(tx)
    await writeLines(tx, payee.id, toLines(rows, { terms, rates, currency: payee.currency }))
    count = rows.length
  }
  await sql`close open_entries`.execute(tx)
  await sql`insert into statement_marks as m (payee_id, account_id, through_entry)
    select ${payee.id}::uuid, a.id, least(${settled}::bigint, (select min(e.id) - 1 from ledger_entries e
      where e.account_id = a.id and e.id > a.through and e.created_at >= ${until}::timestamptz))
    from ${selectAccounts(toColumns(payee))} a where a.through < ${settled}::bigint
    on conflict (payee_id, account_id) do update set through_entry = excluded.through_entry`.execute(tx)
}

/** The last entry up to which nobody is writing one any more, as of the last time that the sums of the ledger were taken. */
async function findSettled(tx: Tx): Promise<bigint> {
  const { through_entry } = await tx.selectFrom('ledger_day_marks').select('through_entry').executeTakeFirstOrThrow()
  return through_entry
}

async function writeLines(tx: Tx, payee_id: string, lines: readonly StatementLine[]): Promise<void> {
  if (lines.length === 0) return
  const of = <T>(value: (line: StatementLine) => T): T[] => lines.map(value)
  await sql`
    insert into statement_lines (entry_id, payee_id, kind, subject, park_id, at, amount_minor, rate, commission_minor, booked_minor)
    select n.entry_id, ${payee_id}::uuid, n.kind, n.subject, n.park_id, n.at, n.amount_minor, n.rate, n.commission_minor, n.booked_minor
    from unnest(${of(({ entry_id }) => String(entry_id))}::bigint[], ${of(({ kind }) => kind)}::text[],
      ${of(({ subject }) => subject)}::text[], ${of(({ park_id }) => park_id)}::uuid[], ${of(({ at }) => at)}::timestamptz[],
      ${of(({ amount_minor }) => String(amount_minor))}::bigint[], ${of(({ rate }) => rate)}::integer[],
      ${of(({ commission_minor }) => String(commission_minor))}::bigint[],
      ${of(({ booked_minor }) => String(booked_minor))}::bigint[])
      as n(entry_id, kind, subject, park_id, at, amount_minor, rate, commission_minor, booked_minor)`.execute(tx)
}
