import { countryCodes } from '#contract/geography.ts'
import type { CountryCode } from '#contract/places/places.ts'
import type { Db } from '#server/database/connect.ts'
import { findBranches } from '#server/features/branches/queries.ts'
import { getShopBranch } from '#server/features/branches/shop-branch.ts'
import { loadCatalogue } from './catalogue.ts'

/** What search engines are told of the shop: its branches, and by country the names of what they sell. */
export interface SitemapShop {
  branches: string[]
  countries: { country: CountryCode; slugs: string[] }[]
}

/** Returns the active branches, and what each country's branches sell: categories first, then items. */
export async function findSitemapShop(db: Db, now: Date): Promise<SitemapShop> {
  const { items: branches } = await findBranches(db, {}, now)
  const countries: SitemapShop['countries'] = []
  for (const country of countryCodes) {
    const categories = new Set<string>()
    const items = new Set<string>()
    const own = branches.filter(({ country_code }) => country_code === country)
    for (const { slug } of own) {
      const catalogue = await loadCatalogue(db, await getShopBranch(db, slug), now)
      for (const item of catalogue.items.values()) {
        categories.add(item.category_slug)
        items.add(item.slug)
      }
    }
    if (own.length > 0) countries.push({ country, slugs: [...categories, ...items] })
  }
  return { branches: branches.map(({ slug }) => slug), countries }
}
