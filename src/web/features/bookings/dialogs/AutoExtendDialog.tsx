import { useState } from 'react'
import { autoExtend } from '#contract/bookings/booking-changes.ts'
import { formatInstant } from '#web/features/booking-window/window.ts'
import { useWallet } from '#web/features/topup/api.ts'
import { findCoverage, findWalletBalance } from '#web/features/topup/money.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatMoney, formatTime } from '#web/time/format.ts'
import { formatMomentInSentence } from '#web/time/inSentence.ts'
import { addMinutes, wallDay } from '#web/time/quarterHours.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { AlreadyBookedNotice } from '../AlreadyBookedNotice.tsx'
import { useSetAutoExtend } from '../changes.ts'
import { reasonOf } from '../reason.ts'
import type { BookingDialogProps } from './dialog.ts'
import { EndChoice } from './EndChoice.tsx'
import { autoSteps, baseEnd, endsAfter, latestEnd } from './ends.ts'
import { useExtendPreview } from './previews.ts'

/** Turns automatic extension on up to a chosen time: how it works, its highest cost, how to stop it. */
export default function AutoExtendDialog({ booking, open, onOpenChange }: BookingDialogProps) {
  const { t, locale } = useTranslation()
  const { id, park, currency, auto_extend_until } = booking
  const zone = park.timezone
  const inWords = (at: Date) => formatMomentInSentence(at, zone, locale)
  const [now] = useState(() => new Date())
  const steps = endsAfter(booking, autoSteps, now)
  const earliest = addMinutes(baseEnd(booking, now), autoExtend.step_min)
  const latest = latestEnd(booking)
  const [{ end, own }, setChosen] = useState(() => {
    const set = auto_extend_until === null ? undefined : new Date(auto_extend_until)
    const first = set ?? steps.find(({ minutes }) => minutes === 120)?.end ?? earliest
    return { end: first, own: !steps.some((step) => step.end.getTime() === first.getTime()) }
  })
  const change = useSetAutoExtend(id)
  const preview = useExtendPreview(id, end, open && booking.can.auto_extend)
  const booked = preview.data?.already_booked ?? undefined
  const time = wallDay(end, zone) === wallDay(now, zone) ? formatTime(end, zone, locale) : inWords(end)

  // Updated optimistically; a refusal undoes it and shows the reason.
  const set = (until: Date | null) => {
    onOpenChange(false)
    const again = booked === undefined ? {} : { again: true }
    change.mutate(until === null ? { until: null } : { until: formatInstant(until), ...again }, {
      onSuccess: () =>
        toast(
          until === null
            ? t('bookings.auto_extend.done_off', { moment: inWords(new Date(booking.end_time)) })
            : t('bookings.auto_extend.done', { moment: inWords(until) }),
        ),
      onError: (error) => toast(t('bookings.auto_extend.failed', { reason: reasonOf(t, error) }), { tone: 'error' }),
    })
  }

  const isSet = auto_extend_until !== null && Date.parse(auto_extend_until) === end.getTime()
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('bookings.auto_extend.title')}
      description={t('bookings.auto_extend.what', { step: autoExtend.step_min })}
      closeLabel={t('common.close')}
      size="md"
      footer={
        <>
          {auto_extend_until !== null && (
            <Button variant="outline" wide onClick={() => set(null)}>
              {t('bookings.auto_extend.off')}
            </Button>
          )}
          {!isSet && (
            <Button wide disabled={end < earliest || end > latest} onClick={() => set(end)}>
              {t(auto_extend_until === null ? 'bookings.auto_extend.confirm' : 'bookings.auto_extend.change', { time })}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-5">
        {auto_extend_until !== null && (
          <Notice tone="success">
            {t('bookings.auto_extend.on', { moment: inWords(new Date(auto_extend_until)) })}
          </Notice>
        )}
        <EndChoice
          legend={t('bookings.auto_extend.until')}
          steps={steps.map((step) => ({
            ...step,
            note: t('bookings.extend.until', {
              time:
                wallDay(step.end, zone) === wallDay(now, zone) ? formatTime(step.end, zone, locale) : inWords(step.end),
            }),
          }))}
          value={end}
          own={own}
          onChange={(next, isOwn) => setChosen({ end: next, own: isOwn })}
          earliest={earliest}
          latest={latest}
          zone={zone}
        />
        <Most preview={preview} end={end} inWords={inWords} currency={currency} />
        {booked && <AlreadyBookedNotice booked={booked} zone={zone} by="extension" />}
        <ul className="grid list-disc gap-1.5 pl-5 text-ink-2">
          <li>{t('bookings.auto_extend.cost')}</li>
          <li>{t('bookings.auto_extend.stops')}</li>
          <li className="font-semibold text-ink">
            {t(booking.check_in === 'clock' ? 'bookings.auto_extend.clock' : 'bookings.auto_extend.scan')}
          </li>
        </ul>
      </div>
    </Dialog>
  )
}

interface MostProps {
  preview: ReturnType<typeof useExtendPreview>
  end: Date
  currency: Parameters<typeof findWalletBalance>[1]
  inWords: (at: Date) => string
}

/** The cost of extending until the limit, and whether the wallet covers it. */
function Most({ preview: { data, isError, error, isFetching }, end, currency, inWords }: MostProps) {
  const { t, locale } = useTranslation()
  const money = (amount: number) => formatMoney(amount, currency, locale)
  const wallet = useWallet()
  if (isError && !isFetching) return <Notice tone="warning">{reasonOf(t, error)}</Notice>
  if (data === undefined) return <Skeleton className="h-24" />
  const balance = wallet.data && findWalletBalance(wallet.data, currency).balance
  const short = balance !== undefined && findCoverage(balance, data.amount, currency).state === 'short'
  return (
    <div role="status" className="rounded-lg bg-sunk px-4 py-4">
      <p className="text-lg font-black amount">
        {data.amount === 0
          ? t('bookings.auto_extend.most_free')
          : t('bookings.auto_extend.most', { amount: money(data.amount) })}
      </p>
      {data.amount > 0 && (
        <p className="mt-1 text-ink-2">{t('bookings.auto_extend.most_text', { moment: inWords(end) })}</p>
      )}
      {short && <p className="mt-2 font-semibold">{t('bookings.auto_extend.short', { amount: money(balance) })}</p>}
    </div>
  )
}
