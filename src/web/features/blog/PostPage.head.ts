import { settings } from '#contract/settings/settings.ts'
import { inWordsOf } from '#web/features/content/api.ts'
import { type MakeHead, titled } from '#web/page/head.ts'
import { breadcrumbs, postData } from '#web/page/linkedData.ts'
import { paths } from '#web/paths.ts'
import type { preload } from './PostPage.tsx'

export const head: MakeHead<typeof preload> = (preloaded, { t, language, locale, publicUrl, urlOf }) => {
  const post = inWordsOf(locale, preloaded)
  const { title, description, picture, date } = post
  const address = paths.post(post.id)
  const trail = [
    { name: t('places.home'), address: paths.home() },
    { name: t('seo.blog'), address: paths.content('blog') },
  ]
  return {
    title: titled(t, title, 1, settings().company.name),
    description,
    address,
    picture: `/pictures/${picture}.png`,
    article: date,
    data: [
      postData(post, urlOf(address), publicUrl, language),
      breadcrumbs([...trail, { name: title, address }], urlOf),
    ],
  }
}
