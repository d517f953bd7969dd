import type { PageRoute } from '#contract/pages.ts'
import { AppError } from '#server/errors.ts'
import { getEventRow } from '#server/features/events/queries.ts'
import { findParkLabel } from '#server/features/parks/label.ts'
import { findGrantInCookies } from '#server/grants.ts'
import type { PageHead } from '#server/html/page.ts'
import { wordsIn, type Requested } from './plain.ts'

/** The head of a page that the browser renders; undefined if what it is about does not exist. */
export async function findHead({ key, listed }: PageRoute, requested: Requested): Promise<PageHead | undefined> {
  const { language, params, path } = requested
  const named = params['event'] === undefined ? await findPark(requested) : await findEvent(requested)
  if (named === undefined && (params['slug'] ?? params['event']) !== undefined) return undefined
  const t = wordsIn(language)
  return {
    title: t(`pages.${key}.title`, { name: named?.name ?? '' }),
    description: t(`pages.${key}.description`, { name: named?.name ?? '' }),
    address: listed ? path : undefined,
    is_private: named?.is_private ?? false,
    data: [],
  }
}

interface Named {
  name: string
  is_private: boolean
}

async function findPark({ deps, params, language }: Requested): Promise<Named | undefined> {
  const handle = params['slug']
  const park = handle === undefined ? undefined : await findParkLabel(deps.db, handle, language)
  return park && { name: park.label, is_private: false }
}

async function findEvent({ deps, params, language, cookies }: Requested): Promise<Named | undefined> {
  try {
    return await getEventRow(deps.db, params['event']!, findGrantInCookies(cookies), language, deps.clock())
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

/** The head of an address that does not exist, without a build of the pages. */
export function missingHead({ language }: Requested): PageHead {
  const t = wordsIn(language)
  return {
    title: t('pages.not_found.title'),
    description: t('pages.not_found.description'),
    address: undefined,
    data: [],
  }
}
