import { Rss } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { settings } from '#contract/settings/settings.ts'
import { contentQuery, useContent } from '#web/features/content/api.ts'
import { ContentWaiting } from '#web/features/content/Waiting.tsx'
import type { Preload } from '#web/page/lazyWithPreload.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { usePageTitle } from '#web/page/usePageTitle.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page, PageHead } from '#web/ui/Page.tsx'
import { postsQuery, usePosts } from './api.ts'
import { PostCard } from './PostCard.tsx'

export const preload = (async ({ queries, search, language }) => {
  const [content] = await Promise.all([
    queries.fetchQuery(contentQuery(language, 'blog')),
    queries.fetchQuery(postsQuery(language, search.get('tag') ?? undefined)),
  ])
  return content
}) satisfies Preload

/** All posts, newest first and largest; the topic is in the address. */
export default function BlogPage() {
  const { t, language } = useTranslation()
  const [query, setQuery] = useSearchParams()
  const tag = query.get('tag') ?? undefined
  const content = useContent('blog')
  const posts = usePosts(tag)
  usePageTitle(content.data && `${content.data.title} | ${settings().company.name}`)
  if (posts.isError || content.isError)
    return (
      <EmptyState
        picture="failed"
        level={1}
        title={t('blog.failed')}
        live
        action={
          <Button size="md" onClick={() => Promise.all([posts.refetch(), content.refetch()])}>
            {t('common.try_again')}
          </Button>
        }
      />
    )
  if (posts.data === undefined || content.data === undefined) return <ContentWaiting />
  const choose = (next: string | undefined) => setQuery(next === undefined ? {} : { tag: next }, { replace: true })
  return (
    <Page>
      <PageHead
        title={content.data.headline}
        lead={content.data.lead}
        actions={
          <ButtonLink href={language === 'fr' ? '/blog/rss.xml?lang=fr' : '/blog/rss.xml'} variant="outline" size="md">
            <Rss aria-hidden="true" className="size-4.5" />
            {t('blog.feed')}
          </ButtonLink>
        }
      />
      <div role="group" aria-label={t('blog.topics')} className="mb-6 flex flex-wrap gap-2">
        <Chip pressed={tag === undefined} onClick={() => choose(undefined)}>
          {t('blog.all_tags')}
        </Chip>
        {posts.data.tags.map((entry) => (
          <Chip key={entry.tag} pressed={tag === entry.tag} onClick={() => choose(entry.tag)}>
            {entry.tag}
          </Chip>
        ))}
      </div>
      {posts.data.items.length === 0 ? (
        <EmptyState title={t('blog.none')} />
      ) : (
        <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
          {posts.data.items.map((post, index) => (
            <PostCard key={post.id} post={post} first={index === 0} />
          ))}
        </ul>
      )}
    </Page>
  )
}
