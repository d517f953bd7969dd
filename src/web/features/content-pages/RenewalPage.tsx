import { sellsIn } from '#contract/settings/company.ts'
import { contentQuery } from '#web/features/content/api.ts'
import { notFound } from '#web/page/head.ts'
import type { Preload } from '#web/page/lazyWithPreload.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { useCountry } from '#web/storage/country.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import ContentPage from './ContentPage.tsx'

/** Rejects for a country in which no documents are renewed. */
export const preload = (async ({ queries, language, country }) => {
  if (country !== 'NG') throw notFound()
  return queries.fetchQuery(contentQuery(language, 'vehicle-docs-renewal'))
}) satisfies Preload

/** Vehicle documents in Nigeria: what they are, and the form of a request. */
export default function RenewalPage() {
  return useCountry().code === 'NG' ? <ContentPage /> : <NotFound />
}

/** What readers in another country see: that the service is for Nigeria, and what there is in theirs. */
export function NotFound() {
  const { t } = useTranslation()
  const country = useCountry()
  return (
    <EmptyState
      picture="search"
      level={1}
      title={t('documents.elsewhere.title')}
      action={
        <>
          <ButtonLink to={paths.parksList()} size="md">
            {t('shell.nav.find')}
          </ButtonLink>
          {sellsIn(country.code) && (
            <ButtonLink to={paths.content('marketplace')} size="md" variant="outline">
              {t('shop.marketplace')}
            </ButtonLink>
          )}
          <ButtonLink to={paths.home()} size="md" variant="outline">
            {t('common.go_home')}
          </ButtonLink>
        </>
      }
      className="py-16"
    >
      {t('documents.elsewhere.text')}
    </EmptyState>
  )
}
