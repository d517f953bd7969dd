import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { addReview, listReviews, type ReviewRequest } from '#contract/reviews.ts'
import { call } from '#web/lib/call.ts'

const reviewsKey = ['reviews'] as const
const pageSize = 5

/** What drivers say of a park, newest first, five at a time. */
export function useReviews(park_slug: string, enabled: boolean) {
  return useInfiniteQuery({
    queryKey: [...reviewsKey, park_slug],
    queryFn: ({ pageParam, signal }) =>
      call(listReviews, { params: { parkId: park_slug }, query: { page: pageParam, size: pageSize }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
    enabled,
  })
}

/** Posts a review; the park's page shows it at once. Whoever shows the booking refreshes that. */
export function useAddReview(park_slug: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: ReviewRequest) => call(addReview, { params: { parkId: park_slug }, body }),
    // Without a network it fails at once: it is not sent by itself minutes later.
    networkMode: 'always',
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: reviewsKey })
      void queries.invalidateQueries({ queryKey: ['park'] })
    },
  })
}
