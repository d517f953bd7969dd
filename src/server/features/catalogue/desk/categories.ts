import { sql } from 'kysely'
import { attributeList } from '#contract/catalogue/desk/item-attributes.ts'
import { categoryList } from '#contract/catalogue/desk/item-categories.ts'
import type { Language } from '#contract/places/places.ts'
import { served } from '#server/features/lists/served.ts'
import type { ListSource } from '#server/features/lists/source.ts'
import { hasWords } from '#server/features/lists/words.ts'

export interface InLanguage {
  language: Language
}

const categorySource = ({ language }: InLanguage): ListSource<typeof categoryList> => ({
  from: sql`item_categories c`,
  id: sql<string>`c.id`,
  columns: {
    name: language === 'fr' ? sql`c.name_fr` : sql`c.name`,
    picture: sql`c.picture`,
    slug: sql`c.slug`,
    work_group: sql`c.work_group`,
    items: sql`(select count(*)::int from items i where i.category_id = c.id)`,
    position: sql`c.position + 1`,
    is_example: sql`c.is_example`,
    created_at: sql`c.created_at`,
  },
  filters: { work_group: (group) => sql<boolean>`c.work_group = ${group}` },
  state: sql<string>`c.status`,
  search: (text) => ({
    exact: sql<boolean>`c.slug = lower(${text})`,
    matches: sql<boolean>`(${hasWords([sql`c.name`, sql`c.name_fr`], text)}
      or c.slug = lower(${text}))`,
  }),
  scope: 'shop',
})

const attributeSource = ({ language }: InLanguage): ListSource<typeof attributeList> => ({
  from: sql`item_attributes a`,
  id: sql<string>`a.id`,
  columns: {
    name: language === 'fr' ? sql`a.name_fr` : sql`a.name`,
    code: sql`a.code`,
    values: sql`array_to_string(${language === 'fr' ? sql`a.value_names_fr` : sql`a.value_names`}, ', ')`,
    items: sql`(select count(*)::int from items i where i.attribute_id = a.id)`,
    is_vehicle_class: sql`a.is_vehicle_class`,
    created_at: sql`a.created_at`,
  },
  filters: {},
  search: (text) => ({
    exact: sql<boolean>`a.code = lower(${text})`,
    matches: sql<boolean>`(${hasWords([sql`a.name`, sql`a.name_fr`], text)}
      or a.code = lower(${text}))`,
  }),
  scope: 'shop',
})

export const categoriesDesk = [served(categoryList, categorySource), served(attributeList, attributeSource)]
