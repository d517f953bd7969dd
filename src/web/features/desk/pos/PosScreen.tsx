import { useQuery } from '@tanstack/react-query'
import { CallError } from '#web/api/call.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { Failure } from '#web/features/lists/Failure.tsx'
import { useDeskTitle } from '#web/features/lists/useDeskTitle.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useOnline } from '#web/page/media.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { ownShiftQuery } from './api.ts'
import { Counter } from './Counter.tsx'
import { ManagerCode } from './ManagerCode.tsx'
import { OpenShift } from './OpenShift.tsx'
import { useSending, useTill } from './useTill.ts'
import { WaitingSales } from './WaitingSales.tsx'

/** The counter: a shift is opened with a count of the drawer, then things are sold until it is closed. */
export function PosScreen() {
  const { t } = useDeskWords()
  useDeskTitle(t('desk.pos.title'))
  const mayApprove = useProfile().data?.permissions.includes('pos.approve') === true
  const { data, error, refetch } = useQuery(ownShiftQuery)
  const { till, state } = useTill()
  useSending(till)
  const isOnline = useOnline()
  // The server is out of reach: the shift that was open when it was last read goes on.
  const isLost = data === undefined && (!isOnline || (error instanceof CallError && error.code === 'network'))
  if (isLost && state.shift !== undefined)
    return <Counter key={state.shift.id} shift={state.shift} till={till} stored={state} />
  if (data === undefined)
    return error === null ? (
      <Skeleton className="h-96 rounded-xl" aria-label={t('desk.loading')} />
    ) : (
      <Failure error={error} onRetry={() => void refetch()} />
    )
  return data.shift === null ? (
    <>
      <WaitingSales
        till={till}
        state={state}
        isOffline={false}
        timezone={state.shift?.register.timezone ?? 'UTC'}
        now_ms={0}
      />
      <OpenShift registers={data.registers} />
      {mayApprove && <ManagerCode registers={data.registers} />}
    </>
  ) : (
    <Counter key={data.shift.id} shift={data.shift} till={till} stored={state} />
  )
}
