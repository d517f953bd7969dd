import { sql } from 'kysely'
import type { ParkRecord } from '#contract/parks/desk/park-record.ts'
import type { Tx } from '#server/database/connect.ts'

/** SQL: what the park `p` of the country `c` still needs before customers can book it. */
export const missingNeeds = sql<ParkRecord['missing']>`array_remove(array[
  case when p.opening_hours is null then 'hours' end,
  case when not exists (select from tariffs t join vehicle_types v on v.id = t.vehicle_type_id
    where t.park_id = p.id and t.currency = c.currency and (not exists (select from pools where park_id = p.id)
      or exists (select from pools o where o.park_id = p.id and o.vehicle_class = v.vehicle_class))) then 'prices' end,
  case when not exists (
    select from pools where park_id = p.id and coalesce(capacity_now, capacity) > 0) then 'capacity' end,
  case when p.access_steps_en is null and not exists (
    select from park_entrances where park_id = p.id) then 'entrance' end,
  case when p.check_in = 'scan' and not exists (select from role_assignments where park_id = p.id) and not exists (
    select from gate_cameras where park_id = p.id and revoked_at is null) then 'staff' end
], null)`

/** SQL: what drivers miss at the park `p` of the country `c`, though they can book it. French is spoken in Canada and Senegal. */
export const missingRecommendations = sql<ParkRecord['recommended']>`array_remove(array[
  case when not exists (select from park_photos where park_id = p.id) then 'photo' end,
  case when p.description is null then 'description' end,
  case when p.description_fr is null and c.code in ('CA', 'SN') then 'description_fr' end
], null)`

/** Closes a park that has just got an operator, until they have set it up; one that has all it needs stays as it is. */
export async function closeUntilReady(tx: Tx, id: string, now: Date): Promise<void> {
  await sql`insert into park_overrides (park_id, field, value, imported, changed_at)
    select p.id, 'is_on_sale', 'false', to_jsonb(p.is_on_sale), ${now} from parks p join countries c on c.id = p.country_id
    where p.id = ${id} and p.is_on_sale and cardinality(${missingNeeds}) > 0
    on conflict (park_id, field) do update set value = excluded.value, changed_at = excluded.changed_at`.execute(tx)
  await sql`update parks set is_on_sale = false where id = ${id} and exists (
    select from park_overrides where park_id = ${id} and field = 'is_on_sale' and value = 'false')`.execute(tx)
}
