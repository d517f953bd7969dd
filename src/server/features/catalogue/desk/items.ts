import { sql } from 'kysely'
import { itemBranchList } from '#contract/catalogue/desk/item-branches.ts'
import { extraList, pictureList } from '#contract/catalogue/desk/item-parts.ts'
import { addonList } from '#contract/catalogue/desk/item-record.ts'
import { itemList } from '#contract/catalogue/desk/items.ts'
import { movementList, stockList } from '#contract/catalogue/desk/stock.ts'
import { normalizeCode } from '#contract/codes.ts'
import { hasIdOrSlug, isId } from '#server/database/ids.ts'
import { containsPattern } from '#server/database/like.ts'
import { colleagueName } from '#server/features/access/contacts.ts'
import { served } from '#server/features/lists/served.ts'
import type { ListSource } from '#server/features/lists/source.ts'
import { hasWords } from '#server/features/lists/words.ts'
import type { Access } from '#server/http/caller.ts'
import { hasBarcode } from '../barcodes.ts'
import { extraPrices } from '../extras.ts'
import { hasOwnPrice, itemBranchState, itemsAtBranches, lowestPrice, pairId } from '../item-branches.ts'
import { countedUnits, freeStock, isCounted, stockId, stockState, variationName } from '../stock.ts'
import type { InLanguage } from './categories.ts'

const nameIn = ({ language }: InLanguage, table = 'i') =>
  language === 'fr'
    ? sql<string>`coalesce(${sql.ref(`${table}.name_fr`)}, ${sql.ref(`${table}.name`)}, ${sql.ref(`${table}.slug`)})`
    : sql<string>`coalesce(${sql.ref(`${table}.name`)}, ${sql.ref(`${table}.name_fr`)}, ${sql.ref(`${table}.slug`)})`
const searchItem = (text: string) => ({
  exact: sql<boolean>`coalesce(i.sku = upper(${text}) or i.sku = ${text} or i.slug = lower(${text}), false) or ${hasBarcode(text)}`,
  matches: sql<boolean>`(${hasWords([sql`i.name`, sql`i.name_fr`, sql`i.sku`], text)} or i.slug = lower(${text})
    or exists (select from item_variations sv where sv.item_id = i.id and sv.sku = ${text})
    or ${hasBarcode(text)})`,
})
/** An item by its id or its name on the site. */
const isItem = (text: string) => hasIdOrSlug('i', text)
const isBranch = (text: string) => hasIdOrSlug('b', text)

const itemSource = (reader: InLanguage): ListSource<typeof itemList> => ({
  from: sql`items i join item_categories c on c.id = i.category_id`,
  id: sql<string>`i.id`,
  columns: {
    name: nameIn(reader),
    picture: sql`(select path from item_pictures p where p.item_id = i.id order by position limit 1)`,
    sku: sql`i.sku`,
    slug: sql`i.slug`,
    category: reader.language === 'fr' ? sql`c.name_fr` : sql`c.name`,
    kind: sql`i.kind`,
    tax_class: sql`i.tax_class`,
    variations: sql`(select count(*)::int from item_variations v where v.item_id = i.id and v.status = 'active')`,
    currencies: sql`(select string_agg(distinct p.currency, ', ') from prices p left join item_variations v on v.id = p.variation_id
      where coalesce(p.item_id, v.item_id) = i.id)`,
    is_featured: sql`i.is_featured`,
    tracks_stock: sql`i.tracks_stock`,
    position: sql`i.position + 1`,
    is_example: sql`i.is_example`,
    created_at: sql`i.created_at`,
  },
  filters: {
    category: (text) => sql<boolean>`(${isId(sql`c.id`, text)} or c.slug = lower(${text})
      or c.name ilike ${containsPattern(text)} or c.name_fr ilike ${containsPattern(text)})`,
    kind: (kind) => sql<boolean>`i.kind = ${kind}`,
    tax_class: (name) => sql<boolean>`i.tax_class = ${name}`,
    featured: sql<boolean>`i.is_featured`,
    unpriced: sql<boolean>`not exists (select from prices p left join item_variations v on v.id = p.variation_id
      where coalesce(p.item_id, v.item_id) = i.id)`,
  },
  state: sql<string>`i.status`,
  search: searchItem,
  scope: 'shop',
})

const extraSource = (reader: InLanguage): ListSource<typeof extraList> => ({
  from: sql`item_extras e join items i on i.id = e.item_id`,
  id: sql<string>`e.id`,
  columns: {
    name: reader.language === 'fr' ? sql`e.name_fr` : sql`e.name`,
    item: nameIn(reader),
    prices: extraPrices,
    position: sql`e.position + 1`,
  },
  filters: { item: isItem },
  state: sql<string>`e.status`,
  search: (text) => ({
    matches: hasWords([sql`e.name`, sql`e.name_fr`], text),
  }),
  scope: 'shop',
})

const pictureSource = (reader: InLanguage): ListSource<typeof pictureList> => ({
  from: sql`item_pictures p join items i on i.id = p.item_id`,
  id: sql<string>`p.id`,
  columns: {
    alt: reader.language === 'fr' ? sql`p.alt_fr` : sql`p.alt`,
    picture: sql`p.path`,
    item: nameIn(reader),
    position: sql`p.position + 1`,
  },
  filters: { item: isItem },
  search: (text) => ({
    matches: hasWords([sql`p.alt`, sql`p.alt_fr`], text),
  }),
  scope: 'shop',
})

const addonSource = (reader: InLanguage): ListSource<typeof addonList> => ({
  from: sql`item_addons d join items i on i.id = d.item_id join items o on o.id = d.addon_id join item_categories c on c.id = o.category_id`,
  id: sql<string>`d.id`,
  columns: {
    position: sql`d.position + 1`,
    addon: nameIn(reader, 'o'),
    sku: sql`o.sku`,
    category: reader.language === 'fr' ? sql`c.name_fr` : sql`c.name`,
    status: sql`o.status`,
    item: nameIn(reader),
  },
  filters: { item: isItem },
  search: (text) => ({
    matches: hasWords([sql`o.name`, sql`o.name_fr`], text),
  }),
  scope: 'shop',
})

const itemBranchSource = (reader: InLanguage & { now: Date }): ListSource<typeof itemBranchList> => ({
  from: itemsAtBranches,
  id: pairId(sql`i.id`),
  columns: {
    branch: sql`b.name`,
    item: nameIn(reader),
    city: sql`b.city`,
    price: { minor: lowestPrice, currency: sql<string>`b.currency` },
    own_price: hasOwnPrice,
    paused_until: sql`case when h.paused_until > ${reader.now} then h.paused_until end`,
    timezone: sql`b.timezone`,
  },
  filters: { item: isItem, branch: isBranch },
  state: itemBranchState(reader.now),
  search: (text) => ({
    matches: hasWords([sql`b.name`, sql`b.city`], text),
  }),
  scope: { branch: sql<string>`b.id` },
})

const stockSource = (reader: InLanguage): ListSource<typeof stockList> => ({
  from: sql`(select b.id as branch_id, i.id as item_id, v.id as variation_id, ${stockId} as id from ${countedUnits} where ${isCounted}) u
    join branches b on b.id = u.branch_id join items i on i.id = u.item_id left join item_attributes a on a.id = i.attribute_id
    left join item_variations v on v.id = u.variation_id
    left join stock_levels l on l.branch_id = b.id and l.item_id = i.id and l.variation_id is not distinct from v.id`,
  id: sql<string>`u.id`,
  columns: {
    item: nameIn(reader),
    variation: variationName(reader.language === 'fr'),
    sku: sql`coalesce(v.sku, i.sku)`,
    branch: sql`b.name`,
    on_hand: sql`coalesce(l.on_hand, 0)`,
    reserved: sql`coalesce(l.reserved, 0)`,
    free: freeStock,
    low_stock: sql`i.low_stock`,
  },
  filters: { item: isItem, branch: isBranch },
  state: stockState,
  search: searchItem,
  scope: { branch: sql<string>`b.id` },
})

const movementSource = ({ access, ...reader }: InLanguage & { access: Access }): ListSource<typeof movementList> => ({
  from: sql`stock_movements m join stock_levels l on l.id = m.stock_level_id join branches b on b.id = l.branch_id
    join items i on i.id = l.item_id left join orders o on o.id = m.order_id left join users u on u.id = m.actor_id`,
  id: sql<string>`m.id`,
  columns: {
    at: sql`m.at`,
    kind: sql`m.kind`,
    on_hand: sql`m.on_hand`,
    reserved: sql`m.reserved`,
    order: sql`o.order_number`,
    actor: colleagueName('u', access),
    note: sql`m.note`,
    item: nameIn(reader),
    branch: sql`b.name`,
  },
  filters: {
    stock: (text) => sql<boolean>`concat(l.branch_id, '_', coalesce(l.variation_id, l.item_id)) = ${text}`,
    kind: (kind) => sql<boolean>`m.kind = ${kind}`,
    at: sql<Date>`m.at`,
  },
  search: (text) => ({
    exact: sql<boolean>`coalesce(o.order_number = ${normalizeCode(text)}, false)`,
    matches: sql<boolean>`(o.order_number = ${normalizeCode(text)} or ${hasWords([sql`m.note`, sql`i.name`], text)})`,
  }),
  scope: { branch: sql<string>`b.id` },
})

export const itemsDesk = [
  served(itemList, itemSource),
  served(extraList, extraSource),
  served(pictureList, pictureSource),
  served(addonList, addonSource),
  served(itemBranchList, itemBranchSource),
  served(stockList, stockSource),
  served(movementList, movementSource),
]
