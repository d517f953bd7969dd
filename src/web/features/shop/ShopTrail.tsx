import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
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
    <nav aria-label={t('places.breadcrumb')} className="pt-3">
      <ol className="flex flex-wrap gap-x-2 text-sm text-ink-2">
        {steps.map(({ to, text }, n) => (
          <li key={to} className="flex items-center gap-x-2">
            {n > 0 && <span aria-hidden="true">/</span>}
            <PageLink to={to} className="inline-flex min-h-11 items-center underline-offset-4 hover:underline">
              {text}
            </PageLink>
          </li>
        ))}
      </ol>
    </nav>
  )
}
