import type { MakeHead } from '#web/page/head.ts'
import { paths } from '#web/paths.ts'
import { headOf } from './ContentPage.head.ts'
import type { preload } from './RenewalPage.tsx'

export const head: MakeHead<typeof preload> = (content, context) =>
  headOf(content, paths.content('vehicle-docs-renewal'), [], context)
