import { infiniteQueryOptions, keepPreviousData, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ItemKind, itemSorts } from '#contract/catalogue/shop-rules.ts'
import type { OrderType } from '#contract/orders/order-states.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import { minute_ms } from '#contract/time.ts'
import { call, CallError } from '#web/api/call.ts'
import { useTranslation } from '#web/page/translation.ts'

/** Where the tab keeps the code of the booking that something is ordered for. */
export const shopBookingKey = 'shop_booking'

/** What a list of items is filtered and sorted by; it stands in the address. */
export interface ItemFilters {
  category?: string | undefined
  kind?: ItemKind | undefined
  order_type?: OrderType | undefined
  offer?: string | undefined
  available_today?: 'true' | undefined
  search?: string | undefined
  sort?: (typeof itemSorts)[number] | undefined
  page?: number | undefined
}

/** Slots are taken and prices change, so lists are fetched again after this time. */
const shop_ms = minute_ms

/** The active branches of a country. */
export const branchesQuery = (language: Language, country: CountryCode) =>
  queryOptions({
    queryKey: ['shop', language, 'branches', country],
    queryFn: ({ signal }) => call('GET /api/v1/front/branches', { query: { country }, signal }),
    staleTime: 5 * shop_ms,
  })

export const useBranches = (country: CountryCode) => useQuery(branchesQuery(useTranslation().language, country))

/** The active branches that serve a car park. */
export const useParkBranches = (park_code: string, enabled: boolean) => {
  const { language } = useTranslation()
  return useQuery({
    queryKey: ['shop', language, 'park', park_code],
    queryFn: ({ signal }) => call('GET /api/v1/front/branches', { query: { park: park_code }, signal }),
    staleTime: 5 * shop_ms,
    enabled,
  })
}

export const branchQuery = (language: Language, slug: string) =>
  queryOptions({
    queryKey: ['shop', language, 'branch', slug],
    queryFn: ({ signal }) => call('GET /api/v1/front/branches/{slug}', { params: { slug }, signal }),
    staleTime: shop_ms,
  })

/** A branch by its name in the address; idle for an empty one. */
export const useBranch = (slug: string) =>
  useQuery({ ...branchQuery(useTranslation().language, slug), enabled: slug !== '' })

export const categoriesQuery = (language: Language, branch: string) =>
  queryOptions({
    queryKey: ['shop', language, 'categories', branch],
    queryFn: ({ signal }) => call('GET /api/v1/marketplace/categories', { query: { branch }, signal }),
    staleTime: 5 * shop_ms,
  })

export const useCategories = (branch: string) => useQuery(categoriesQuery(useTranslation().language, branch))

export const offersQuery = (language: Language, branch: string) =>
  queryOptions({
    queryKey: ['shop', language, 'offers', branch],
    queryFn: ({ signal }) => call('GET /api/v1/marketplace/offers', { query: { branch }, signal }),
    staleTime: shop_ms,
  })

export const useOffers = (branch: string) => useQuery(offersQuery(useTranslation().language, branch))

export const pageSize = 24

export const itemsQuery = (language: Language, branch: string, filters: ItemFilters) =>
  queryOptions({
    queryKey: ['shop', language, 'items', branch, filters],
    queryFn: ({ signal }) =>
      call('GET /api/v1/marketplace/items', { query: { branch, size: pageSize, ...filters }, signal }),
    staleTime: shop_ms,
  })

/** A page of what a branch sells; the previous one stays while the next is loading. */
export const useItems = (branch: string, filters: ItemFilters) =>
  useQuery({ ...itemsQuery(useTranslation().language, branch, filters), placeholderData: keepPreviousData })

/** An item at the first of these branches that sells it. Rejects with 404 if none does. */
export const foundItemQuery = (language: Language, branches: readonly string[], id: string) =>
  queryOptions({
    queryKey: ['shop', language, 'found', branches, id],
    queryFn: async ({ signal }) => {
      for (const [index, branch] of branches.entries()) {
        try {
          const item = await call('GET /api/v1/marketplace/items/{id}', { params: { id }, query: { branch }, signal })
          return { branch, item }
        } catch (error) {
          const isLast = index === branches.length - 1
          if (isLast || !(error instanceof CallError && error.status === 404)) throw error
        }
      }
      throw new CallError(404, undefined)
    },
    staleTime: shop_ms,
  })

export const useFoundItem = (branches: readonly string[], id: string, { enabled }: { enabled: boolean }) =>
  useQuery({
    ...foundItemQuery(useTranslation().language, branches, id),
    placeholderData: keepPreviousData,
    enabled,
  })

export type Reviewed = { item: string } | { branch: string }
const reviewsSize = 5

export const shopReviewsQuery = (of: Reviewed) =>
  infiniteQueryOptions({
    queryKey: ['reviews', 'shop', of],
    queryFn: ({ pageParam, signal }) => {
      const query = { page: pageParam, size: reviewsSize }
      return 'item' in of
        ? call('GET /api/v1/marketplace/items/{id}/reviews', { params: { id: of.item }, query, signal })
        : call('GET /api/v1/front/branches/{slug}/reviews', { params: { slug: of.branch }, query, signal })
    },
    initialPageParam: 1,
    getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
    staleTime: shop_ms,
  })

/** The reviews of a branch or an item, newest first. */
export const useShopReviews = (of: Reviewed) => useInfiniteQuery(shopReviewsQuery(of))
