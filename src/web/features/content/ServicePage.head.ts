import type { MakeHead } from '#web/lib/head.ts'
import { paths } from '#web/paths.ts'
import { headOf } from './ContentPage.head.ts'
import type { preload } from './ServicePage.tsx'

/** A service of the marketplace. */
export const head: MakeHead<typeof preload> = ([service, marketplace], context) =>
  headOf(
    service,
    paths.service(service.id),
    [{ name: marketplace.title, address: paths.content('marketplace') }],
    context,
  )
