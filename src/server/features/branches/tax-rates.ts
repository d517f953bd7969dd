import { sql } from 'kysely'
import type { TaxClass } from '#contract/catalogue/shop-rules.ts'
import type { SaleTax } from '#contract/pricing/sale.ts'
import type { Db, Tx } from '#server/database/connect.ts'

/** A tax as it applies at a branch, with its names and where its rate is from. */
export type BranchTax = SaleTax & {
  name: string
  name_fr: string
  class: TaxClass
  source: string
  source_date: string
}

/** The rates of branches by class. A class that nobody has entered a rate for is missing; `exempt` has none. */
export type TaxTable = ReadonlyMap<string, ReadonlyMap<TaxClass, readonly BranchTax[]>>

/** Returns the rates that apply at branches on the local day of an instant: those of the country, the state and the city. */
export async function findTaxes(db: Db | Tx, branch_ids: readonly string[], at: Date): Promise<TaxTable> {
  const { rows } = await sql<BranchTax & { branch_id: string }>`
    select b.id as branch_id, t.code, t.kind, t.value, t.name, t.name_fr, t.class, t.source, t.source_date::text
    from branches b join tax_rates t on t.country_id = b.country_id and (t.state_id is null or t.state_id = b.state_id)
      and (t.city is null or lower(t.city) = lower(b.city))
      and t.valid_from <= (${at}::timestamptz at time zone b.timezone)::date
      and (t.valid_to is null or t.valid_to > (${at}::timestamptz at time zone b.timezone)::date)
    where b.id = any(${[...branch_ids]}::uuid[])
    order by t.position, t.state_id nulls first, t.city nulls first, t.code`.execute(db)
  const byBranch = Map.groupBy(rows, ({ branch_id }) => branch_id)
  return new Map(
    branch_ids.map((id) => {
      const taxes = (byBranch.get(id) ?? []).map(({ branch_id: _branch, ...tax }) => tax)
      return [id, new Map<TaxClass, BranchTax[]>([...Map.groupBy(taxes, (tax) => tax.class), ['exempt', []]])]
    }),
  )
}

/** The classes of what a branch sells, delivery included, for which no rate is known there. */
export async function findUnknownTaxes(db: Db | Tx, branch_id: string, at: Date): Promise<TaxClass[]> {
  const { rows } = await sql<{ class: TaxClass }>`
    select distinct i.tax_class as class from items i join branches b on b.id = ${branch_id}
    where i.status = 'active' and not exists (select from branch_items h where h.branch_id = b.id and h.item_id = i.id and h.is_hidden)
      and exists (select from prices p left join item_variations v on v.id = p.variation_id
        where coalesce(p.item_id, v.item_id) = i.id and p.currency = b.currency and (p.branch_id is null or p.branch_id = b.id))
    union select 'service' from branch_setup s where s.branch_id = ${branch_id} and s.delivery_on
    order by 1`.execute(db)
  const known = (await findTaxes(db, [branch_id], at)).get(branch_id)!
  return rows.map((row) => row.class).filter((name) => !known.has(name))
}
