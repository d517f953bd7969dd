import { type ReactNode, useRef, useState } from 'react'
import { cannotParkReasons } from '#contract/bookings/bookings.ts'
import { parkLabel } from '#contract/parks/park-label.ts'
import { CallError } from '#web/api/call.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatCountdown, formatMoney } from '#web/time/format.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Countdown } from '#web/ui/Countdown.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { PhotoField } from '#web/ui/form/PhotoField.tsx'
import { RadioCards } from '#web/ui/form/RadioCards.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { usePhoto } from '#web/ui/form/usePhoto.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { useReportCannotPark, useSaveCannotParkPhoto } from '../changes.ts'
import { reasonOf } from '../reason.ts'
import { CannotParkOptions, moneyBack } from './CannotParkOptions.tsx'
import type { BookingDialogProps } from './dialog.ts'
import { useAlternatives, useHoldAlternative } from './previews.ts'

type Reason = (typeof cannotParkReasons)[number]
type Answer = NonNullable<ReturnType<typeof useReportCannotPark>['data']>

/** "I can't park": the problem, then a car park nearby with the price difference paid by us, or a full refund. */
export default function CannotParkDialog({ booking, open, onOpenChange }: BookingDialogProps) {
  const { t, locale } = useTranslation()
  const [reason, setReason] = useState<Reason>()
  const [missing, setMissing] = useState(false)
  const [note, setNote] = useState('')
  const [choosing, setChoosing] = useState(false)
  const [option, setOption] = useState<string>()
  const [lapsed, setLapsed] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  const help = useReportCannotPark(booking.id)
  const sending = useSaveCannotParkPhoto(booking.id)
  const photo = usePhoto({ onChange: () => sending.reset() })
  const done = help.data
  const alternatives = useAlternatives(booking.id, open && done === undefined)
  const holding = useHoldAlternative(booking.id)
  const held = alternatives.data?.held ?? null
  /** The report would wait for staff: it has no photo, and there were others before. */
  const isChecked = alternatives.data?.needs_photo === true
  /** The only option that there is needs no choice. */
  const isOnlyMoney = isChecked || alternatives.data?.items.length === 0
  const chosen = option ?? (isOnlyMoney ? moneyBack : undefined)

  const goOn = async () => {
    setMissing(reason === undefined)
    if (reason === undefined) {
      first.current?.focus()
      return
    }
    const ready = await photo.whenReady()
    if (ready === undefined) return
    try {
      // Sent first, the photo spares the driver the check.
      if (isChecked && ready.url !== undefined) await sending.mutateAsync(ready.url)
      await alternatives.refetch()
      setChoosing(true)
    } catch {
      // The dialog shows `sending.error`.
    }
  }
  /** Chooses an option. A space is held at once, so that nobody takes it meanwhile. */
  const choose = (value: string) => {
    setOption(value)
    setLapsed(false)
    help.reset()
    holding.reset()
    if (value === moneyBack) return
    holding.mutate(value, {
      onError: () => {
        setOption(undefined)
        void alternatives.refetch()
      },
    })
  }
  const lapse = () => {
    if (option !== undefined && option !== moneyBack) setOption(undefined)
    setLapsed(true)
    void alternatives.refetch()
  }
  const close = (next: boolean) => {
    if (!next && held !== null) holding.mutate(null)
    onOpenChange(next)
  }
  const confirm = async () => {
    if (reason === undefined || chosen === undefined) return
    const trimmed = note.trim()
    try {
      await help.mutateAsync({
        reason,
        ...(trimmed !== '' && { note: trimmed }),
        ...(chosen !== moneyBack && { park_id: chosen }),
      })
      // The photo is sent afterwards, so that it does not delay the refund or the new space.
      if (photo.url !== undefined && !sending.isSuccess) sending.mutate(photo.url)
    } catch (error) {
      // The chosen space is taken: refetch the alternatives.
      if (error instanceof CallError && error.code === 'no_space') {
        setOption(undefined)
        void alternatives.refetch()
      }
    }
  }

  if (done !== undefined) {
    return (
      <Done answer={done} open={open} onOpenChange={onOpenChange}>
        {photo.url !== undefined && <Sent sending={sending} onAgain={() => sending.mutate(photo.url!)} />}
      </Done>
    )
  }
  const refund = alternatives.data?.refund ?? booking.total
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={t(choosing ? 'bookings.cannot_park.choose' : 'bookings.cannot_park.title')}
      description={choosing ? undefined : t('bookings.cannot_park.lead')}
      closeLabel={t('common.close')}
      size="md"
      footer={
        choosing ? (
          <>
            <Button key="back" variant="outline" onClick={() => setChoosing(false)}>
              {t('bookings.cannot_park.back')}
            </Button>
            <Button
              key="confirm"
              disabled={chosen === undefined || holding.isPending}
              busy={help.isPending}
              onClick={confirm}
            >
              {chosen !== moneyBack
                ? t('bookings.cannot_park.confirm_move')
                : isChecked
                  ? t('bookings.cannot_park.confirm_check')
                  : refund === 0
                    ? t('bookings.cannot_park.confirm_end')
                    : t('bookings.cannot_park.confirm_money', {
                        amount: formatMoney(refund, booking.currency, locale),
                      })}
            </Button>
          </>
        ) : (
          <Button key="on" wide busy={sending.isPending} onClick={goOn}>
            {t('bookings.cannot_park.go_on')}
          </Button>
        )
      }
    >
      {choosing ? (
        <div className="grid gap-4">
          {help.isError && (
            <Notice tone="error">
              {help.error instanceof CallError && help.error.code === 'no_space'
                ? t('bookings.cannot_park.gone')
                : reasonOf(t, help.error)}
            </Notice>
          )}
          {holding.isError && (
            <Notice tone="error">
              {holding.error instanceof CallError && holding.error.code === 'no_space'
                ? t('bookings.cannot_park.gone')
                : reasonOf(t, holding.error)}
            </Notice>
          )}
          {lapsed && <Notice tone="warning">{t('bookings.cannot_park.lapsed')}</Notice>}
          {held !== null && option === held.park_id && (
            <Countdown
              end={held.held_until}
              label={(seconds) => t('bookings.cannot_park.held', { time: formatCountdown(seconds) })}
              onEnd={lapse}
            />
          )}
          <CannotParkOptions booking={booking} alternatives={alternatives} value={chosen} onChange={choose} />
        </div>
      ) : (
        <div className="grid gap-5">
          <RadioCards
            ref={first}
            legend={t('bookings.cannot_park.reason')}
            cards={cannotParkReasons.map((value) => ({
              value,
              label: t(`bookings.cannot_park.reasons.${value}`),
            }))}
            value={reason}
            onChange={(value) => {
              setMissing(false)
              setReason(value)
            }}
            error={missing ? t('errors.fields.required') : undefined}
          />
          <Field label={t('bookings.cannot_park.note')} aside={t('common.optional')}>
            <TextInput
              name="note"
              autoComplete="off"
              maxLength={500}
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
          </Field>
          {isChecked && photo.url === undefined && <Notice>{t('bookings.cannot_park.checked')}</Notice>}
          <PhotoField
            label={t('bookings.cannot_park.photo')}
            hint={t('bookings.cannot_park.photo_hint')}
            alt={t('bookings.report.photo_alt')}
            aside={t('common.optional')}
            photo={photo}
            fromCamera
          />
          {sending.isError && (
            <Notice tone="error">
              {t('bookings.cannot_park.photo_failed', { reason: reasonOf(t, sending.error) })}
            </Notice>
          )}
        </div>
      )}
    </Dialog>
  )
}

/** Whether the photo was sent; the report is valid without it. */
function Sent({ sending, onAgain }: { sending: ReturnType<typeof useSaveCannotParkPhoto>; onAgain: () => unknown }) {
  const { t } = useTranslation()
  if (!sending.isError)
    return (
      <p role="status" className="mt-3 text-sm text-ink-2">
        {t(sending.isSuccess ? 'bookings.cannot_park.photo_sent' : 'bookings.cannot_park.photo_sending')}
      </p>
    )
  return (
    <Notice
      tone="warning"
      live
      className="mt-3"
      action={
        <Button variant="outline" size="md" onClick={() => onAgain()}>
          {t('common.try_again')}
        </Button>
      }
    >
      {t('bookings.cannot_park.photo_failed', { reason: reasonOf(t, sending.error) })}
    </Notice>
  )
}

interface DoneProps extends Pick<BookingDialogProps, 'open' | 'onOpenChange'> {
  answer: Answer
  children: ReactNode
}

/** The result, and a link to the new booking or back to the list. */
function Done({ answer, open, onOpenChange, children }: DoneProps) {
  const { t, locale } = useTranslation()
  const { booking, moved_to, waits } = answer
  const { park, refunded, currency } = booking
  const around = { lat: park.lat, lng: park.lng, place: parkLabel(park, t) }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={
        moved_to !== null
          ? t('bookings.cannot_park.moved', { park: parkLabel(moved_to.park, t) })
          : waits
            ? t('bookings.cannot_park.sent')
            : refunded > 0
              ? t('bookings.cannot_park.returned', { amount: formatMoney(refunded, currency, locale) })
              : t('bookings.cannot_park.returned_free')
      }
      closeLabel={t('common.close')}
      footer={
        moved_to === null ? (
          <ButtonLink to={paths.search(around)} wide variant="alt">
            {t('bookings.cannot_park.search')}
          </ButtonLink>
        ) : (
          <ButtonLink to={paths.bookingDetails(moved_to.booking_code)} wide>
            {t('bookings.cannot_park.moved_open')}
          </ButtonLink>
        )
      }
    >
      <Notice tone="success" live>
        {t(`bookings.cannot_park.${moved_to !== null ? 'moved_text' : waits ? 'sent_text' : 'returned_text'}`)}
      </Notice>
      {children}
    </Dialog>
  )
}
