import type { Content } from '#contract/content/content.ts'
import type { ContentPage } from '#contract/pages.ts'
import { settings } from '#contract/settings/settings.ts'
import { inWordsOf } from '#web/features/content/api.ts'
import { type MakeHead, titled, type HeadContext, type PageHead } from '#web/page/head.ts'
import { breadcrumbs, faqData, organizationData, type Step } from '#web/page/linkedData.ts'
import { paths } from '#web/paths.ts'
import type { preload } from './ContentPage.tsx'

export const head: MakeHead<typeof preload> = (preloaded, context) => {
  const content = inWordsOf(context.locale, preloaded)
  const page = context.key as ContentPage
  const questions = page === 'help' ? questionsOf(content) : []
  const shared = headOf(content, paths.content(page), [], context)
  return {
    ...shared,
    data: [
      ...shared.data,
      ...(questions.length === 0 ? [] : [faqData(questions)]),
      ...(page === 'about' || page === 'media-coverage' ? [organizationData(context.publicUrl)] : []),
    ],
  }
}

/** Of a text. `above`: the pages between the home page and this one. */
export function headOf(
  content: Content,
  address: string,
  above: readonly Step[],
  { t, locale, urlOf }: HeadContext,
): PageHead {
  const { title, description, picture } = inWordsOf(locale, content)
  return {
    title: titled(t, title, 1, settings().company.name),
    description,
    address,
    picture: `/pictures/${picture}.png`,
    data: [breadcrumbs([{ name: t('places.home'), address: paths.home() }, ...above, { name: title, address }], urlOf)],
  }
}

const questionsOf = ({ sections }: Content) =>
  sections.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'questions' ? block.items : [])))
