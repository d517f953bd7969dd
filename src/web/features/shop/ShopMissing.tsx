import { useTranslation } from '#web/page/translation.ts'
import { usePageTitle } from '#web/page/usePageTitle.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'

/** Shown for an item, a category or a branch that does not exist or is no longer active. */
export function ShopMissing() {
  const { t } = useTranslation()
  usePageTitle(t('pages.shop_unknown.title'))
  return (
    <EmptyState
      picture="search"
      level={1}
      live
      title={t('shop.not_found')}
      action={<ButtonLink to={paths.content('marketplace')}>{t('shop.to_marketplace')}</ButtonLink>}
      className="py-16"
    >
      {t('shop.not_found_text')}
    </EmptyState>
  )
}
