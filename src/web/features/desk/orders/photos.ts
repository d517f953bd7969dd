import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { servicePhotos } from '#contract/orders/order-photos.ts'
import { call, send } from '#web/api/call.ts'
import { pictureOf } from '#web/page/pictures.ts'

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

/** Uploads a photo about an order, given as a `data:` URL. */
export function sendDeskPhoto(id: string, photo: string, shows?: (typeof servicePhotos)[number]) {
  const form = new FormData()
  form.set('photo', pictureOf(photo), 'photo.jpg')
  const query = shows === undefined ? {} : { shows }
  return call('POST /api/v1/admin/online-orders/{id}/photos', { params: { id }, query, form })
}

/** Uploads a photo, given as a `data:` URL, once however often its form is sent. Returns its id. */
function useSentOnce(upload: (photo: string) => Promise<{ id: string }>): (photo: string) => Promise<string> {
  const sent = useRef<{ photo: string; id: string }>(undefined)
  return async (photo) => {
    if (sent.current?.photo !== photo) sent.current = { photo, id: (await upload(photo)).id }
    return sent.current.id
  }
}

/** The photo of a handover. */
export const useHandOverPhoto = (order_id: string) => useSentOnce((photo) => sendDeskPhoto(order_id, photo))

/** The photo of a reply to the customer. */
export const useReplyPhoto = (id: string) =>
  useSentOnce((photo) => {
    const form = new FormData()
    form.set('photo', pictureOf(photo), 'photo.jpg')
    return call('POST /api/v1/admin/online-orders/{id}/messages/photos', { params: { id }, form })
  })
