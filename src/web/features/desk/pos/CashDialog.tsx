import { type FormEvent, useState } from 'react'
import type { OwnShift } from '#contract/cash/desk/own-shift.ts'
import { call } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useRetryKey } from '#web/api/useRetryKey.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatMoney } from '#web/time/format.ts'
import { parseTypedNumber } from '#web/time/typedNumber.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { RadioCards } from '#web/ui/form/RadioCards.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { usePanelCall } from '../parks/usePanelCall.tsx'

interface CashDialogProps {
  shift: OwnShift
  onClose: () => void
}

/** Puts the branch's cash into the drawer, or takes some out. */
export function CashDialog({ shift, onClose }: CashDialogProps) {
  const { t, locale } = useDeskWords()
  const { t: site } = useTranslation()
  const { run, errors, refusal, dialog } = usePanelCall({ isShown: true })
  const [kind, setKind] = useState<'cash_in' | 'cash_out'>('cash_out')
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState('')
  const [isIncomplete, setIncomplete] = useState(false)
  const { keyOf } = useRetryKey()
  const typed = parseTypedNumber(amount, locale)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setIncomplete(typed === undefined || reason.trim() === '')
    if (typed === undefined || reason.trim() === '') return
    const body = { kind, amount: typed, reason: reason.trim() }
    const moved = await run(
      () => call('POST /api/v1/pos/shift/cash', { body, retryKey: keyOf(body) }),
      ({ expected }) => t('desk.pos.cash.done', { amount: formatMoney(expected.amount, expected.currency, locale) }),
    )
    if (moved !== undefined) onClose()
  }
  const required = site('errors.fields.required')
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('desk.pos.cash.title')}
      closeLabel={t('desk.close')}
      footer={
        <Button type="submit" form="cash" wide>
          {t('desk.pos.cash.submit')}
        </Button>
      }
    >
      <form id="cash" noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <RadioCards
          legend={t('desk.pos.cash.kind')}
          name="kind"
          cards={(['cash_out', 'cash_in'] as const).map((value) => ({ value, label: t(`desk.pos.cash.${value}`) }))}
          value={kind}
          onChange={setKind}
        />
        <Field
          label={`${t('desk.pos.cash.amount')} (${shift.register.currency})`}
          error={errors['amount'] ?? (isIncomplete && typed === undefined ? required : undefined)}
          required
        >
          <TextInput
            inputMode="decimal"
            autoComplete="off"
            maxLength={12}
            value={amount}
            onChange={({ target }) => setAmount(target.value)}
          />
        </Field>
        <Field
          label={t('desk.pos.cash.reason')}
          error={errors['reason'] ?? (isIncomplete && reason.trim() === '' ? required : undefined)}
          required
        >
          <TextInput
            autoComplete="off"
            maxLength={200}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </Field>
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
