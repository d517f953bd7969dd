import { type FormEvent, useState } from 'react'
import { declineReasons, type DeclineReason } from '#contract/deliveries/courier.ts'
import { call } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { RadioCards } from '#web/ui/form/RadioCards.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import type { CourierPhone } from './courierPhone.ts'
import { useCourierWords } from './words.ts'

interface DeclineFormProps {
  phone: CourierPhone
  id: string
  submit: string
  onCancel: () => void
}

/** Why a courier declines a delivery, or gives it back. */
export function DeclineForm({ phone, id, submit, onCancel }: DeclineFormProps) {
  const { t } = useCourierWords()
  const { t: site } = useTranslation()
  const [reason, setReason] = useState<DeclineReason>()
  const [isMissing, setMissing] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (reason === undefined) return setMissing(true)
    if (isBusy) return
    setBusy(true)
    setFailure(undefined)
    const day = await call('POST /api/v1/courier/deliveries/{id}/decline', { params: { id }, body: { reason } }).catch(
      setFailure,
    )
    setBusy(false)
    if (day !== undefined) await phone.keepDay(day)
  }
  return (
    <form noValidate onSubmit={send} className="grid gap-3 border-t border-line pt-3">
      <RadioCards
        legend={t('courier.decline_title')}
        name="reason"
        cards={declineReasons.map((value) => ({ value, label: t(`courier.decline_reasons.${value}`) }))}
        value={reason}
        onChange={setReason}
        required
        error={isMissing && reason === undefined ? t('courier.bring_back.required') : undefined}
      />
      {failure !== undefined && <Notice tone="error">{describeFailure(site, failure)}</Notice>}
      <Button type="submit" busy={isBusy} wide>
        {submit}
      </Button>
      <Button variant="ghost" size="md" onClick={onCancel}>
        {t('courier.cancel')}
      </Button>
    </form>
  )
}
