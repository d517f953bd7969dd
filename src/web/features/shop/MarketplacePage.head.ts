import { settings } from '#contract/settings/settings.ts'
import { headOf } from '#web/features/content-pages/ContentPage.head.ts'
import { type MakeHead, notFound, readPageNumber, titled } from '#web/page/head.ts'
import { breadcrumbs, productListData } from '#web/page/linkedData.ts'
import { paths } from '#web/paths.ts'
import { isFiltered, menuPath, readFilters } from './address.ts'
import { readListPlace } from './headPlace.ts'
import type { preload } from './MarketplacePage.tsx'

/** The menu of a country's branch. Search engines list it for each country, and not what a reader has filtered. */
export const head: MakeHead<typeof preload> = ({ shop, content, items }, context) => {
  const { search, t, urlOf } = context
  if (content !== undefined) return headOf(content, paths.content('marketplace'), [], context)
  const page = readPageNumber(search)
  if (items !== undefined && page > items.pages) throw notFound()
  const { place, country } = readListPlace(search, shop)
  const title = t('shop.title', { where: t(`places.in.${shop.country}`) })
  const filters = readFilters(search)
  const address = menuPath(place, { page: filters.page })
  return {
    title: titled(t, title, page, settings().company.name),
    description:
      country === undefined
        ? t('seo.shop.marketplace')
        : t('seo.shop.marketplace_in', { where: t(`places.in.${country}`) }),
    address: isFiltered(filters) || filters.sort !== undefined ? undefined : address,
    picture: '/pictures/shop.png',
    data: [
      breadcrumbs(
        [
          { name: t('places.home'), address: paths.home() },
          { name: t('shop.marketplace'), address },
        ],
        urlOf,
      ),
      ...(items === undefined || items.items.length === 0
        ? []
        : [productListData(items.items, (item) => paths.service(item.slug, { country: shop.country }), context)]),
    ],
  }
}
