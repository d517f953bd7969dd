import { sql } from 'kysely'
import { offerList } from '#contract/catalogue/desk/offers.ts'
import { sliderList } from '#contract/content/desk/sliders.ts'
import { isId } from '#server/database/ids.ts'
import { containsPattern } from '#server/database/like.ts'
import { withinBranches } from '#server/features/access/scope-condition.ts'
import { served } from '#server/features/lists/served.ts'
import type { ListSource } from '#server/features/lists/source.ts'
import { hasWords } from '#server/features/lists/words.ts'
import type { Scope } from '#server/http/caller.ts'
import { offerBranches, offerUses } from '../offers.ts'
import type { InLanguage } from './categories.ts'

const offerSource = ({
  language,
  now,
  scope,
}: InLanguage & { now: Date; scope: Scope }): ListSource<typeof offerList> => ({
  from: sql`offers o`,
  id: sql<string>`o.id`,
  columns: {
    name: language === 'fr' ? sql`o.name_fr` : sql`o.name`,
    picture: sql`o.picture`,
    slug: sql`o.slug`,
    discount_type: sql`o.discount_type`,
    percent: sql`case when o.discount_type = 'percentage' then o.value / 1000.0 end::float8`,
    amount: { minor: sql`case when o.discount_type = 'fixed' then o.value end`, currency: sql<string>`o.currency` },
    items: sql`(select count(*)::int from offer_items i where i.offer_id = o.id)`,
    branches: sql`(select count(*)::int from offer_branches b where b.offer_id = o.id
      and ${withinBranches(sql.ref('b.branch_id'), scope)})`,
    funded_by: sql`o.funded_by`,
    uses: offerUses(scope),
    start_date: sql`o.starts_at`,
    end_date: sql`o.ends_at`,
    is_example: sql`o.is_example`,
  },
  filters: {
    item: (
      text,
    ) => sql<boolean>`exists (select from offer_items oi join items i on i.id = oi.item_id where oi.offer_id = o.id
      and (${isId(sql`i.id`, text)} or i.slug = lower(${text}) or i.name ilike ${containsPattern(text)} or i.name_fr ilike ${containsPattern(text)}))`,
    branch: (text) => sql<boolean>`exists (select from (${offerBranches}) ob join branches b on b.id = ob.id
      where ${withinBranches(sql.ref('b.id'), scope)}
      and (${isId(sql`b.id`, text)} or b.slug = lower(${text}) or b.name ilike ${containsPattern(text)}))`,
    running: sql<boolean>`(o.status = 'active' and o.starts_at <= ${now} and o.ends_at > ${now})`,
    end: sql<Date>`o.ends_at`,
  },
  state: sql<string>`o.status`,
  search: (text) => ({
    exact: sql<boolean>`o.slug = lower(${text})`,
    matches: sql<boolean>`(o.slug = lower(${text}) or ${hasWords([sql`o.name`, sql`o.name_fr`], text)})`,
  }),
  scope: { branches: offerBranches },
})

const sliderSource = ({ language, now }: InLanguage & { now: Date }): ListSource<typeof sliderList> => ({
  from: sql`sliders s left join countries c on c.id = s.country_id`,
  id: sql<string>`s.id`,
  columns: {
    title: language === 'fr' ? sql`s.title_fr` : sql`s.title`,
    wide_picture: sql`s.wide_picture`,
    placement: sql`s.placement`,
    country: sql`c.code`,
    link: sql`s.link`,
    starts_at: sql`s.starts_at`,
    ends_at: sql`s.ends_at`,
    position: sql`s.position + 1`,
  },
  filters: {
    placement: (place) => sql<boolean>`s.placement = ${place}`,
    country: (code) => sql<boolean>`c.code = ${code}`,
    running: sql<boolean>`(s.status = 'active' and s.starts_at <= ${now} and (s.ends_at is null or s.ends_at > ${now}))`,
  },
  state: sql<string>`s.status`,
  search: (text) => ({
    matches: hasWords([sql`s.title`, sql`s.title_fr`], text),
  }),
  scope: 'everywhere',
})

export const offersDesk = [served(offerList, offerSource), served(sliderList, sliderSource)]
