import type { CountryCode } from '#contract/places/places.ts'
import type { Elsewhere } from '#contract/search/search-areas.ts'
import { CallError } from '#web/api/call.ts'
import { useTranslation } from '#web/page/translation.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'

interface FoundElsewhereProps {
  elsewhere: Elsewhere
  /** Address of the same search in another country. */
  hrefFor: (country: CountryCode) => string
  /** The country that was searched. */
  country: CountryCode
  level?: 3
}

/** Says in which country the searched place is, with one press to search there. */
export function FoundElsewhere({ elsewhere, hrefFor, country, level }: FoundElsewhereProps) {
  const { t } = useTranslation()
  const { name, country_code } = elsewhere
  const where = t(`places.in.${country_code}`)
  const searched = t('search_list.elsewhere.searched', { where: t(`places.in.${country}`) })
  return (
    <EmptyState
      picture="search"
      live
      {...(level && { level })}
      title={name === null ? searched : t('search_list.elsewhere.title', { name, where })}
      action={<ButtonLink to={hrefFor(country_code)}>{t('search_list.elsewhere.search', { where })}</ButtonLink>}
    >
      {name !== null && <p>{searched}</p>}
    </EmptyState>
  )
}

/** What the server says of a search text that it cannot read, as of a map link without a position; else undefined. */
export const findTextRefusal = (error: Error | null): string | undefined =>
  error instanceof CallError
    ? error.problem?.errors?.find(({ field }) => field === 'search' || field === 'q')?.message
    : undefined

/** Shown instead of results when the text cannot be read. */
export function TextRefused({ message, level }: { message: string; level?: 3 }) {
  const { t } = useTranslation()
  return (
    <EmptyState picture="search" live {...(level && { level })} title={t('search_list.nothing')}>
      <p>{message}</p>
    </EmptyState>
  )
}
