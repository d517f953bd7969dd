import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { ShopOffer } from '#contract/catalogue/marketplace.ts'
import { itemKinds } from '#contract/catalogue/shop-rules.ts'
import { orderTypes } from '#contract/orders/order-states.ts'
import type { CountryCode } from '#contract/places/places.ts'
import type { ItemFilters } from '#web/features/catalogue/api.ts'
import { BrowseSearch } from '#web/features/places/BrowseSearch.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { formatMoney, formatNumber } from '#web/time/format.ts'
import { ChipLink } from '#web/ui/Chip.tsx'
import { menuPath, type Place } from './address.ts'

interface MenuFiltersProps {
  country: CountryCode
  place: Place
  filters: ItemFilters
  offers: readonly ShopOffer[]
  /** Whether more than one kind is sold here; within a category it is one. */
  hasKinds: boolean
  /** The categories, between search and filters. */
  children: ReactNode
}

/** Search, filters and order of a menu. Each is an address of its own, so all of it works without scripts. */
export function MenuFilters({ country, place, filters, offers, hasKinds, children }: MenuFiltersProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const to = (change: Partial<ItemFilters>) => menuPath(place, { ...filters, page: undefined, ...change })
  const { search, kind, order_type, offer, available_today } = filters
  const toggle = <Name extends keyof ItemFilters>(name: Name, value: ItemFilters[Name]) =>
    to({ [name]: filters[name] === value ? undefined : value })
  const offerLabel = useOfferLabel()
  return (
    <div className="grid grid-cols-1 gap-3">
      <BrowseSearch
        key={search}
        country={country}
        hidden={place.branch === undefined ? {} : { branch: place.branch }}
        search={search ?? ''}
        label={t('shop.search')}
        submit={t('search_list.list.submit')}
        onSearch={(text) => void navigate(to({ search: text === '' ? undefined : text }))}
      />
      {children}
      <nav aria-label={t('shop.filters')}>
        <ul className="-mx-4 flex [scrollbar-width:none] gap-2 overflow-x-auto px-4 py-1 sm:mx-0 sm:flex-wrap sm:px-0">
          <li>
            <ChipLink to={toggle('available_today', 'true')} current={available_today !== undefined}>
              {t('shop.available_today')}
            </ChipLink>
          </li>
          {orderTypes.map((entry) => (
            <li key={entry}>
              <ChipLink to={toggle('order_type', entry)} current={order_type === entry}>
                {t(`shop.order_types.${entry}`)}
              </ChipLink>
            </li>
          ))}
          {hasKinds &&
            itemKinds.map((entry) => (
              <li key={entry}>
                <ChipLink to={toggle('kind', entry)} current={kind === entry}>
                  {t(`shop.kinds.${entry}`)}
                </ChipLink>
              </li>
            ))}
          {offers.map((entry) => (
            <li key={entry.slug}>
              <ChipLink to={toggle('offer', entry.slug)} current={offer === entry.slug}>
                {offerLabel(entry)}
              </ChipLink>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}

/** The name of an offer and what it takes off. */
function useOfferLabel(): (offer: ShopOffer) => string {
  const { t, locale } = useTranslation()
  return ({ name, percent, amount }) => {
    const off =
      percent !== null
        ? t('shop.percent_off', { percent: formatNumber(percent, locale) })
        : amount !== null
          ? t('shop.amount_off', { amount: formatMoney(amount.amount, amount.currency, locale) })
          : ''
    return off === '' ? name : `${name} · ${off}`
  }
}
