import type { MakeHead } from '#web/lib/head.ts'
import { siteData } from '#web/lib/linkedData.ts'
import { paths } from '#web/paths.ts'

export const head: MakeHead = (_preloaded, { t, language, publicUrl }) => ({
  title: t('pages.home.title'),
  description: t('pages.home.description'),
  address: paths.home(),
  data: siteData(publicUrl, language),
})
