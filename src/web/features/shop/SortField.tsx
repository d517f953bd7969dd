import { useNavigate } from 'react-router'
import { itemSorts } from '#contract/catalogue/shop-rules.ts'
import type { ItemFilters } from '#web/features/catalogue/api.ts'
import { useTranslation } from '#web/page/translation.ts'
import { buttonStyles } from '#web/ui/buttonStyles.ts'
import { menuPath, type Place } from './address.ts'

/** The order of a list: a plain form, which a choice sends at once where scripts run. */
export function SortField({ place, filters }: { place: Place; filters: ItemFilters }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { sort = 'position', page: _page, category, ...others } = filters
  const choose = (value: string) => {
    const chosen = itemSorts.find((one) => one === value && one !== 'position')
    void navigate(menuPath(place, { category, ...others, sort: chosen }))
  }
  return (
    <form method="get" data-applies className="ml-auto flex items-center gap-2">
      {Object.entries({ ...place, ...others }).map(
        ([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <select
        name="sort"
        aria-label={t('shop.sort')}
        value={sort}
        onChange={({ target }) => choose(target.value)}
        className="min-h-11 rounded-lg border border-edge bg-card px-3 text-base"
      >
        {itemSorts.map((value) => (
          <option key={value} value={value}>
            {t(`shop.sorts.${value}`)}
          </option>
        ))}
      </select>
      <noscript>
        <button type="submit" className={buttonStyles('outline', 'md')}>
          {t('shop.apply')}
        </button>
      </noscript>
    </form>
  )
}
