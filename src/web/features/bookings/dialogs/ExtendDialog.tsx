import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { BookingDetails, ExtendPreview } from '#contract/bookings/bookings.ts'
import { CallError } from '#web/api/call.ts'
import { formatInstant } from '#web/features/booking-window/window.ts'
import { sumOf } from '#web/features/topup/money.ts'
import { useFunds } from '#web/features/topup/useFunds.ts'
import { WalletPart } from '#web/features/topup/WalletPart.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatMoney, formatTime } from '#web/time/format.ts'
import { formatMomentInSentence } from '#web/time/inSentence.ts'
import { addMinutes, wallDay } from '#web/time/quarterHours.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { PayButton } from '#web/ui/PayButton.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { AmountTable } from '#web/ui/Table.tsx'
import { AlreadyBookedNotice } from '../AlreadyBookedNotice.tsx'
import { useExtend } from '../changes.ts'
import { reasonOf } from '../reason.ts'
import { useFinish } from '../useFinish.ts'
import type { BookingDialogProps } from './dialog.ts'
import { EndChoice } from './EndChoice.tsx'
import { baseEnd, endsAfter, extendSteps, latestEnd } from './ends.ts'
import { useExtendPreview, useExtendPreviews } from './previews.ts'

/** Extends a booking in two taps. Each step shows its price, and nothing is paid before the price was shown. */
export default function ExtendDialog({ booking, open, onOpenChange }: BookingDialogProps) {
  const { t, locale } = useTranslation()
  const { id, park, currency } = booking
  const zone = park.timezone
  const money = (amount: number) => formatMoney(amount, currency, locale)
  const inWords = (at: Date) => formatMomentInSentence(at, zone, locale)
  const [now] = useState(() => new Date())
  const steps = endsAfter(booking, extendSteps, now)
  const earliest = addMinutes(baseEnd(booking, now), extendSteps[0])
  const latest = latestEnd(booking)
  const [{ end, own }, choose] = useChosen(steps, earliest, latest)

  const possible = open && booking.can.extend && steps.length > 0
  const priced = useExtendPreviews(
    id,
    steps.map((step) => step.end),
    possible,
  )
  const preview = useExtendPreview(id, end, possible)
  const extend = useExtend(id)
  const [changed, setChanged] = useState(false)
  const fresh = preview.isPlaceholderData || preview.isFetching ? undefined : preview.data
  const outstanding = fresh?.due ?? 0
  const booked = fresh?.already_booked ?? undefined
  const funds = useFunds(fresh && sumOf([fresh.amount, fresh.due], currency), currency)
  const ready = fresh?.allowed === true && fresh.available > 0 && funds.state === 'enough'

  const extended = extend.isError && Date.parse(booking.end_time) === end.getTime()
  const finish = useFinish(extended, () => {
    onOpenChange(false)
    toast(t('bookings.extend.done', { moment: inWords(end) }))
  })

  const confirm = async () => {
    const shown = preview.data?.amount
    const code = preview.data?.already_booked?.booking_code
    setChanged(false)
    // The price may have changed since it was shown: charge only the amount that the driver saw.
    const { data, isError } = await preview.refetch()
    if (isError || data?.allowed !== true) return
    if (data.amount !== shown) {
      setChanged(true)
      return
    }
    // Booked meanwhile, elsewhere: the driver is asked first.
    if (data.already_booked?.booking_code !== code) return
    const terms = { new_end_time: formatInstant(end), ...(code !== undefined && { again: true }) }
    const answer = await extend.mutateAsync(terms).catch(() => undefined)
    if (answer !== undefined) finish()
  }

  const noteOf = (index: number) => {
    const { data, error } = priced[index] ?? {}
    const full = data?.available === 0 || (error instanceof CallError && error.code === 'no_space')
    if (full) return t('bookings.extend.full')
    if (error instanceof CallError && ['park_closed', 'park_out_of_use'].includes(error.code))
      return t('bookings.extend.closed')
    if (data?.allowed === true) return data.amount === 0 ? t('common.free') : money(data.amount)
    return data === undefined && !error ? '' : t('bookings.extend.price_failed')
  }
  const time = wallDay(end, zone) === wallDay(now, zone) ? formatTime(end, zone, locale) : inWords(end)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('bookings.extend.title')}
      description={t('bookings.extend.lead', { moment: inWords(new Date(booking.end_time)) })}
      closeLabel={t('common.close')}
      size="md"
      footer={
        funds.state === 'short' ? undefined : (
          <PayButton wide disabled={!ready} busy={extend.isPending} onClick={confirm}>
            {fresh === undefined
              ? t('bookings.extend.confirm_unknown')
              : fresh.amount === 0
                ? t('bookings.extend.confirm_free', { time })
                : t(booked === undefined ? 'bookings.extend.confirm' : 'bookings.extend.confirm_twice', {
                    amount: money(fresh.amount),
                    time,
                  })}
          </PayButton>
        )
      }
    >
      {!booking.can.extend ? (
        <Notice tone="warning">{t('bookings.extend.refused')}</Notice>
      ) : steps.length === 0 ? (
        <Notice tone="warning">{t('bookings.extend.too_long')}</Notice>
      ) : (
        <div className="grid gap-5">
          <EndChoice
            legend={t('bookings.extend.by')}
            steps={steps.map((step, index) => ({ ...step, note: noteOf(index) }))}
            value={end}
            own={own}
            onChange={(next, isOwn) => {
              setChanged(false)
              extend.reset()
              choose(next, isOwn)
            }}
            earliest={earliest}
            latest={latest}
            zone={zone}
          />
          <Outcome booking={booking} preview={preview} end={end} />
          {booked && <AlreadyBookedNotice booked={booked} zone={zone} by="extension" />}
          {changed && fresh !== undefined && (
            <Notice tone="warning" live>
              {t('bookings.extend.price_changed', { amount: money(fresh.amount) })}
            </Notice>
          )}
          {extend.isError && <Notice tone="error">{reasonOf(t, extend.error)}</Notice>}
          {fresh?.allowed === true && fresh.available > 0 && (fresh.amount > 0 || outstanding > 0) && (
            <WalletPart
              price={{ total: fresh.amount, currency }}
              label={t('bookings.extend.from_wallet')}
              country={park.country_code}
              outstanding={outstanding}
              returnTo={paths.bookingDetails(booking.booking_code, { do: 'extend', end: formatInstant(end) })}
            />
          )}
        </div>
      )}
    </Dialog>
  )
}

/** The end in the address, set on return from a top-up, or else one hour more. */
function useChosen(steps: readonly { minutes: number; end: Date }[], earliest: Date, latest: Date) {
  const [search] = useSearchParams()
  const [chosen, setChosen] = useState(() => {
    const usual = steps.find(({ minutes }) => minutes === 60)?.end ?? steps.at(-1)?.end ?? earliest
    const requested = new Date(search.get('end') ?? '')
    const fits = requested >= earliest && requested <= latest
    const end = fits ? requested : usual
    return { end, own: !steps.some((step) => step.end.getTime() === end.getTime()) }
  })
  return [chosen, (end: Date, own: boolean) => setChosen({ end, own })] as const
}

interface OutcomeProps {
  booking: BookingDetails
  preview: { data: ExtendPreview | undefined; error: Error | null; isFetching: boolean; refetch: () => unknown }
  end: Date
}

/** The new end with its price details, or why it is not possible. */
function Outcome({ booking, preview: { data, error, isFetching, refetch }, end }: OutcomeProps) {
  const { t, locale } = useTranslation()
  const money = (amount: number) => formatMoney(amount, booking.currency, locale)
  const noSpace = (
    <Notice tone="warning" live title={t('bookings.extend.no_space')}>
      {t('bookings.extend.no_space_text')}
    </Notice>
  )
  if (error && !isFetching) {
    if (error instanceof CallError && error.code === 'no_space') return noSpace
    const refused = error instanceof CallError && error.status !== 0
    return (
      <Notice
        tone={refused ? 'warning' : 'error'}
        live
        title={t('bookings.extend.failed')}
        action={
          !refused && (
            <Button variant="outline" size="md" onClick={() => refetch()}>
              {t('common.try_again')}
            </Button>
          )
        }
      >
        {refused ? reasonOf(t, error) : t('common.network_error')}
      </Notice>
    )
  }
  if (data === undefined) {
    return (
      <Loading label={t('bookings.extend.pricing')}>
        <Skeleton className="h-36" />
      </Loading>
    )
  }
  if (!isFetching && data.available === 0) return noSpace
  if (!isFetching && !data.allowed) return <Notice tone="warning">{t('bookings.extend.refused')}</Notice>
  return (
    <div role="status" className={isFetching ? 'opacity-50 transition-opacity' : 'transition-opacity'}>
      <p className="mb-1 font-semibold">
        {t('bookings.extend.new_end', { moment: formatMomentInSentence(end, booking.park.timezone, locale) })}
      </p>
      <AmountTable
        caption={t('bookings.extend.lines')}
        rows={data.lines.map(({ label, amount }) => ({ label, amount: money(amount) }))}
        total={{
          label: t('bookings.extend.total'),
          amount: data.amount === 0 ? t('common.free') : money(data.amount),
        }}
      />
      <p className="mt-1 text-sm text-ink-2">{t('bookings.extend.whole', { amount: money(data.total) })}</p>
    </div>
  )
}
