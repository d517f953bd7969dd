import { useQuery } from '@tanstack/react-query'
import { useProfile } from '#web/api/useProfile.ts'
import { Failure } from '#web/features/lists/Failure.tsx'
import { useDeskTitle } from '#web/features/lists/useDeskTitle.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { ownShiftQuery } from './api.ts'
import { Counter } from './Counter.tsx'
import { ManagerCode } from './ManagerCode.tsx'
import { OpenShift } from './OpenShift.tsx'

/** The counter: a shift is opened with a count of the drawer, then things are sold until it is closed. */
export function PosScreen() {
  const { t } = useDeskWords()
  useDeskTitle(t('desk.pos.title'))
  const mayApprove = useProfile().data?.permissions.includes('pos.approve') === true
  const { data, error, refetch } = useQuery(ownShiftQuery)
  if (data === undefined)
    return error === null ? (
      <Skeleton className="h-96 rounded-xl" aria-label={t('desk.loading')} />
    ) : (
      <Failure error={error} onRetry={() => void refetch()} />
    )
  return data.shift === null ? (
    <>
      <OpenShift registers={data.registers} />
      {mayApprove && <ManagerCode registers={data.registers} />}
    </>
  ) : (
    <Counter key={data.shift.id} shift={data.shift} />
  )
}
