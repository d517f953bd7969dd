import type { MakeHead } from '#web/page/head.ts'
import { paths } from '#web/paths.ts'
import type { preload } from './ArticlePage.tsx'
import { headOf } from './ContentPage.head.ts'

export const head: MakeHead<typeof preload> = (content, context) => {
  const above = [{ name: context.t('help.all'), address: paths.content('help') }]
  return headOf(content, paths.article(content.id), above, context)
}
