import type { MakeHead } from '#web/page/head.ts'
import { siteData } from '#web/page/linkedData.ts'
import { paths } from '#web/paths.ts'

export const head: MakeHead = (_preloaded, { t, language, publicUrl }) => ({
  title: t('pages.home.title'),
  description: t('pages.home.description'),
  address: paths.home(),
  data: siteData(publicUrl, language),
})
