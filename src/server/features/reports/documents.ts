import { sql, type RawBuilder } from 'kysely'
import { normalizeCode } from '#contract/codes.ts'
import { documentsReport } from '#contract/reports/desk/documents.ts'
import { served } from '#server/features/lists/served.ts'
import type { ListSource } from '#server/features/lists/source.ts'

/** Where requests are made, and what their days are. */
const zone = sql<string>`'Africa/Lagos'`
const currency = sql<string>`'NGN'`

/** SQL: when a request `r` first came into one of these states. */
const reached = (...states: readonly string[]) => sql`(
  select min(h.at) from document_history h where h.request_id = r.id and h.to_status in (${sql.join(states.map((state) => sql.lit(state)))}))`
const withAgency = reached('with_agency')
const issued = reached('issued')
const delivered = reached('delivered')

/** SQL: the days from one instant to another, with one decimal. */
const daysBetween = (from: RawBuilder<unknown>, to: RawBuilder<unknown>) =>
  sql`round((extract(epoch from ${to} - ${from}) / 86400)::numeric, 1)::float8`

/** SQL: a part of the price of a request `r`. */
const ofPart = (part: string) => ({
  minor: sql<bigint>`(select coalesce(sum(x.amount_minor), 0)::bigint
    from jsonb_to_recordset(r.lines) as x (part text, amount_minor bigint) where x.part = ${sql.lit(part)})`,
  currency,
})

const documentsSource = (): ListSource<typeof documentsReport> => {
  const day = sql<string>`(r.created_at at time zone ${zone})::date::text`
  return {
    from: sql`(select * from document_requests where quoted_at is not null) r`,
    id: sql<string>`r.id`,
    columns: {
      number: sql`r.number`,
      status: sql`r.status`,
      region: sql`r.state`,
      kinds: sql`(select array_agg(distinct i.kind order by i.kind) from document_items i where i.request_id = r.id)`,
      use: sql`r."use"`,
      created_at: sql`r.created_at`,
      quoted_at: sql`r.quoted_at`,
      paid_at: sql`r.paid_at`,
      with_agency_at: withAgency,
      issued_at: issued,
      delivered_at: delivered,
      days_to_pay: daysBetween(sql`r.quoted_at`, sql`r.paid_at`),
      days_in_review: daysBetween(sql`r.paid_at`, withAgency),
      days_at_agency: daysBetween(withAgency, issued),
      days_to_deliver: daysBetween(issued, delivered),
      government: ofPart('government'),
      insurer: ofPart('insurer'),
      service: ofPart('service'),
      delivery: ofPart('delivery'),
      tax: ofPart('tax'),
      total: { minor: sql<bigint>`r.total_minor`, currency },
      refunded: { minor: sql<bigint>`r.refunded_minor`, currency },
      is_example: sql`r.is_example`,
    },
    filters: {
      created: { at: sql<Date>`r.created_at`, zone },
      status: (status) => sql<boolean>`r.status = ${status}`,
      region: (state) => sql<boolean>`r.state = ${state}`,
      kind: (kind) =>
        sql<boolean>`exists (select from document_items i where i.request_id = r.id and i.kind = ${kind})`,
      use: (use) => sql<boolean>`r."use" = ${use}`,
      paid: sql<boolean>`(r.paid_at is not null)`,
      example: sql<boolean>`r.is_example`,
    },
    search: (text) => ({ matches: sql<boolean>`r.number = ${normalizeCode(text)}` }),
    scope: 'everywhere',
    report: {
      currency,
      day,
      groups: { day: { key: day }, region: { key: sql<string>`r.state` }, status: { key: sql<string>`r.status` } },
    },
  }
}

export const documentsReportDesk = [served(documentsReport, documentsSource)]
