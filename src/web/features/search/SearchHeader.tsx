import { useParkSearch } from '#web/features/booking-window/useParkSearch.ts'
import { hasLargeText, useWideScreen } from '#web/page/media.ts'
import { useHydrating } from '#web/page/rendering.ts'
import { useCountry } from '#web/storage/country.ts'
import { useSearch, useSearchArea } from './query.ts'
import { SearchBox } from './SearchBox.tsx'
import { SearchSummary } from './SearchSummary.tsx'

/** The search in the header of its page: the box, or on narrow screens a line that opens an editor. */
export function SearchHeader() {
  const chosen = useCountry()
  const isScreenWide = useWideScreen()
  const isHydrating = useHydrating()
  // With large text, the box does not fit beside the logo and the account.
  const wide = isScreenWide && (isHydrating || !hasLargeText())
  const [search, change] = useParkSearch()
  const country = search.country ?? chosen.code
  const { found } = useSearch(search, country)
  const { where, zone } = useSearchArea(search, found, country)
  // Until the width is known, both are there and the style sheet chooses. Without scripts it is always the box.
  return (
    <>
      {(isHydrating || !wide) && (
        <div className={isHydrating ? 'lg:hidden noscript:hidden' : undefined}>
          <SearchSummary value={search} onSearch={change} where={where} zone={zone} />
        </div>
      )}
      {(isHydrating || wide) && (
        <div className="max-lg:hidden noscript:block">
          <SearchBox variant="bar" value={search} zone={zone} onChange={change} onSearch={change} />
        </div>
      )}
    </>
  )
}
