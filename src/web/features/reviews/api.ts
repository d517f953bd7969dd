import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReviewRequest } from '#contract/reviews/reviews.ts'
import { call } from '#web/api/call.ts'
import { requestNames, sendOnce } from '#web/api/pendingRequests.ts'

const reviewsKey = ['reviews'] as const
const pageSize = 5

/** A park's reviews, newest first, five to a page. */
export const useReviews = (park_slug: string, enabled: boolean) =>
  useInfiniteQuery({ ...reviewsQuery(park_slug), enabled })

export const reviewsQuery = (park_slug: string) =>
  infiniteQueryOptions({
    queryKey: [...reviewsKey, park_slug],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/v1/front/parks/{parkId}/reviews', {
        params: { parkId: park_slug },
        query: { page: pageParam, size: pageSize },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
  })

/** Posts a review and refetches the park's reviews. The caller refetches the booking. */
export function useCreateReview(park_slug: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: ReviewRequest) =>
      sendOnce(requestNames.createReview(park_slug), { body }, (sent, retryKey) =>
        call('POST /api/v1/front/parks/{parkId}/reviews', { params: { parkId: park_slug }, body: sent, retryKey }),
      ),
    // Fails immediately without a network, instead of being sent minutes later.
    networkMode: 'always',
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: reviewsKey })
      void queries.invalidateQueries({ queryKey: ['park'] })
    },
  })
}
