import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ComponentProps, type SubmitEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import type { BookingRecord } from '#contract/bookings/desk/booking-answer.ts'
import type { TimesPreview } from '#contract/bookings/desk/booking-times.ts'
import { bookingRefundCauses } from '#contract/bookings/refund-causes.ts'
import type { Money } from '#contract/fields.ts'
import type { DeskRecord } from '#contract/lists/records.ts'
import { call, CallError } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useReauth } from '#web/features/lists/Reauth.tsx'
import type { RecordDialog } from '#web/features/lists/record/RecordActions.tsx'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatMoney, formatTime, zoneName } from '#web/time/format.ts'
import { addMinutes, wallTime } from '#web/time/quarterHours.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { Segmented } from '#web/ui/form/Segmented.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { AmountTable } from '#web/ui/Table.tsx'

type Kind = 'extend' | 'move'
type Cause = (typeof bookingRefundCauses)[number]

/** What the new times would cost. Not among the desk's own queries, which are read again once it is done. */
const usePreview = (id: string, times: { start_time?: string; end_time: string }, isChosen: boolean) =>
  useQuery({
    queryKey: ['booking_times', id, times],
    queryFn: ({ signal }) => call('GET /api/v1/admin/bookings/{id}/times', { params: { id }, query: times, signal }),
    enabled: isChosen,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })

/** Extends a booking at its customer's request. */
export const ExtendForCustomer: RecordDialog = (props) => <ChangeTimes {...props} kind="extend" />

/** Moves a booking to other times at its customer's request. */
export const MoveForCustomer: RecordDialog = (props) => <ChangeTimes {...props} kind="move" />

/** The new times with their price, and who pays what they cost more. */
function ChangeTimes({ record, title, effect, onClose, onDone, kind }: ComponentProps<RecordDialog> & { kind: Kind }) {
  const booking = record as unknown as BookingRecord
  const { id, timezone } = booking
  const { t, translateKey, locale } = useDeskWords()
  const { t: site } = useTranslation()
  const { attempt, dialog } = useReauth()
  const navigate = useNavigate()
  const wall = (at: string, minutes = 0) => wallTime(addMinutes(new Date(at), minutes), timezone)
  const [start, setStart] = useState(() => wall(booking.start_time))
  const [end, setEnd] = useState(() => wall(booking.end_time, kind === 'extend' ? 60 : 0))
  const [payer, setPayer] = useState<'customer' | 'us'>('customer')
  const [cause, setCause] = useState<Cause>()
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState<Readonly<Record<string, string>>>({})
  const [refusal, setRefusal] = useState<Error>()
  const [isSending, setSending] = useState(false)
  // One for all attempts: after a lost answer, the same change is not made twice.
  const [retryKey] = useState(() => crypto.randomUUID())
  const times = kind === 'move' ? { start_time: start, end_time: end } : { end_time: end }
  const isChosen = end !== '' && start !== '' && (kind === 'extend' || hasMoved(booking, times.start_time, end))
  const { data, error, isPlaceholderData, refetch } = usePreview(id, times, isChosen)
  const preview = isChosen && error === null ? data : undefined
  const difference = preview?.difference.amount ?? 0
  const isPaidByUs = payer === 'us' && preview?.may_pay === true
  const problems = { ...readFields(isChosen ? error : null), ...readFields(refusal), ...missing }
  const show = ({ amount, currency }: Money) => formatMoney(amount, currency, locale)

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const empty = site('errors.fields.required')
    const isSame = start !== '' && end !== '' && !isChosen
    const lacks = {
      ...(kind === 'move' && start === '' && { start_time: empty }),
      ...(isSame && { start_time: t('desk.records.times_dialog.choose') }),
      ...(end === '' && { end_time: empty }),
      ...(reason.trim() === '' && { reason: empty }),
      ...(difference > 0 && isPaidByUs && cause === undefined && { cause: empty }),
    }
    setMissing(lacks)
    const first = ['start_time', 'end_time', 'cause', 'reason'].find((name) => name in lacks)
    const form = event.currentTarget as HTMLFormElement
    form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    // Nothing is changed whose price was not on the screen.
    if (Object.keys(lacks).length > 0 || preview === undefined || isPlaceholderData) return
    setSending(true)
    setRefusal(undefined)
    const paid_by = difference > 0 && isPaidByUs ? ('us' as const) : ('customer' as const)
    const terms = { end_time: end, difference, paid_by, reason, ...(paid_by === 'us' && { cause: cause! }) }
    const options = { params: { id }, retryKey }
    try {
      const changed = await attempt(() =>
        kind === 'extend'
          ? call('POST /api/v1/admin/bookings/{id}/extend', { ...options, body: terms })
          : call('POST /api/v1/admin/bookings/{id}/move', { ...options, body: { start_time: start, ...terms } }),
      )
      const waitsForCustomer = difference > 0 && paid_by === 'customer'
      onDone(changed as unknown as DeskRecord, waitsForCustomer ? t('desk.records.times_dialog.asked') : undefined)
      if (changed.id !== id) void navigate(paths.desk(`bookings/${changed.booking_code}`))
    } catch (failure) {
      setRefusal(failure as Error)
      setSending(false)
      void refetch()
    }
  }

  const problem =
    refusal !== undefined && Object.keys(readFields(refusal)).length === 0
      ? refusal instanceof CallError && refusal.code === 'price_changed'
        ? t('desk.records.times_dialog.changed')
        : describeFailure(site, refusal)
      : undefined
  const isFull = preview?.available === 0
  const isPricing = isChosen && preview === undefined && error === null
  const label =
    difference > 0
      ? t(`desk.records.times_dialog.${isPaidByUs ? (`pay_${kind}` as const) : 'ask'}`, {
          amount: show(preview!.difference),
        })
      : t(`desk.records.times_dialog.${kind}`)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={effect}
      closeLabel={t('desk.close')}
      footer={
        <Button type="submit" form="change-times" size="md" disabled={isFull} busy={isSending || isPricing}>
          {label}
        </Button>
      }
    >
      <form id="change-times" noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        {problem !== undefined && <Notice tone="error">{problem}</Notice>}
        <div className="grid gap-4">
          {kind === 'move' && (
            <Time
              name="start_time"
              label={t('desk.records.times_dialog.start')}
              value={start}
              onChange={setStart}
              error={problems['start_time']}
            />
          )}
          <Time
            name="end_time"
            label={t('desk.records.times_dialog.end')}
            value={end}
            onChange={setEnd}
            error={problems['end_time']}
          />
        </div>
        <p className="text-sm text-ink-2">
          {t('desk.records.times_dialog.zone', { zone: zoneName(new Date(booking.start_time), timezone, locale) })}
        </p>
        {error !== null && isChosen && Object.keys(readFields(error)).length === 0 && (
          <Notice tone="warning" live>
            {describeFailure(site, error)}
          </Notice>
        )}
        {!isChosen && <p className="text-sm text-ink-2">{t('desk.records.times_dialog.choose')}</p>}
        {isFull && (
          <Notice tone="warning" live>
            {t('desk.records.times_dialog.full')}
          </Notice>
        )}
        {preview !== undefined && !isFull && <Price preview={preview} kind={kind} />}
        {preview !== undefined && !isFull && difference > 0 && (
          <>
            {preview.may_pay && (
              <div className="grid gap-1">
                <span aria-hidden="true" className="text-base font-semibold">
                  {t('desk.records.times_dialog.who_pays')}
                </span>
                <Segmented
                  label={t('desk.records.times_dialog.who_pays')}
                  segments={[
                    { value: 'customer', label: t('desk.records.times_dialog.customer') },
                    { value: 'us', label: t('desk.records.times_dialog.us') },
                  ]}
                  value={payer}
                  onChange={setPayer}
                />
              </div>
            )}
            <p className="text-sm">
              {isPaidByUs
                ? t('desk.records.times_dialog.us_text')
                : t('desk.records.times_dialog.customer_text', {
                    until: formatTime(new Date(preview.held_until), timezone, locale),
                  })}
            </p>
            {isPaidByUs && (
              <Field label={t('desk.records.times_dialog.cause')} error={problems['cause']} required>
                <NativeSelect
                  name="cause"
                  value={cause ?? ''}
                  placeholder={t('desk.form.choose')}
                  onChange={({ target }) => setCause(target.value as Cause)}
                  options={bookingRefundCauses.map((value) => ({
                    value,
                    label: translateKey(`desk.words.refund_causes.${value}`),
                  }))}
                />
              </Field>
            )}
          </>
        )}
        <Field
          label={t('desk.records.times_dialog.reason')}
          hint={t('desk.records.times_dialog.reason_hint')}
          error={problems['reason']}
          required
        >
          <TextArea name="reason" value={reason} onChange={({ target }) => setReason(target.value)} />
        </Field>
      </form>
      {dialog}
    </Dialog>
  )
}

const hasMoved = ({ start_time, end_time, timezone }: BookingRecord, start: string | undefined, end: string): boolean =>
  start !== wallTime(new Date(start_time), timezone) || end !== wallTime(new Date(end_time), timezone)

interface TimeProps {
  name: string
  label: string
  value: string
  onChange: (wall: string) => void
  error: string | undefined
}

/** A wall time of the car park. */
const Time = ({ name, label, value, onChange, error }: TimeProps) => (
  <Field label={label} error={error} required>
    <TextInput
      name={name}
      type="datetime-local"
      step={900}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  </Field>
)

/** What the new times cost, what comes back of the old ones, and the difference. */
function Price({ preview, kind }: { preview: TimesPreview; kind: Kind }) {
  const { t, locale } = useDeskWords()
  const { cost, refund, difference, promo, orders } = preview
  const show = (amount: number) => formatMoney(amount, cost.currency, locale)
  const total =
    difference.amount > 0
      ? { label: t('desk.records.times_dialog.difference'), amount: show(difference.amount) }
      : difference.amount < 0
        ? { label: t('desk.records.times_dialog.gets_back'), amount: show(-difference.amount) }
        : { label: t('desk.records.times_dialog.no_difference'), amount: show(0) }
  return (
    <section className="grid gap-3 rounded-xl bg-sunk p-4" aria-live="polite">
      <AmountTable
        caption={total.label}
        rows={
          kind === 'extend'
            ? [{ label: t('desk.records.times_dialog.added'), amount: show(cost.amount), quiet: true }]
            : [
                { label: t('desk.records.times_dialog.cost'), amount: show(cost.amount), quiet: true },
                { label: t('desk.records.times_dialog.refund'), amount: `−${show(refund.amount)}`, quiet: true },
              ]
        }
        total={total}
      />
      {promo !== null && (
        <p className="text-sm">
          {promo.problem === null
            ? t('desk.records.times_dialog.promo', { code: promo.code })
            : `${t('desk.records.times_dialog.promo_lost', { code: promo.code })} ${promo.problem}`}
        </p>
      )}
      {orders.length > 0 && (
        <p className="text-sm">{t('desk.records.times_dialog.orders', { numbers: orders.join(', ') })}</p>
      )}
    </section>
  )
}

/** What the server says of the fields. */
const readFields = (error: Error | null | undefined): Record<string, string> =>
  error instanceof CallError
    ? Object.fromEntries((error.problem?.errors ?? []).map(({ field, message }) => [field, message]))
    : {}
