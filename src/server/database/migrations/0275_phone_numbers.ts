import { sql } from 'kysely'
import type { CountryCode } from '#contract/places/places.ts'
import { readPhone } from '#server/phones.ts'
import type { Tx } from '../connect.ts'

const country = (id: string) => `(select c.code from countries c where c.id = ${id})`
const countryOfUser = country('(select u.country_id from users u where u.id = t.user_id)')

/** Columns of phone numbers, with the countries that a number without its code may be of, likeliest first. */
const columns = [
  ['users', 'phone', country('t.country_id')],
  ['leads', 'phone', `t.details->>'country_code', ${countryOfUser}, t.country_code`],
  ['partners', 'phone', country('t.country_id')],
  ['park_claims', 'phone', `${country('(select p.country_id from parks p where p.id = t.park_id)')}, ${countryOfUser}`],
  ['park_listings', 'phone', `${country('t.country_id')}, ${countryOfUser}`],
  ['branches', 'phone', country('t.country_id')],
  ['inspection_centres', 'contact_phone', `'NG'`],
  ['document_requests', 'owner_phone', `'NG'`],
] as const

const batch = 2_000

/** Rewrites phone numbers as E.164. What cannot be read stays as it is. */
export async function up(tx: Tx): Promise<void> {
  for (const [table, column, countries] of columns) {
    const [name, phone] = [sql.table(table), sql.ref(column)]
    for (let last: string | null = null; ;) {
      const { rows }: { rows: { id: string; phone: string; countries: CountryCode[] }[] } = await sql<{
        id: string
        phone: string
        countries: CountryCode[]
      }>`
        select t.id, t.${phone} as phone, array_remove(array[${sql.raw(countries)}]::text[], null) as countries
        from ${name} t where t.${phone} is not null and (${last}::uuid is null or t.id > ${last}::uuid)
        order by t.id limit ${batch}`.execute(tx)
      const read = rows.flatMap((row) => {
        const found = readPhone(row.phone, row.countries)
        return found === undefined || found === row.phone ? [] : [{ id: row.id, found }]
      })
      if (read.length > 0)
        await sql`
          update ${name} t set ${phone} = n.found
          from unnest(${read.map(({ id }) => id)}::uuid[], ${read.map(({ found }) => found)}::text[]) n(id, found)
          where t.id = n.id`.execute(tx)
      if (rows.length < batch) break
      last = rows.at(-1)!.id
    }
  }
}
