import { settings } from '#contract/settings/settings.ts'
import { headOf } from '#web/features/content-pages/ContentPage.head.ts'
import { type HeadContext, type MakeHead, notFound, readPageNumber, titled } from '#web/page/head.ts'
import { breadcrumbs, productData, productListData } from '#web/page/linkedData.ts'
import { paths } from '#web/paths.ts'
import { formatMoney, formatNumber } from '#web/time/format.ts'
import { isFiltered, menuPath, readFilters } from './address.ts'
import { readListPlace } from './headPlace.ts'
import type { preload } from './ShopEntryPage.tsx'

/** A category, an item, or the text about a service. Example items say so. */
export const head: MakeHead<typeof preload> = (entry, context) => {
  const { t } = context
  if (entry.kind === 'text') {
    const above = [{ name: entry.marketplace.title, address: paths.content('marketplace') }]
    return headOf(entry.text, paths.service(entry.text.id), above, context)
  }
  const trail = [
    { name: t('places.home'), address: paths.home() },
    { name: t('shop.marketplace'), address: menuPath({ country: entry.shop.country }) },
  ]
  return entry.kind === 'category' ? describeCategory(entry, trail, context) : describeItem(entry, trail, context)
}

type Entry = Parameters<typeof head>[0]
type Trail = { name: string; address: string }[]

function describeCategory(
  { shop, category, items }: Extract<Entry, { kind: 'category' }>,
  trail: Trail,
  context: HeadContext,
) {
  const { search, t, locale, urlOf } = context
  const page = readPageNumber(search)
  if (page > items.pages) throw notFound()
  const filters = readFilters(search)
  const { place } = readListPlace(search, shop)
  const where = t(`places.in.${shop.country}`)
  const address = menuPath(place, { category: category.slug, page: filters.page })
  return {
    title: titled(t, t('shop.category_title', { category: category.name, where }), page, settings().company.name),
    description: t('seo.shop.category', {
      category: category.name,
      where,
      number: t('shop.total', { count: items.total, total: formatNumber(items.total, locale) }),
    }),
    address: isFiltered(filters) || filters.sort !== undefined ? undefined : address,
    data: [
      breadcrumbs([...trail, { name: category.name, address }], urlOf),
      productListData(items.items, (item) => paths.service(item.slug, { country: shop.country }), context),
    ],
  }
}

/** An item has an address for each country, because its price is in the country's currency. */
function describeItem({ item, branch, shop }: Extract<Entry, { kind: 'item' }>, trail: Trail, context: HeadContext) {
  const { t, locale, urlOf } = context
  const { country } = shop
  const address = paths.service(item.slug, { country })
  return {
    title: titled(t, t('shop.item_title', { item: item.name, where: branch.city }), 1, settings().company.name),
    description: t(item.is_from ? 'seo.shop.item_from' : 'seo.shop.item', {
      item: item.name,
      city: branch.city,
      price: formatMoney(item.price.amount, item.price.currency, locale),
      description: item.description.replaceAll(/\s+/g, ' ').slice(0, 120),
    }),
    address,
    data: [
      productData(item, branch, urlOf(address), context),
      breadcrumbs(
        [
          ...trail,
          { name: item.category.name, address: menuPath({ country }, { category: item.category.slug }) },
          { name: item.name, address },
        ],
        urlOf,
      ),
    ],
  }
}
