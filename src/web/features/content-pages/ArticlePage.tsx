import { settings } from '#contract/settings/settings.ts'
import { CallError } from '#web/api/call.ts'
import { contentItemQuery, useContentItem } from '#web/features/content/api.ts'
import { useHash } from '#web/features/content/useHash.ts'
import { ContentWaiting } from '#web/features/content/Waiting.tsx'
import { LoadFailed } from '#web/features/parks/LoadFailed.tsx'
import type { Preload } from '#web/page/lazyWithPreload.tsx'
import { usePageParams } from '#web/page/page.ts'
import { useTranslation } from '#web/page/translation.ts'
import { usePageTitle } from '#web/page/usePageTitle.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page, Section } from '#web/ui/Page.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Articles } from './Articles.tsx'
import { Written } from './ContentPage.tsx'

export const preload = (({ queries, params, language }) =>
  queries.fetchQuery(contentItemQuery(language, 'help', params['article'] ?? ''))) satisfies Preload

/** A help article, with links to the others. */
export default function ArticlePage() {
  const { t } = useTranslation()
  const { article = '' } = usePageParams()
  const { data: content, error, refetch } = useContentItem('help', article)
  usePageTitle(content && `${content.title} | ${settings().company.name}`)
  useHash(content !== undefined)
  if (error !== null && content === undefined) return <ArticleFailed error={error} onRetry={refetch} />
  if (content === undefined) return <ContentWaiting />
  return (
    <>
      <Page>
        <PageLink
          to={paths.content('help')}
          className="mt-4 inline-flex min-h-11 items-center font-semibold text-act hover:text-act-press"
        >
          {t('help.all')}
        </PageLink>
      </Page>
      <Written content={{ ...content, items: [] }} />
      {content.items.length > 0 && (
        <Page>
          <Section title={t('help.more')} className="border-t border-line py-8">
            <Articles articles={content.items} />
          </Section>
        </Page>
      )}
    </>
  )
}

function ArticleFailed({ error, onRetry }: { error: Error; onRetry: () => unknown }) {
  const { t } = useTranslation()
  if (!(error instanceof CallError) || error.status !== 404)
    return <LoadFailed error={error} onRetry={onRetry} level={1} />
  return (
    <EmptyState
      picture="search"
      level={1}
      title={t('help.unknown')}
      live
      action={
        <ButtonLink to={paths.content('help')} variant="outline" size="md">
          {t('help.all')}
        </ButtonLink>
      }
    >
      <p>{t('help.unknown_text')}</p>
    </EmptyState>
  )
}
