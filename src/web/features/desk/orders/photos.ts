import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { send } from '#web/lib/call.ts'

/** A photo about an order, as an object URL; fetched with the session's token. */
export function useDeskPhoto(order_id: string, photo_id: string | null) {
  const [address, setAddress] = useState<string>()
  const { data, error, refetch } = useQuery({
    queryKey: ['desk', 'online-orders', 'photo', order_id, photo_id],
    queryFn: async ({ signal }) =>
      (
        await send(
          'GET /api/v1/admin/online-orders/{id}/photos/{photo_id}',
          { params: { id: order_id, photo_id: photo_id! }, signal },
          'image/*',
        )
      ).blob(),
    enabled: photo_id !== null,
    staleTime: Infinity,
  })
  useEffect(() => {
    if (data === undefined) return undefined
    const url = URL.createObjectURL(data)
    setAddress(url)
    return () => URL.revokeObjectURL(url)
  }, [data])
  return { address, error, retry: refetch }
}
