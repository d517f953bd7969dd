import { handOverReasons } from '#contract/orders/desk/order-reasons.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { PhotoField } from '#web/ui/form/PhotoField.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import type { Photo } from '#web/ui/form/usePhoto.ts'

/** What a handover without a code is stored with, beside its photo. */
export interface HandOver {
  reason: string
  note: string
}
export const noHandOver: HandOver = { reason: '', note: '' }

interface HandOverFieldsProps {
  photo: Photo
  value: HandOver
  onChange: (value: HandOver) => void
  errors: Readonly<Record<string, string>>
}

/** The photo of what is handed over, and why there is no code. */
export function HandOverFields({ photo, value, onChange, errors }: HandOverFieldsProps) {
  const { t, translateKey } = useDeskWords()
  return (
    <>
      <PhotoField
        label={t('desk.orders.photos.handover')}
        hint={t('desk.orders.photos.handover_hint')}
        alt={t('desk.orders.photos.handover')}
        fromCamera
        photo={photo}
        error={errors['photo'] ?? errors['photo_id']}
      />
      <Field label={translateKey('desk.records.online_orders.fields.reason')} error={errors['reason']} required>
        <NativeSelect
          name="handover_reason"
          value={value.reason}
          onChange={({ target }) => onChange({ ...value, reason: target.value })}
          placeholder={t('desk.form.choose')}
          options={handOverReasons.map((reason) => ({
            value: reason,
            label: translateKey(`desk.words.order_reasons.${reason}`),
          }))}
        />
      </Field>
      <Field
        label={translateKey('desk.records.online_orders.fields.note')}
        hint={translateKey('desk.records.online_orders.hints.note')}
        error={errors['note']}
      >
        <TextArea rows={2} value={value.note} onChange={({ target }) => onChange({ ...value, note: target.value })} />
      </Field>
    </>
  )
}
