import { type FormEvent, useState } from 'react'
import { sumCount } from '#contract/cash/cash.ts'
import type { OwnShift } from '#contract/cash/desk/own-shift.ts'
import { toMajor, toMinor } from '#contract/money.ts'
import { call } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useRetryKey } from '#web/api/useRetryKey.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatMoney } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { usePanelCall } from '../parks/usePanelCall.tsx'
import { CountFields, toCount, type TypedCount } from './CountFields.tsx'
import { type OpenSale, toParked } from './openSale.ts'
import { countStored, countUnsent, type TillState } from './till.ts'

interface CloseDialogProps {
  shift: OwnShift
  /** What this device has not sent yet. */
  stored: TillState
  /** What is being sold: the next shift goes on with it. */
  sale: OpenSale
  /** Whether the device is logged out with the shift. */
  logsOut: boolean
  onParked: () => void
  onClose: () => void
}

/** Closes the shift with a count of its drawer; what it differs by is shown before. */
export function CloseDialog({ shift, stored, sale, logsOut, onParked, onClose }: CloseDialogProps) {
  const { t, locale } = useDeskWords()
  const { t: site } = useTranslation()
  const { run, errors, refusal, dialog } = usePanelCall({ isShown: true })
  const [typed, setTyped] = useState<TypedCount>({})
  const [reason, setReason] = useState('')
  const { keyOf } = useRetryKey()
  const parkKey = useRetryKey()
  const waiting = countUnsent(stored)
  const refused = countStored(stored) - waiting
  const isSelling = sale.draft.lines.length > 0
  const { currency } = shift.register
  const show = (amount: number, sign: 'auto' | 'always' = 'auto') => formatMoney(amount, currency, locale, { sign })
  const differs_minor = sumCount(toCount(typed)) - toMinor(shift.expected.amount, currency)!
  const differs = toMajor(differs_minor, currency)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (waiting > 0) return
    if (isSelling && (differs_minor === 0n || reason.trim() !== '')) {
      const parked = toParked(
        sale,
        sale.customer?.name.slice(0, 60) ?? t('desk.pos.parked.left', { number: shift.number }),
      )
      const done = await run(
        () => call('POST /api/v1/pos/parked', { body: parked, retryKey: parkKey.keyOf({ id: sale.id, parked }) }),
        t('desk.pos.parked.done', { name: parked.name }),
      )
      if (done === undefined) return
      onParked()
    }
    const body = { count: toCount(typed), ...(reason.trim() !== '' && { reason: reason.trim() }) }
    const closed = await run(
      () => call('POST /api/v1/pos/shift/close', { body, retryKey: keyOf(body) }),
      ({ number }) => t('desk.pos.close.done', { number }),
    )
    if (closed !== undefined) onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('desk.pos.close.title')}
      description={t('desk.pos.close.expected', { amount: show(shift.expected.amount) })}
      closeLabel={t('desk.close')}
      size="md"
      footer={
        <Button type="submit" form="close-shift" wide disabled={waiting > 0}>
          {t('desk.pos.close.submit')}
        </Button>
      }
    >
      <form id="close-shift" noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        {waiting > 0 && <Notice tone="error">{t('desk.pos.offline.close_first', { count: waiting })}</Notice>}
        {refused > 0 && <Notice tone="warning">{t('desk.pos.offline.close_refused', { count: refused })}</Notice>}
        {shift.waiting > 0 && <Notice tone="warning">{t('desk.pos.wallet.closing', { count: shift.waiting })}</Notice>}
        {logsOut && <Notice>{t('desk.pos.lock.closing')}</Notice>}
        {isSelling && <Notice>{t('desk.pos.parked.closing')}</Notice>}
        {shift.parked > 0 && <Notice>{t('desk.pos.parked.handed_over', { count: shift.parked })}</Notice>}
        <CountFields currency={currency} value={typed} onChange={setTyped} error={errors['count']} />
        <p role="status" className={differs === 0 ? 'font-semibold text-free' : 'font-semibold text-bad'}>
          {differs === 0
            ? t('desk.pos.close.matches')
            : t('desk.pos.close.discrepancy', { amount: show(differs, 'always') })}
          {Math.abs(differs) > shift.discrepancy_limit.amount && ` ${t('desk.pos.close.limit')}`}
        </p>
        {differs !== 0 && (
          <Field label={t('desk.pos.close.reason')} error={errors['reason']} required>
            <TextInput
              autoComplete="off"
              maxLength={300}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          </Field>
        )}
        {refusal !== undefined && Object.keys(errors).length === 0 && (
          <Notice tone="error" live>
            {describeFailure(site, refusal)}
          </Notice>
        )}
      </form>
      {dialog}
    </Dialog>
  )
}
