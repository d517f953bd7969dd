import { Failure } from '#web/features/lists/Failure.tsx'
import type { RecordPanel } from '#web/features/lists/record/RecordScreen.tsx'
import { useDeskWords } from '#web/features/lists/words.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useDeskPhoto } from './photos.ts'

/** The photo that a customer sent with a return or a report. */
export const PhotoPanel: RecordPanel = ({ record }) => {
  const { t } = useDeskWords()
  const photo_id = record['photo_id'] as string | null
  const photo = useDeskPhoto(record['order_id'] as string, photo_id)
  if (photo_id === null) return <EmptyState picture="empty" title={t('desk.orders.photo.none')} />
  if (photo.error !== null) return <Failure error={photo.error} onRetry={() => void photo.retry()} />
  if (photo.address === undefined)
    return <Skeleton className="h-96 rounded-xl" aria-label={t('desk.orders.photo.loading')} />
  return (
    <img
      src={photo.address}
      alt={t('desk.orders.photo.alt')}
      className="max-h-[80dvh] rounded-xl border border-line object-contain"
    />
  )
}
