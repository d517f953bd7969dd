import { MapPin } from 'lucide-react'
import type { Post } from '#contract/content/content.ts'
import { settings } from '#contract/settings/settings.ts'
import { CallError } from '#web/api/call.ts'
import { Blocks } from '#web/features/content-pages/Blocks.tsx'
import { Contents } from '#web/features/content/Contents.tsx'
import { Picture } from '#web/features/content/Picture.tsx'
import { useHash } from '#web/features/content/useHash.ts'
import { ContentWaiting } from '#web/features/content/Waiting.tsx'
import type { Preload } from '#web/page/lazyWithPreload.tsx'
import { usePageParams } from '#web/page/page.ts'
import { useTranslation } from '#web/page/translation.ts'
import { usePageTitle } from '#web/page/usePageTitle.ts'
import { paths } from '#web/paths.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page, Section } from '#web/ui/Page.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { postQuery, usePost } from './api.ts'
import { PostCard, PostFacts } from './PostCard.tsx'

export const preload = (({ queries, params, language }) =>
  queries.fetchQuery(postQuery(language, params['post'] ?? ''))) satisfies Preload

/** A post, car parks near its subject, and related posts. */
export default function PostPage() {
  const { t } = useTranslation()
  const { post: id = '' } = usePageParams()
  const { data: post, error, refetch } = usePost(id)
  usePageTitle(post && `${post.title} | ${settings().company.name}`)
  useHash(post !== undefined)
  if (error !== null && post === undefined) return <PostFailed error={error} onRetry={refetch} />
  if (post === undefined) return <ContentWaiting />
  return (
    <Page>
      <article className="lg:grid lg:grid-cols-[minmax(0,44rem)_15rem] lg:gap-x-20">
        <header className="pt-4 pb-6 lg:col-span-full lg:pt-8">
          <PageLink
            to={paths.content('blog')}
            className="inline-flex min-h-11 items-center font-semibold text-act hover:text-act-press"
          >
            {t('blog.all')}
          </PageLink>
          <h1 tabIndex={-1} className="mt-1 mb-3 max-w-4xl text-2xl tracking-display lg:text-3xl">
            {post.title}
          </h1>
          <PostFacts post={post} />
        </header>
        <div>
          <Picture name={post.picture} tile first />
          <p className="mt-6 text-lg leading-normal">{post.lead}</p>
          {post.sections.map((section) => (
            <section key={section.id} id={section.id} className="pt-7">
              {section.title !== null && <h2 className="mb-2.5 text-xl">{section.title}</h2>}
              <Blocks blocks={section.blocks} items={[]} />
            </section>
          ))}
          <Around around={post.around} />
        </div>
        <Contents sections={post.sections} />
      </article>
      <Section title={t('blog.more')} className="mt-10 border-t border-line pt-8">
        <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
          {post.more.map((entry) => (
            <PostCard key={entry.id} post={entry} level={3} />
          ))}
        </ul>
      </Section>
    </Page>
  )
}

function Around({ around }: Pick<Post, 'around'>) {
  const { t } = useTranslation()
  if (around.length === 0) return null
  return (
    <aside className="mt-10 rounded-2xl bg-sunk px-5 py-6 sm:px-7">
      <h2 className="text-lg">{t('blog.around')}</h2>
      <p className="mt-1 text-ink-2">{t('blog.around_text')}</p>
      <div className="mt-4 flex flex-wrap gap-2.5">
        {around.map(({ name, lat, lng }) => (
          <ButtonLink key={name} to={paths.search({ lat, lng, place: name })} variant="outline" size="md">
            <MapPin aria-hidden="true" className="size-4.5 text-act" />
            {name}
          </ButtonLink>
        ))}
      </div>
    </aside>
  )
}

function PostFailed({ error, onRetry }: { error: Error; onRetry: () => unknown }) {
  const { t } = useTranslation()
  const isMissing = error instanceof CallError && error.status === 404
  return (
    <EmptyState
      picture={isMissing ? 'search' : 'failed'}
      level={1}
      title={t('blog.post_failed')}
      live
      action={
        <>
          {!isMissing && (
            <Button size="md" onClick={() => onRetry()}>
              {t('common.try_again')}
            </Button>
          )}
          <ButtonLink to={paths.content('blog')} variant="outline" size="md">
            {t('blog.all')}
          </ButtonLink>
        </>
      }
    >
      {isMissing && <p>{t('blog.unknown')}</p>}
    </EmptyState>
  )
}
