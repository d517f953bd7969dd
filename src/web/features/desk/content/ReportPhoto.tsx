import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { send } from '#web/api/call.ts'
import { Failure } from '#web/features/lists/Failure.tsx'
import type { RecordPanel } from '#web/features/lists/record/RecordScreen.tsx'
import { useDeskWords } from '#web/features/lists/words.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

/** The photo of a report. It is fetched with the session's token: an address alone does not show it. */
export const ReportPhoto: RecordPanel = ({ record }) => {
  const { t } = useDeskWords()
  const hasPhoto = record['has_photo'] === true
  const photo = usePhoto(record.id, hasPhoto)
  if (!hasPhoto) return <EmptyState picture="empty" title={t('desk.records.park_reports.panel.no_photo')} />
  if (photo.error !== null) return <Failure error={photo.error} onRetry={() => void photo.retry()} />
  if (photo.address === undefined)
    return <Skeleton className="h-96 rounded-xl" aria-label={t('desk.records.park_reports.panel.loading')} />
  return (
    <img
      src={photo.address}
      alt={t('desk.records.park_reports.panel.photo')}
      className="max-h-[80dvh] rounded-xl border border-line object-contain"
    />
  )
}

function usePhoto(id: string, enabled: boolean) {
  const [address, setAddress] = useState<string>()
  const { data, error, refetch } = useQuery({
    queryKey: ['desk', 'park-reports', 'photo', id],
    queryFn: async ({ signal }) =>
      (await send('GET /api/v1/admin/park-reports/{id}/photo', { params: { id }, signal }, 'image/*')).blob(),
    enabled,
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
