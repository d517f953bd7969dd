import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useDeferredValue, useState } from 'react'
import { refundBearers, type BookingRecord } from '#contract/bookings/desk/booking-answer.ts'
import type { BookingRefundPreview } from '#contract/bookings/desk/booking-refunds.ts'
import { bookingRefundCauses } from '#contract/bookings/refund-causes.ts'
import type { Money } from '#contract/fields.ts'
import type { DeskRecord } from '#contract/lists/records.ts'
import { currencySign } from '#contract/money.ts'
import { call, CallError } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useReauth } from '#web/features/lists/Reauth.tsx'
import type { RecordDialog } from '#web/features/lists/record/RecordActions.tsx'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatMoney } from '#web/time/format.ts'
import { parseTypedNumber } from '#web/time/typedNumber.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { Segmented } from '#web/ui/form/Segmented.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { AmountTable } from '#web/ui/Table.tsx'

type Cause = (typeof bookingRefundCauses)[number]
type Bearer = (typeof refundBearers)[number]

interface RefundRequest {
  cause: Cause | undefined
  bearer: Bearer
  /** In major units; everything without it. */
  amount: number | undefined
}

/** What a refund would do. Not among the desk's own queries, which are read again once it is made. */
const usePreview = (id: string, { cause, bearer, amount }: RefundRequest, isReady: boolean) =>
  useQuery({
    queryKey: ['booking_refund', id, cause, bearer, amount ?? 'all'],
    queryFn: ({ signal }) =>
      call('GET /api/v1/admin/bookings/{id}/refund', {
        params: { id },
        query: { cause: cause!, bearer, ...(amount !== undefined && { amount: String(amount) }) },
        signal,
      }),
    enabled: isReady && cause !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })

/** What each cause is usually paid by: our own mistakes and gestures by us. */
const usualBearer: Readonly<Record<Cause, Bearer>> = {
  double_booking: 'operator',
  could_not_park: 'operator',
  price_mistake: 'operator',
  goodwill: 'us',
  by_request: 'operator',
}

/** Refunds a booking in whole or part, with its cause, at whose expense it is, and what its customer reads of it. */
export const BookingRefund: RecordDialog = ({ record, title, effect, onClose, onDone }) => {
  const booking = record as unknown as BookingRecord
  const { id, currency, refundable } = booking
  const { t, translateKey, locale } = useDeskWords()
  const { t: site } = useTranslation()
  const { attempt, dialog } = useReauth()
  const [cause, setCause] = useState<Cause>()
  const [bearer, setBearer] = useState<Bearer>('operator')
  const [how, setHow] = useState<'whole' | 'part'>('whole')
  const [typed, setTyped] = useState('')
  /** Undefined until somebody writes a message of their own. */
  const [written, setWritten] = useState<string>()
  const [missing, setMissing] = useState<Readonly<Record<string, string>>>({})
  const [refusal, setRefusal] = useState<Error>()
  const [isSending, setSending] = useState(false)
  // One for all attempts: after a lost answer, the same refund is not made twice.
  const [retryKey] = useState(() => crypto.randomUUID())
  const show = ({ amount, currency: code }: Money) => formatMoney(amount, code, locale)
  const part = useDeferredValue(parseTypedNumber(typed, locale))
  const amount = how === 'whole' ? undefined : part
  const isReady = how === 'whole' || (part !== undefined && part > 0)
  const { data, error, isPlaceholderData, refetch } = usePreview(id, { cause, bearer, amount }, isReady)
  const preview = isReady && cause !== undefined && error === null ? data : undefined
  const message = written ?? data?.message ?? ''
  const problems = { ...readFields(error), ...readFields(refusal), ...missing }
  const choose = (value: Cause) => {
    setMissing({})
    setCause(value)
    setBearer(usualBearer[value])
  }
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const required = site('errors.fields.required')
    const gaps = {
      ...(cause === undefined && { cause: required }),
      ...(!isReady && { amount: required }),
      ...(message.trim() === '' && cause !== undefined && { message: required }),
    }
    setMissing(gaps)
    if (Object.keys(gaps).length > 0 || preview === undefined || isPlaceholderData) return
    setSending(true)
    setRefusal(undefined)
    const body = { cause: cause!, bearer, amount: preview.amount.amount, message }
    try {
      const changed = await attempt(() =>
        call('POST /api/v1/admin/bookings/{id}/refund', { params: { id }, body, retryKey }),
      )
      onDone(changed as unknown as DeskRecord)
    } catch (failure) {
      setRefusal(failure as Error)
      setSending(false)
      // Somebody else may have refunded a part meanwhile.
      void refetch()
    }
  }
  const failed = refusal ?? error ?? undefined
  const isAtField = Object.keys(readFields(failed)).some((field) => field !== 'amount' || how === 'part')
  const general = failed === undefined || isAtField ? undefined : describeFailure(site, failed)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={effect}
      closeLabel={t('desk.close')}
      size="md"
      footer={
        <Button type="submit" form="booking-refund" size="md" busy={isSending}>
          {preview === undefined
            ? title
            : t(preview.needs_approval ? 'desk.records.refund_dialog.ask' : 'desk.records.refund_dialog.confirm', {
                amount: show(preview.amount),
              })}
        </Button>
      }
    >
      <form id="booking-refund" noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        {general !== undefined && <Notice tone="error">{general}</Notice>}
        <Field label={t('desk.records.refund_dialog.cause')} error={problems['cause']} required>
          <NativeSelect
            name="cause"
            value={cause ?? ''}
            placeholder={t('desk.form.choose')}
            onChange={({ target }) => choose(target.value as Cause)}
            options={bookingRefundCauses.map((value) => ({
              value,
              label: translateKey(`desk.words.refund_causes.${value}`),
            }))}
          />
        </Field>
        <Choice label={t('desk.records.refund_dialog.how_much')}>
          <Segmented
            label={t('desk.records.refund_dialog.how_much')}
            segments={[
              { value: 'whole', label: t('desk.records.refund_dialog.whole', { amount: show(refundable) }) },
              { value: 'part', label: t('desk.records.refund_dialog.part') },
            ]}
            value={how}
            onChange={setHow}
          />
        </Choice>
        {how === 'part' && (
          <Field
            label={t('desk.records.refund_dialog.amount')}
            hint={t('desk.records.refund_dialog.amount_hint', { amount: show(refundable) })}
            error={problems['amount']}
            required
          >
            <TextInput
              name="amount"
              inputMode="decimal"
              autoComplete="off"
              before={currencySign(currency, locale)}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          </Field>
        )}
        {cause !== undefined && (
          <>
            <Choice label={t('desk.records.refund_dialog.bearer')}>
              <Segmented
                label={t('desk.records.refund_dialog.bearer')}
                segments={refundBearers.map((value) => ({
                  value,
                  label: translateKey(`desk.words.refund_bearers.${value}`),
                }))}
                value={bearer}
                onChange={setBearer}
              />
            </Choice>
            <Field
              label={t('desk.records.refund_dialog.message')}
              hint={data && t(`desk.records.refund_dialog.message_${data.language}`)}
              error={problems['message']}
              required
            >
              <TextArea
                name="message"
                lang={data?.language}
                value={message}
                maxLength={300}
                onChange={({ target }) => setWritten(target.value)}
              />
            </Field>
          </>
        )}
        {preview !== undefined && <Effects preview={preview} />}
      </form>
      {dialog}
    </Dialog>
  )
}

function Choice({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="grid gap-1">
      <span aria-hidden="true" className="text-base font-semibold">
        {label}
      </span>
      {children}
    </div>
  )
}

/** The amount, where it goes, whose it is, and whether somebody else has to approve it. */
function Effects({ preview }: { preview: BookingRefundPreview }) {
  const { t, locale } = useDeskWords()
  const { amount, shares, cost, due, needs_approval, limit } = preview
  const show = ({ amount: sum, currency }: Money) => formatMoney(sum, currency, locale)
  return (
    <section className="grid gap-3 rounded-xl bg-sunk p-4" aria-live="polite">
      <h3 className="text-md font-bold">{t('desk.records.refund_dialog.summary')}</h3>
      <AmountTable
        caption={t('desk.records.refund_dialog.summary')}
        rows={shares.map(({ account, amount: share }) => ({
          label: t(`desk.records.refund_dialog.shares.${account}`),
          amount: show(share),
          quiet: true,
        }))}
        total={{ label: t('desk.records.refund_dialog.to_wallet'), amount: show(amount) }}
      />
      <p className="text-sm text-ink-2">
        {t('desk.records.refund_dialog.cost')} {show(cost)}
        {due.amount > 0 && ` · ${t('desk.records.refund_dialog.due')} ${show(due)}`}
      </p>
      {needs_approval && (
        <Notice tone="warning">{t('desk.records.refund_dialog.approval', { amount: show(limit) })}</Notice>
      )}
    </section>
  )
}

/** What the server says of the fields of the preview. */
const readFields = (error: Error | null | undefined): Record<string, string> =>
  error instanceof CallError
    ? Object.fromEntries((error.problem?.errors ?? []).map(({ field, message }) => [field, message]))
    : {}
