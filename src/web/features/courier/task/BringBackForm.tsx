import { type FormEvent, useState } from 'react'
import { undeliveredReasons } from '#contract/orders/desk/order-reasons.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import type { ShownTask } from '../applySteps.ts'
import type { CourierPhone } from '../courierPhone.ts'
import { useCourierWords } from '../words.ts'

interface BringBackFormProps {
  phone: CourierPhone
  task: ShownTask
  onCancel: () => void
}

/** Why an order goes back to its branch. */
export function BringBackForm({ phone, task, onCancel }: BringBackFormProps) {
  const { t } = useCourierWords()
  const [reason, setReason] = useState('')
  const [note, setNote] = useState('')
  const [isTried, setTried] = useState(false)
  const isNoteMissing = reason === 'other' && note.trim().length < 3
  const own = task.bring_back_reasons
  const ours = undeliveredReasons.map((value) => ({ value, label: t(`courier.bring_back.reasons.${value}`) }))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (reason === '' || isNoteMissing) return
    const text = note.trim()
    await phone.record({ kind: 'brought_back', delivery_id: task.id, reason, ...(text !== '' && { note: text }) })
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-3 border-t border-line pt-3">
      <Field
        label={t('courier.bring_back.title')}
        error={isTried && reason === '' ? t('courier.bring_back.required') : undefined}
        required
      >
        <NativeSelect
          name="reason"
          value={reason}
          placeholder={t('courier.choose')}
          options={[...own, ...ours]}
          onChange={({ target }) => setReason(target.value)}
        />
      </Field>
      {reason === 'other' && (
        <Field
          label={t('courier.hand_over.note')}
          error={isTried && isNoteMissing ? t('courier.hand_over.note_required') : undefined}
          required
        >
          <TextInput name="note" value={note} maxLength={300} onChange={({ target }) => setNote(target.value)} />
        </Field>
      )}
      <Button type="submit" variant="danger" wide>
        {t('courier.bring_back.submit')}
      </Button>
      <Button variant="ghost" size="md" onClick={onCancel}>
        {t('courier.cancel')}
      </Button>
    </form>
  )
}
