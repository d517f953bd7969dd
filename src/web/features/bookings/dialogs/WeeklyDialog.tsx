import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { mostOccurrences } from '#contract/bookings/booking-rules.ts'
import type { bookSeries, Occurrence } from '#contract/bookings/series.ts'
import { formatWeekday } from '#contract/days.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { day_ms } from '#contract/time.ts'
import { call } from '#web/api/call.ts'
import { requestNames, sendOnce } from '#web/api/pendingRequests.ts'
import { sumOf } from '#web/features/topup/money.ts'
import { useFunds } from '#web/features/topup/useFunds.ts'
import { WalletPart } from '#web/features/topup/WalletPart.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatMoney, formatWindow } from '#web/time/format.ts'
import { wallDay } from '#web/time/quarterHours.ts'
import { Chip } from '#web/ui/Chip.tsx'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { DateInput } from '#web/ui/form/DateInput.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { PayButton } from '#web/ui/PayButton.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { reasonOf } from '../reason.ts'
import { useOutstanding } from '../useOutstanding.ts'
import type { BookingDialogProps } from './dialog.ts'

const allDays = [1, 2, 3, 4, 5, 6, 7] as const
const firstWeeks = 4
/** As the server allows. */
const mostDays = 180

/** Books again every week: weekdays and a last day, the price of each booking first, then all or those chosen at once. */
export default function WeeklyDialog({ booking, open, onOpenChange }: BookingDialogProps) {
  const { t, locale } = useTranslation()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { id, park, booking_code } = booking
  const dayOf = (ms: number) => wallDay(new Date(ms), park.timezone)
  const start_ms = Date.parse(booking.start_time)
  const [weekdays, setWeekdays] = useState<readonly number[]>([
    new Date(`${dayOf(start_ms)}T12:00:00Z`).getUTCDay() || 7,
  ])
  const [until, setUntil] = useState(dayOf(Math.max(start_ms, Date.now()) + firstWeeks * 7 * day_ms))
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const body = { weekdays: [...weekdays].sort(), until }
  const preview = useQuery({
    queryKey: ['bookings', 'weekly', id, body],
    queryFn: ({ signal }) => call('POST /api/v1/bookings/{id}/weekly/preview', { params: { id }, body, signal }),
    placeholderData: keepPreviousData,
    enabled: open && weekdays.length > 0 && until !== '',
    staleTime: 0,
  })
  const items = preview.data?.items ?? []
  const { currency } = booking
  const bookable = items.filter(({ problem, start_time }) => problem === null && !left.has(start_time))
  const chosen = bookable.slice(0, mostOccurrences)
  const starts = new Set(chosen.map(({ start_time }) => start_time))
  const total = sumOf(
    chosen.map((entry) => entry.total ?? 0),
    currency,
  )
  const outstanding = useOutstanding(currency)
  const funds = useFunds(chosen.length === 0 ? undefined : sumOf([total, outstanding], currency), currency)
  const book = useMutation({
    mutationFn: (request: BodyOf<typeof bookSeries>) =>
      sendOnce(requestNames.changeBooking('weekly', id), { body: request }, (sent, retryKey) =>
        call('POST /api/v1/bookings/{id}/weekly', { params: { id }, body: sent, retryKey }),
      ),
    networkMode: 'always',
    onSettled: () =>
      Promise.all([['bookings'], ['wallet'], ['park']].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  })
  const confirm = async () => {
    const made = await book.mutateAsync({ starts: [...starts], total })
    onOpenChange(false)
    toast(t('bookings.weekly.done', { count: made.items.length }))
    void navigate(paths.bookings())
  }
  const isReady = chosen.length > 0 && funds.state === 'enough' && !preview.isFetching && !preview.isError
  const toggle = (start: string) => {
    const next = new Set(left)
    if (!next.delete(start)) next.add(start)
    setLeft(next)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('bookings.weekly.title')}
      description={t('bookings.weekly.text')}
      closeLabel={t('common.close')}
      size="md"
      footer={
        funds.state === 'short' ? undefined : (
          <PayButton wide disabled={!isReady} busy={book.isPending} onClick={() => confirm().catch(() => undefined)}>
            {chosen.length === 0
              ? t('bookings.weekly.title')
              : t('bookings.weekly.confirm', { count: chosen.length, amount: formatMoney(total, currency, locale) })}
          </PayButton>
        )
      }
    >
      <div className="grid gap-4">
        <div role="group" aria-label={t('bookings.weekly.weekdays')} className="flex flex-wrap gap-2">
          {allDays.map((day) => {
            const name = (length: 'short' | 'long') => formatWeekday(day, locale, length)
            const isOn = weekdays.includes(day)
            return (
              <Chip
                key={day}
                pressed={isOn}
                aria-label={name('long')}
                onClick={() => setWeekdays(isOn ? weekdays.filter((weekday) => weekday !== day) : [...weekdays, day])}
              >
                {name('short')}
              </Chip>
            )
          })}
        </div>
        <Field label={t('bookings.weekly.until')} hint={t('bookings.weekly.until_hint', { days: mostDays })}>
          <DateInput
            name="until"
            value={until}
            min={dayOf(Date.now())}
            max={dayOf(Date.now() + mostDays * day_ms)}
            onChange={(event) => setUntil(event.target.value)}
          />
        </Field>
        {weekdays.length === 0 ? (
          <p className="text-ink-2">{t('bookings.weekly.no_weekday')}</p>
        ) : preview.isError ? (
          <Notice tone="error">{reasonOf(t, preview.error)}</Notice>
        ) : preview.data === undefined ? (
          <Loading label={t('common.loading')}>
            <Skeleton className="h-56" />
          </Loading>
        ) : (
          <>
            {bookable.length > mostOccurrences && (
              <Notice live>{t('bookings.weekly.most', { most: mostOccurrences })}</Notice>
            )}
            <ul className="divide-y divide-line" aria-busy={preview.isFetching || undefined}>
              {items.map((item) => (
                <li key={item.start_time}>
                  <Row
                    occurrence={item}
                    zone={park.timezone}
                    currency={currency}
                    isChosen={starts.has(item.start_time)}
                    isBeyond={!left.has(item.start_time) && !starts.has(item.start_time)}
                    onToggle={() => toggle(item.start_time)}
                  />
                </li>
              ))}
            </ul>
          </>
        )}
        {chosen.length > 0 && total + outstanding > 0 && (
          <WalletPart
            price={{ total, currency }}
            label={t('bookings.weekly.these', { count: chosen.length })}
            country={park.country_code}
            outstanding={outstanding}
            returnTo={paths.bookingDetails(booking_code, { do: 'weekly' })}
          />
        )}
        {book.isError && <Notice tone="error">{reasonOf(t, book.error)}</Notice>}
      </div>
    </Dialog>
  )
}

interface RowProps {
  occurrence: Occurrence
  zone: string
  currency: string
  isChosen: boolean
  /** Whether more days are chosen before it than can be booked at once. */
  isBeyond: boolean
  onToggle: () => void
}

/** One booking of the list, with its price or why it cannot be made. */
function Row({ occurrence, zone, currency, isChosen, isBeyond, onToggle }: RowProps) {
  const { start_time, end_time, total, problem } = occurrence
  const { t, locale } = useTranslation()
  const when =
    problem === 'no_such_time'
      ? start_time.slice(0, 16).replace('T', ' ')
      : formatWindow(new Date(start_time), new Date(end_time), zone, locale)
  return (
    <Checkbox
      name={start_time}
      checked={isChosen}
      disabled={problem !== null || isBeyond}
      onChange={onToggle}
      className="[&>label>span:last-child]:flex-1"
      label={
        <span className="flex flex-wrap justify-between gap-x-4">
          <span className={problem === null ? undefined : 'text-ink-3'}>{when}</span>
          <span className="font-semibold">
            {problem === null ? formatMoney(total ?? 0, currency, locale) : t(`bookings.weekly.problems.${problem}`)}
          </span>
        </span>
      }
    />
  )
}
