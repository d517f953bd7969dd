import { toNigerianDay } from '#contract/nigerian-day.ts'
import { useState } from 'react'
import type { Inspections } from '#contract/document-inspections.ts'
import { documentDays } from '#contract/document-rules.ts'
import type { DocumentDetails } from '#contract/documents.ts'
import { LoadFailed } from '#web/features/parks/LoadFailed.tsx'
import { readNow } from '#web/lib/clock.ts'
import { describeFailure } from '#web/lib/failures.ts'
import { formatFullMoment, formatHour } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { useBookInspection, useInspections } from './api-requests.ts'
import { FeeLines, PayFee } from './InspectionFee.tsx'

const zone = 'Africa/Lagos'
const addDays = (days: number) => toNigerianDay(new Date(readNow().getTime() + days * 86_400_000))

/** The inspection that a roadworthiness certificate needs: its appointments, and those that are left. */
export function InspectionPart({ request }: { request: DocumentDetails }) {
  const { t, locale } = useTranslation()
  const { kinds, status, can } = request
  const isNeeded = kinds.includes('road_worthiness') && request.paid_at !== null
  const [day, setDay] = useState(() => addDays(1))
  const { data, error, refetch } = useInspections(request, day, isNeeded)
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
            </p>
            <p className="text-ink-2">
              {[appointment.centre.name, appointment.centre.address, appointment.centre.city].join(', ')}
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
              <Field label={t('documents.inspection.day')} className="max-w-56">
                <TextInput
                  type="date"
                  min={addDays(0)}
                  max={addDays(documentDays.appointment)}
                  value={day}
                  onChange={({ target }) => target.value !== '' && setDay(target.value)}
                />
              </Field>
              {data.fee !== null && <FeeLines fee={data.fee} />}
              <Free request={request} centres={data.centres} fee={data.fee} />
            </>
          )}
        </>
      )}
    </Card>
  )
}

type Chosen = { centre_id: string; starts_at: string }
interface FreeProps {
  request: DocumentDetails
  centres: Inspections['centres']
  fee: Inspections['fee']
}

/** The times that are left: a press books one, or chooses it where there is a fee to pay first. */
function Free({ request, centres, fee }: FreeProps) {
  const { t, locale } = useTranslation()
  const { mutateAsync, isPending } = useBookInspection()
  const [chosen, setChosen] = useState<Chosen>()
  const book = (appointment: Chosen) =>
    mutateAsync({ id: request.id, ...appointment, ...(fee !== null && { total: fee.total.amount }) }).then(
      () => void toast(t('documents.inspection.booked')),
      (error: unknown) => {
        setChosen(undefined)
        toast(describeFailure(t, error), { tone: 'error' })
      },
    )
  if (centres.every(({ times }) => times.length === 0)) return <p role="status">{t('documents.inspection.none')}</p>
  const found = centres.find(
    ({ centre, times }) =>
      centre.id === chosen?.centre_id && times.some(({ starts_at }) => starts_at === chosen.starts_at),
  )
  return (
    <>
      <ul className="grid gap-4">
        {centres.map(({ centre, times }) => (
          <li key={centre.id}>
            <p className="flex flex-wrap items-center gap-2 font-semibold">
              {centre.name}
              {centre.is_example && <Tag tone="example">{t('documents.inspection.example')}</Tag>}
            </p>
            <p className="text-sm text-ink-2">{[centre.address, centre.city].join(', ')}</p>
            {times.length === 0 ? (
              <p className="text-sm text-ink-2">{t('documents.inspection.full')}</p>
            ) : (
              <div className="mt-2 flex flex-wrap gap-2">
                {times.map(({ starts_at }) => {
                  const time = formatHour(new Date(starts_at), zone, locale)
                  const isChosen = chosen?.centre_id === centre.id && chosen.starts_at === starts_at
                  return (
                    <Button
                      key={starts_at}
                      size="md"
                      variant={isChosen ? 'primary' : 'outline'}
                      disabled={isPending}
                      {...(fee !== null && { 'aria-pressed': isChosen })}
                      aria-label={t(fee === null ? 'documents.inspection.book_at' : 'documents.inspection.choose_at', {
                        time,
                        centre: centre.name,
                      })}
                      onClick={() => {
                        const appointment = { centre_id: centre.id, starts_at }
                        if (fee === null) void book(appointment)
                        else setChosen(appointment)
                      }}
                    >
                      {fee === null ? t('documents.inspection.book', { time }) : time}
                    </Button>
                  )
                })}
              </div>
            )}
          </li>
        ))}
      </ul>
      {fee !== null && chosen !== undefined && found !== undefined && (
        <PayFee
          request={request}
          fee={fee}
          centre={found.centre.name}
          starts_at={chosen.starts_at}
          onPay={() => book(chosen)}
        />
      )}
    </>
  )
}
