import type { ReactNode } from 'react'
import type { Content } from '#contract/content/content.ts'
import { formatLongDay } from '#contract/days.ts'
import { type ContentPage as Name, isContentPage } from '#contract/pages.ts'
import { contactPath } from '#contract/settings/company.ts'
import { settings } from '#contract/settings/settings.ts'
import { contentQuery, useContent } from '#web/features/content/api.ts'
import { Contents } from '#web/features/content/Contents.tsx'
import { Hero } from '#web/features/content/Hero.tsx'
import { useHash } from '#web/features/content/useHash.ts'
import { ContentWaiting } from '#web/features/content/Waiting.tsx'
import { demoSlotsQuery } from '#web/features/leads/api.ts'
import { LoadFailed } from '#web/features/parks/LoadFailed.tsx'
import type { Preload } from '#web/page/lazyWithPreload.tsx'
import { usePageKey } from '#web/page/page.ts'
import { Trans, useTranslation } from '#web/page/translation.ts'
import { usePageTitle } from '#web/page/usePageTitle.ts'
import { Page, PageHead } from '#web/ui/Page.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Blocks } from './Blocks.tsx'
import { Sections } from './Sections.tsx'

export const preload = (async ({ queries, key, language }) => {
  // For the form on this page.
  if (key === 'book-demo') await queries.prefetchQuery(demoSlotsQuery)
  return queries.fetchQuery(contentQuery(language, isContentPage(key) ? key : 'about'))
}) satisfies Preload

/** A content page; it reads from the address which one. */
export default function ContentPage() {
  const key = usePageKey()
  return <Text name={key !== undefined && isContentPage(key) ? key : 'about'} />
}

function Text({ name }: { name: Name }) {
  const { data: content, error, refetch } = useContent(name)
  usePageTitle(content && `${content.title} | ${settings().company.name}`)
  useHash(content !== undefined)
  if (error !== null && content === undefined) return <LoadFailed error={error} onRetry={refetch} level={1} />
  if (content === undefined) return <ContentWaiting />
  return <Written content={content} />
}

/** A text in the look that it asks for. */
export function Written({ content }: { content: Content }) {
  if (content.look === 'text') return <TextPage content={content} />
  return (
    <>
      <Hero content={content} />
      <Page>
        <Sections sections={content.sections} items={content.items} />
      </Page>
    </>
  )
}

/** Opens an email to the support address, or the form of the help page. */
function ContactLink({ children }: { children?: ReactNode }) {
  const className = 'font-semibold text-act underline underline-offset-4'
  const { support_email } = settings().site
  return support_email === null ? (
    <PageLink to={contactPath} className={className}>
      {children}
    </PageLink>
  ) : (
    <a href={`mailto:${support_email}`} className={className}>
      {children}
    </a>
  )
}

/** A page of prose with its table of contents. */
function TextPage({ content }: { content: Content }) {
  const { t, locale } = useTranslation()
  return (
    <Page className="lg:grid lg:grid-cols-[minmax(0,44rem)_15rem] lg:gap-x-20">
      <div>
        <PageHead title={content.headline} lead={content.lead} />
        {content.sections.map((section) => (
          <section key={section.id} id={section.id} className="border-t border-line py-6">
            {section.title !== null && <h2 className="mb-2.5 text-lg lg:text-xl">{section.title}</h2>}
            <Blocks blocks={section.blocks} items={content.items} />
          </section>
        ))}
        <div className="border-t border-line py-6 text-md text-ink-2">
          <p>
            <Trans sentence="content_pages.questions" components={{ contact: <ContactLink /> }} />
          </p>
          {content.updated !== null && (
            <p className="mt-1 text-base">
              {t('content_pages.updated', { date: formatLongDay(content.updated, locale) })}
            </p>
          )}
        </div>
      </div>
      <Contents sections={content.sections} />
    </Page>
  )
}
