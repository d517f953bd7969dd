import { useTranslation } from '#web/page/translation.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useOrderPhoto } from './photos.ts'

/** A photo about one's own order. It is fetched with the session's token: an address alone does not show it. */
export function OrderPhoto({ order_id, photo_id, alt }: { order_id: string; photo_id: string; alt: string }) {
  const { t } = useTranslation()
  const { address, failed } = useOrderPhoto(order_id, photo_id)
  if (failed) return <p className="text-sm text-ink-2">{t('order_care.photo_failed')}</p>
  if (address === undefined) return <Skeleton className="h-44 max-w-80 rounded-lg" />
  return (
    <img
      src={address}
      alt={alt}
      className="h-44 w-full max-w-80 rounded-lg border border-line bg-sunk object-contain"
    />
  )
}
