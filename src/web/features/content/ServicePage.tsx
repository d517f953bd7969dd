import { usePageParams } from '#web/lib/page.ts'
import { brand } from '#brand.ts'
import { LoadFailed } from '#web/features/parks/LoadFailed.tsx'
import type { Preload } from '#web/lib/lazyWithPreload.tsx'
import { useTranslation } from '#web/lib/translation.ts'
import { usePageTitle } from '#web/lib/usePageTitle.ts'
import { paths } from '#web/paths.ts'
import { Page, Section } from '#web/ui/Page.tsx'
import { Breadcrumbs } from '#web/ui/Breadcrumbs.tsx'
import { contentItemQuery, contentQuery, useContent, useContentItem } from './api.ts'
import { Hero } from './Hero.tsx'
import { Sections } from './Sections.tsx'
import { Services } from './Services.tsx'
import { ContentWaiting } from './Waiting.tsx'

export const preload = (({ queries, params, language }) =>
  Promise.all([
    queries.fetchQuery(contentItemQuery(language, 'marketplace', params['service'] ?? '')),
    queries.fetchQuery(contentQuery(language, 'marketplace')),
  ])) satisfies Preload

/** A service of the marketplace: what it is, what the park needs, and a request form. */
export default function ServicePage() {
  const { t } = useTranslation()
  const { service = '' } = usePageParams()
  const { data: content, error, refetch } = useContentItem('marketplace', service)
  const { data: marketplace } = useContent('marketplace')
  usePageTitle(content && `${content.title} | ${brand.name}`)
  if (error !== null && content === undefined) return <LoadFailed error={error} onRetry={refetch} level={1} />
  if (content === undefined) return <ContentWaiting />
  return (
    <>
      <Hero
        content={content}
        trail={
          <div className="mb-4">
            <Breadcrumbs
              label={t('places.breadcrumb')}
              steps={[
                { to: paths.home(), text: t('places.home') },
                { to: paths.content('marketplace'), text: marketplace?.title ?? t('content.services') },
              ]}
            />
          </div>
        }
      />
      <Page>
        <Sections sections={content.sections} items={content.items} />
        <Section title={t('content.services')} className="border-t border-line py-8 lg:py-12">
          <Services items={content.items} />
        </Section>
      </Page>
    </>
  )
}
