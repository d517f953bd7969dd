import { useCountry } from '#web/lib/country.ts'
import { useParkSearch } from '#web/features/booking-window/useParkSearch.ts'
import { useWideScreen } from '#web/lib/media.ts'
import { useHydrating } from '#web/lib/rendering.ts'
import { useSearch, useSearchArea } from './query.ts'
import { SearchBox } from './SearchBox.tsx'
import { SearchSummary } from './SearchSummary.tsx'

/** The search in the header of its page: the box, or on narrow screens a line that opens an editor. */
export function SearchHeader() {
  const chosen = useCountry()
  const wide = useWideScreen()
  const isHydrating = useHydrating()
  const [search, change] = useParkSearch()
  const country = search.country ?? chosen.code
  const { found } = useSearch(search, country)
  const { where, zone } = useSearchArea(search, found, country)
  // Until the width is known, both are there and the style sheet chooses. Without scripts it is always the box.
  return (
    <>
      {(isHydrating || !wide) && (
        <div className="lg:hidden noscript:hidden">
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
