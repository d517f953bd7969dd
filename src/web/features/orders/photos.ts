import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call, send } from '#web/api/call.ts'
import { pictureOf } from '#web/page/pictures.ts'

/** Uploads photos about an order, given as `data:` URLs, each once however often its form is sent. Returns its id. */
export function useAddOrderPhoto(order_id: string): (photo: string) => Promise<string> {
  const sent = useRef<{ photo: string; id: string }>(undefined)
  return async (photo) => {
    if (sent.current?.photo === photo) return sent.current.id
    const form = new FormData()
    form.set('photo', pictureOf(photo), 'photo.jpg')
    const { id } = await call('POST /api/v1/orders/{id}/photos', { params: { id: order_id }, form })
    sent.current = { photo, id }
    return id
  }
}

/** A photo about one's own order, as an object URL. */
export function useOrderPhoto(order_id: string, photo_id: string) {
  const [address, setAddress] = useState<string>()
  const { data, isError } = useQuery({
    queryKey: ['orders', 'photo', order_id, photo_id],
    queryFn: async ({ signal }) =>
      (
        await send(
          'GET /api/v1/orders/{id}/photos/{photo_id}',
          { params: { id: order_id, photo_id }, signal },
          'image/*',
        )
      ).blob(),
    staleTime: Infinity,
  })
  useEffect(() => {
    if (data === undefined) return undefined
    const url = URL.createObjectURL(data)
    setAddress(url)
    return () => URL.revokeObjectURL(url)
  }, [data])
  return { address, failed: isError }
}
