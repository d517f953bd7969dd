import { useSearchParams, useNavigate } from 'react-router'
import type { FrontBranch, ItemSummary } from '#contract/catalogue/marketplace.ts'
import { itemSorts } from '#contract/catalogue/shop-rules.ts'
import { type ItemFilters, pageSize, useCategories, useItems, useOffers } from '#web/features/catalogue/api.ts'
import { isWaiting } from '#web/features/parks/api.ts'
import { ListPages } from '#web/features/parks/ListPages.tsx'
import { LoadFailed } from '#web/features/parks/LoadFailed.tsx'
import { BrowseChips } from '#web/features/places/BrowseChips.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatNumber } from '#web/time/format.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { buttonStyles } from '#web/ui/buttonStyles.ts'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { isFiltered, menuPath, type Place, readFilters } from './address.ts'
import { BranchBar } from './BranchBar.tsx'
import { ItemCard, ItemCardSkeleton, itemGrid } from './ItemCard.tsx'
import { MenuFilters } from './MenuFilters.tsx'
import type { Shop } from './useShop.ts'

interface MenuProps {
  shop: Omit<Shop, 'branch'> & { branch: FrontBranch; place: Place }
  /** The slug of the category that is shown; all of them without one. */
  category?: string
}

/** What a branch sells: the branch, its categories, the filters and the items. */
export function Menu({ shop, category }: MenuProps) {
  const { t, locale } = useTranslation()
  const [params] = useSearchParams()
  const { branch, branches, country, place } = shop
  const filters: ItemFilters = { ...readFilters(params), ...(category !== undefined && { category }) }
  const { data: categories } = useCategories(branch.slug)
  const { data: offers } = useOffers(branch.slug)
  const total = categories?.items.reduce((sum, { items }) => sum + items, 0) ?? 0
  return (
    <div id="menu" className="grid scroll-mt-20 grid-cols-1 gap-4">
      <BranchBar
        branch={branch}
        branches={branches}
        hrefFor={(slug) => menuPath({ ...place, branch: slug }, { ...filters, page: undefined, offer: undefined })}
      />
      <MenuFilters
        country={country}
        place={place}
        filters={filters}
        offers={offers?.items ?? []}
        hasKinds={category === undefined}
      >
        <BrowseChips
          label={t('shop.categories')}
          chips={[
            {
              key: '',
              label: t('shop.all'),
              to: menuPath(place),
              current: category === undefined,
              total: formatNumber(total, locale),
            },
            ...(categories?.items ?? []).map(({ slug, name, items }) => ({
              key: slug,
              label: name,
              to: menuPath(place, { category: slug }),
              current: slug === category,
              total: formatNumber(items, locale),
            })),
          ]}
        />
      </MenuFilters>
      <ItemList branch={branch} place={place} filters={filters} />
    </div>
  )
}

interface ItemListProps {
  branch: FrontBranch
  place: Place
  filters: ItemFilters
}

function ItemList({ branch, place, filters }: ItemListProps) {
  const { t, locale } = useTranslation()
  const found = useItems(branch.slug, filters)
  const { page = 1, ...others } = filters
  if (found.isPending && !isWaiting(found))
    return (
      <Loading label={t('shop.loading')} className={itemGrid}>
        {Array.from({ length: 9 }, (_, n) => (
          <ItemCardSkeleton key={n} />
        ))}
      </Loading>
    )
  if (found.data === undefined || isWaiting(found))
    return <LoadFailed error={found.error} onRetry={() => found.refetch()} outlined />
  const { items, total, pages } = found.data
  const hrefFor = (n: number) => menuPath(place, { ...others, page: n === 1 ? undefined : n })
  if (items.length === 0) {
    const isPast = total > 0
    return (
      <EmptyState
        picture="search"
        live
        title={isPast ? t('search_list.page_past_end') : t(isFiltered(filters) ? 'shop.nothing' : 'shop.none')}
        action={
          <ButtonLink to={isPast ? hrefFor(1) : menuPath(place)} variant="outline" size="md">
            {t(isPast ? 'search_list.first_page' : 'shop.show_all')}
          </ButtonLink>
        }
      >
        {!isPast && t(isFiltered(filters) ? 'shop.nothing_text' : 'shop.none_text')}
      </EmptyState>
    )
  }
  return (
    <div>
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-1">
        <p role="status" className="text-sm text-ink-2">
          {t('shop.total', { count: total, total: formatNumber(total, locale) })} · {t('shop.tax_included')}
        </p>
        <SortField place={place} filters={filters} />
      </div>
      <div
        className={cx('transition-opacity', found.isPlaceholderData && 'opacity-55')}
        aria-busy={found.isPlaceholderData || undefined}
      >
        {groupItems(items, filters).map(({ name, list }) => (
          <section key={name} aria-label={name} className="not-first:mt-7">
            <h2 className="mb-3 text-lg">{name}</h2>
            <ul className={itemGrid}>
              {list.map((item) => (
                <ItemCard key={item.id} item={item} branch={branch} to={paths.service(item.slug, place)} />
              ))}
            </ul>
          </section>
        ))}
      </div>
      <ListPages
        page={page}
        pages={pages}
        size={pageSize}
        total={total}
        count={items.length}
        label={t('shop.pages')}
        hrefFor={hrefFor}
        stale={found.isPlaceholderData}
      />
    </div>
  )

  /** By category in the order of the menu; in one list otherwise. */
  function groupItems(all: readonly ItemSummary[], { category, sort }: ItemFilters) {
    if (category !== undefined || sort !== undefined) return [{ name: t('shop.items'), list: all }]
    const groups = Map.groupBy(all, (item) => item.category.name)
    return [...groups].map(([name, list]) => ({ name, list }))
  }
}

/** The order of a list: a plain form, which a choice sends at once where scripts run. */
function SortField({ place, filters }: { place: Place; filters: ItemFilters }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { sort = 'position', page: _page, category, ...others } = filters
  const choose = (value: string) => {
    const chosen = itemSorts.find((sort) => sort === value && sort !== 'position')
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
