import { useState } from 'react'
import type { Inspections } from '#contract/documents/document-inspections.ts'
import type { DocumentDetails } from '#contract/documents/documents.ts'
import { formatPhone } from '#contract/phone-format.ts'
import { describeFailure } from '#web/api/failures.ts'
import { LoadFailed } from '#web/features/parks/LoadFailed.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { formatFullMoment } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { useBookInspection, useInspections } from './api-requests.ts'
import { AppointmentDay, AppointmentTimes, findCentre, findDay, type AppointmentTime } from './AppointmentTimes.tsx'
import { FeeLines, PayFee } from './InspectionFee.tsx'

const zone = 'Africa/Lagos'

/** The inspection that a roadworthiness certificate needs: its appointments, and those that are left. */
export function InspectionPart({ request }: { request: DocumentDetails }) {
  const { t, locale } = useTranslation()
  const { kinds, status, can } = request
  const isNeeded = kinds.includes('road_worthiness') && request.paid_at !== null
  const [day, setDay] = useState(() => findDay(1))
  const { data, error, refetch, isPlaceholderData } = useInspections(request, day, isNeeded)
  if (!isNeeded) return null
  if (data === undefined)
    return error === null ? (
      <Loading label={t('documents.loading')}>
        <Skeleton className="my-3 h-32 rounded-xl" />
      </Loading>
    ) : (
      <LoadFailed error={error} onRetry={refetch} />
    )
  if (!can.book && data.appointments.length === 0) return null
  return (
    <Card padding="lg" className="my-3 grid gap-3">
      <h2 className="text-lg">{t('documents.inspection.title')}</h2>
      <ul className="grid gap-2">
        {data.appointments.map((appointment) => (
          <li key={appointment.id}>
            <p className="flex flex-wrap items-center gap-2 font-semibold">
              {formatFullMoment(new Date(appointment.starts_at), zone, locale)}
              <Tag tone={appointment.status === 'failed' ? 'bad' : 'neutral'}>
                {t(`documents.inspection.status.${appointment.status}`)}
              </Tag>
              {appointment.centre.is_example && <Tag tone="example">{t('documents.inspection.example')}</Tag>}
            </p>
            <p className="text-ink-2">
              {[appointment.centre.name, appointment.centre.address, appointment.centre.city].join(', ')}
              {appointment.centre.phone !== null && (
                <>
                  {' · '}
                  <a
                    href={`tel:${appointment.centre.phone.replaceAll(/[^\d+]/g, '')}`}
                    className="font-semibold whitespace-nowrap text-act underline underline-offset-4"
                  >
                    {formatPhone(appointment.centre.phone)}
                  </a>
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
      {can.book && (
        <>
          <p className="text-ink-2">
            {t(status === 'inspection_failed' ? 'documents.inspection.failed' : 'documents.inspection.text')}
          </p>
          {data.centres.length === 0 ? (
            <p>{t('documents.inspection.no_centres')}</p>
          ) : (
            <>
              <AppointmentDay day={day} onChange={setDay} />
              {data.fee !== null && <FeeLines fee={data.fee} />}
              <Free request={request} centres={data.centres} fee={data.fee} isStale={isPlaceholderData} />
            </>
          )}
        </>
      )}
    </Card>
  )
}

interface FreeProps {
  request: DocumentDetails
  centres: Inspections['centres']
  fee: Inspections['fee']
  /** Another day was chosen, whose times are not known yet. */
  isStale: boolean
}

/** The times that are left, one of which is chosen before it is booked, and paid for where there is a fee. */
function Free({ request, centres, fee, isStale }: FreeProps) {
  const { t, locale } = useTranslation()
  const { mutateAsync, isPending } = useBookInspection()
  const [chosen, setChosen] = useState<AppointmentTime>()
  const book = (appointment: AppointmentTime) =>
    mutateAsync({ id: request.id, ...appointment, ...(fee !== null && { total: fee.total.amount }) }).then(
      () => void toast(t('documents.inspection.booked')),
      (error: unknown) => {
        setChosen(undefined)
        toast(describeFailure(t, error), { tone: 'error' })
      },
    )
  const centre = findCentre(centres, chosen)
  return (
    <>
      <AppointmentTimes centres={centres} chosen={chosen} disabled={isPending || isStale} onPick={setChosen} />
      {chosen !== undefined && centre !== undefined && (
        <section className="grid gap-3 border-t border-line pt-3">
          <p role="status" className="font-semibold">
            {formatFullMoment(new Date(chosen.starts_at), zone, locale)}, {centre.name}
          </p>
          {fee === null ? (
            <Button wide onClick={() => book(chosen)}>
              {t('documents.inspection.book')}
            </Button>
          ) : (
            <PayFee request={request} fee={fee} onPay={() => book(chosen)} />
          )}
        </section>
      )}
    </>
  )
}
