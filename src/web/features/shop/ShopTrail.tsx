import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { Breadcrumbs } from '#web/ui/Breadcrumbs.tsx'
import { menuPath, type Place } from './address.ts'

interface ShopTrailProps {
  place: Place
  /** The category above an item. */
  category?: { slug: string; name: string }
}

/** Links to the pages above a page of the shop. */
export function ShopTrail({ place, category }: ShopTrailProps) {
  const { t } = useTranslation()
  const steps = [
    { to: paths.home(), text: t('places.home') },
    { to: menuPath(place), text: t('shop.marketplace') },
    ...(category === undefined ? [] : [{ to: menuPath(place, { category: category.slug }), text: category.name }]),
  ]
  return (
    <div className="pt-3 in-[.on-night]:pt-0">
      <Breadcrumbs label={t('places.breadcrumb')} steps={steps} />
    </div>
  )
}
