import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '#web/api/call.ts'
import { cartCountKey } from '#web/storage/cartCount.ts'
import { readText, writeText } from '#web/storage/storage.ts'

/** Asks once how many things are in the account's cart, where this device does not know. Shows nothing. */
export default function OwnCartCount() {
  const { data } = useQuery({
    queryKey: ['own_cart_count'],
    queryFn: async ({ signal }) => (await call('GET /api/v1/cart', { query: {}, signal })).count,
    // What it was before an order must not come back.
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  })
  useEffect(() => {
    if (data !== undefined && data > 0 && readText(cartCountKey) === undefined) writeText(cartCountKey, String(data))
  }, [data])
  return null
}
