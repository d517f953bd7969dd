import { settings } from '#contract/settings/settings.ts'
import { type MakeHead, titled } from '#web/page/head.ts'
import { branchData, breadcrumbs } from '#web/page/linkedData.ts'
import { paths } from '#web/paths.ts'
import { menuPath } from './address.ts'
import type { preload } from './BranchPage.tsx'

export const head: MakeHead<typeof preload> = (branch, { t, urlOf }) => {
  const { name, city, slug } = branch
  const address = paths.branch(slug)
  return {
    title: titled(t, t('shop.branch_title', { name, city }), 1, settings().company.name),
    description: t('seo.shop.branch', { name, city, address: branch.address }),
    address,
    data: [
      branchData(branch, urlOf(address), t),
      breadcrumbs(
        [
          { name: t('places.home'), address: paths.home() },
          { name: t('shop.marketplace'), address: menuPath({ country: branch.country_code }) },
          { name, address },
        ],
        urlOf,
      ),
    ],
  }
}
