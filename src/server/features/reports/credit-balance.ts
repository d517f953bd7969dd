import { sql } from 'kysely'
import { creditBalanceReport } from '#contract/reports/desk/credit-balance.ts'
import { isAccount } from '#server/features/lists/is-account.ts'
import { selectAccounts } from '#server/features/lists/phones.ts'
import { served } from '#server/features/lists/served.ts'
import type { ListSource } from '#server/features/lists/source.ts'
import { shownAddress } from '#server/guest-address.ts'

const owed = sql<bigint>`coalesce((
  select -sum(e.amount_minor) from ledger_accounts d join ledger_entries e on e.account_id = d.id
  where d.kind = 'customer_debt' and d.owner = a.owner and d.currency = a.currency), 0)::bigint`

const pending = sql<bigint>`coalesce((
  select sum(t.amount_minor) from top_ups t
  where t.user_id = a.owner::uuid and t.currency = a.currency and t.status = 'pending'), 0)::bigint`

const creditBalanceSource = (): ListSource<typeof creditBalanceReport> => {
  const currency = sql<string>`a.currency`
  const country = sql<string>`(select c.code from countries c where c.id = u.country_id)`
  return {
    from: sql`(select * from ledger_accounts where kind = 'customer') a left join users u on u.id = a.owner::uuid`,
    id: sql<string>`a.id`,
    columns: {
      customer: sql`case when u.erased_at is null then nullif(trim(concat(u.first_name, ' ', u.last_name)), '') end`,
      email: sql`case when u.erased_at is null then ${shownAddress('u')} end`,
      phone: sql`case when u.erased_at is null then u.phone end`,
      customer_id: sql`case when u.erased_at is null then u.id end`,
      country,
      currency,
      balance: { minor: sql<bigint>`a.balance_minor`, currency },
      pending: { minor: pending, currency },
      owed: { minor: owed, currency },
      last_movement_at: sql`(select e.created_at from ledger_entries e where e.account_id = a.id order by e.id desc limit 1)`,
      opened_at: sql`a.created_at`,
    },
    filters: {
      country: (code) => sql<boolean>`u.country_id = (select id from countries where code = ${code})`,
      currency: (code) => sql<boolean>`a.currency = ${code}`,
      filled: sql<boolean>`(a.balance_minor > 0)`,
      owing: sql<boolean>`(${owed} > 0)`,
      opened: sql<Date>`a.created_at`,
    },
    search: (text) => ({
      exact: isAccount(text),
      matches: sql<boolean>`(u.erased_at is null and u.id in (${selectAccounts(text)}))`,
    }),
    scope: 'everywhere',
    report: {
      currency,
      groups: { country: { key: country }, currency: { key: currency } },
    },
  }
}

export const creditBalanceDesk = [served(creditBalanceReport, creditBalanceSource)]
