import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import type { DeskRecord } from '#contract/lists/records.ts'
import { call } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import {
  AppointmentDay,
  AppointmentTimes,
  findCentre,
  findDay,
  type AppointmentTime,
} from '#web/features/documents/AppointmentTimes.tsx'
import { Failure } from '#web/features/lists/Failure.tsx'
import { useReauth } from '#web/features/lists/Reauth.tsx'
import type { RecordDialog } from '#web/features/lists/record/RecordActions.tsx'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatFullMoment, formatMoney } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

/** What is left on a day. Not among the desk's own queries, which are read again once the appointment is booked. */
const useTimes = (id: string, day: string) =>
  useQuery({
    queryKey: ['inspection_times', id, day],
    queryFn: ({ signal }) =>
      call('GET /api/v1/admin/documents/{id}/inspection', { params: { id }, query: { day }, signal }),
    staleTime: 0,
    gcTime: 0,
  })

/** Books an inspection for a customer, at one of the times that are left at the centres of the state. */
export const BookInspection: RecordDialog = ({ record: { id }, title, effect, onClose, onDone }) => {
  const { t, locale } = useDeskWords()
  const { t: site } = useTranslation()
  const { attempt, dialog } = useReauth()
  const [day, setDay] = useState(() => findDay(1))
  const [chosen, setChosen] = useState<AppointmentTime>()
  const [problem, setProblem] = useState<string>()
  const [isSending, setSending] = useState(false)
  const { data, error, refetch } = useTimes(id, day)
  const centre = data && findCentre(data.centres, chosen)
  const pick = (time: AppointmentTime | undefined) => {
    setProblem(undefined)
    setChosen(time)
  }
  const book = async (event: SubmitEvent) => {
    event.preventDefault()
    if (centre === undefined || chosen === undefined) return setProblem(t('desk.documents.book.choose'))
    setSending(true)
    setProblem(undefined)
    try {
      const body = chosen
      onDone(
        (await attempt(() =>
          call('POST /api/v1/admin/documents/{id}/inspection', { params: { id }, body }),
        )) as unknown as DeskRecord,
      )
    } catch (failure) {
      setProblem(describeFailure(site, failure))
      setChosen(undefined)
      setSending(false)
      // It may have been taken meanwhile.
      void refetch()
    }
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={effect}
      closeLabel={t('desk.close')}
      size="md"
      footer={
        data?.fee === null && (
          <>
            <p role="status" className="min-w-0 flex-1 self-center font-semibold">
              {centre &&
                chosen &&
                `${formatFullMoment(new Date(chosen.starts_at), 'Africa/Lagos', locale)}, ${centre.name}`}
            </p>
            <Button type="submit" form="book-inspection" size="md" busy={isSending}>
              {title}
            </Button>
          </>
        )
      }
    >
      <form id="book-inspection" noValidate onSubmit={(event) => void book(event)} className="grid gap-4">
        {problem !== undefined && <Notice tone="error">{problem}</Notice>}
        {data?.fee ? (
          <Notice>
            {t('desk.documents.book.fee', {
              amount: formatMoney(data.fee.total.amount, data.fee.total.currency, locale),
            })}
          </Notice>
        ) : (
          <AppointmentDay
            day={day}
            onChange={(next) => {
              pick(undefined)
              setDay(next)
            }}
          />
        )}
        {data === undefined && error !== null && problem === undefined && (
          <Failure error={error} onRetry={() => void refetch()} />
        )}
        {data === undefined && error === null && (
          <Skeleton className="h-32 rounded-xl" aria-label={t('desk.loading')} />
        )}
        {data?.fee === null && data.centres.length === 0 && <Notice>{t('desk.documents.book.no_centres')}</Notice>}
        {data?.fee === null && data.centres.length > 0 && (
          <AppointmentTimes centres={data.centres} chosen={chosen} disabled={isSending} onPick={pick} />
        )}
      </form>
      {dialog}
    </Dialog>
  )
}
