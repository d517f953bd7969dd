import type { FrontBranch } from '#contract/catalogue/marketplace.ts'
import { itemKinds, itemSorts } from '#contract/catalogue/shop-rules.ts'
import { orderTypes } from '#contract/orders/order-states.ts'
import type { ItemFilters } from '#web/features/catalogue/api.ts'
import { paths } from '#web/paths.ts'

/** The filters of a list of items, as its address names them; what it cannot mean is ignored. */
export function readFilters(params: URLSearchParams): ItemFilters {
  const oneOf = <T extends string>(name: string, values: readonly T[]) =>
    values.find((value) => value === params.get(name))
  const slug = (name: string) => {
    const text = params.get(name)
    return text !== null && /^[a-z0-9-]{1,120}$/.test(text) ? text : undefined
  }
  const page = params.get('page') ?? ''
  return withoutUnset({
    kind: oneOf('kind', itemKinds),
    order_type: oneOf('order_type', orderTypes),
    offer: slug('offer'),
    available_today: oneOf('available_today', ['true'] as const),
    search: params.get('search')?.trim().slice(0, 80) || undefined,
    sort: oneOf('sort', itemSorts.slice(1)),
    page: /^[1-9]\d{0,4}$/.test(page) && page !== '1' ? Number(page) : undefined,
  })
}

const withoutUnset = (filters: ItemFilters): ItemFilters =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))

/** Whether a list shows a part of what there is. */
export const isFiltered = ({ page: _page, sort: _sort, category: _category, ...filters }: ItemFilters): boolean =>
  Object.keys(filters).length > 0

/** The part of an address that says at which branch one looks around. */
export interface Place {
  country?: string | undefined
  branch?: string | undefined
}

/** The menu of a branch, or one category of it, with these filters. */
export const menuPath = (place: Place, { category, ...filters }: ItemFilters = {}): string =>
  category === undefined
    ? paths.content('marketplace', { ...place, ...filters })
    : paths.service(category, { ...place, ...filters })

/** The branch of this name, otherwise the first. */
export const findBranch = (
  branches: readonly FrontBranch[],
  slug: string | null | undefined,
): FrontBranch | undefined => branches.find((branch) => branch.slug === slug) ?? branches[0]
