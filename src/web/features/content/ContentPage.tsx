import { brand } from '#brand.ts'
import { type ContentPage as Name, isContentPage } from '#contract/pages.ts'
import { LoadFailed } from '#web/features/parks/LoadFailed.tsx'
import { usePageKey } from '#web/lib/usePageKey.ts'
import { usePageTitle } from '#web/lib/usePageTitle.ts'
import { Page } from '#web/ui/Page.tsx'
import { useContent } from './api.ts'
import { Hero } from './Hero.tsx'
import { Sections } from './Sections.tsx'
import { TextPage } from './TextPage.tsx'
import { useHash } from './useHash.ts'
import { ContentWaiting } from './Waiting.tsx'

/** A page of text: which one, it reads from its address. */
export default function ContentPage() {
  const key = usePageKey()
  return <Text name={key !== undefined && isContentPage(key) ? key : 'about'} />
}

function Text({ name }: { name: Name }) {
  const { data: content, error, refetch } = useContent(name)
  usePageTitle(content && `${content.title} | ${brand.name}`)
  useHash(content !== undefined)
  if (error !== null && content === undefined) return <LoadFailed error={error} onRetry={refetch} level={1} />
  if (content === undefined) return <ContentWaiting />
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
