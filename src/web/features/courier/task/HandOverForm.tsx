import { type FormEvent, useState } from 'react'
import { handOverReasons } from '#contract/orders/desk/order-reasons.ts'
import { formatMoney } from '#web/time/format.ts'
import { parseTypedNumber } from '#web/time/typedNumber.ts'
import { Button } from '#web/ui/Button.tsx'
import { CodeInput } from '#web/ui/form/CodeInput.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { PhotoField } from '#web/ui/form/PhotoField.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { usePhoto } from '#web/ui/form/usePhoto.ts'
import type { ShownTask } from '../applySteps.ts'
import type { CourierPhone } from '../courierPhone.ts'
import { useCourierWords } from '../words.ts'

interface HandOverFormProps {
  phone: CourierPhone
  task: ShownTask
}

/** Hands an order over to whoever knows its code; where nobody does, a photo and a reason stand for it. */
export function HandOverForm({ phone, task }: HandOverFormProps) {
  const { t } = useCourierWords()
  const [isWithPhoto, setWithPhoto] = useState(false)
  return (
    <div className="grid gap-3 border-t border-line pt-3">
      <h4 className="text-md font-bold">{t('courier.hand_over.title')}</h4>
      {task.to_collect !== null && <Collect due={task.to_collect} />}
      {isWithPhoto ? <WithPhoto phone={phone} task={task} /> : <WithCode phone={phone} task={task} />}
      {task.takes_photos && (
        <Button variant="link" onClick={() => setWithPhoto(!isWithPhoto)}>
          {t(isWithPhoto ? 'courier.hand_over.with_code' : 'courier.hand_over.no_code')}
        </Button>
      )}
    </div>
  )
}

const collectedOf = ({ to_collect }: ShownTask) => (to_collect === null ? {} : { collected: to_collect.amount })

/** What the customer pays, and the change for what they give. */
function Collect({ due }: { due: NonNullable<ShownTask['to_collect']> }) {
  const { t, locale } = useCourierWords()
  const [given, setGiven] = useState('')
  const typed = parseTypedNumber(given, locale)
  const money = (amount: number) => formatMoney(amount, due.currency, locale)
  const change = typed === undefined ? undefined : typed - due.amount
  return (
    <div className="grid gap-2">
      <Field label={t('courier.cash.given')} hint={t('courier.collect', { amount: money(due.amount) })}>
        <TextInput
          name="given"
          inputMode="decimal"
          autoComplete="off"
          value={given}
          onChange={({ target }) => setGiven(target.value)}
        />
      </Field>
      <p role="status" className="text-md font-bold tabular-nums">
        {change !== undefined &&
          (change < 0
            ? t('courier.cash.missing', { amount: money(-change) })
            : t('courier.cash.change', { amount: money(change) }))}
      </p>
    </div>
  )
}

function WithCode({ phone, task }: HandOverFormProps) {
  const { t } = useCourierWords()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (code.length !== 4) return setError(t('courier.hand_over.required'))
    await phone.record({ kind: 'handed_over', delivery_id: task.id, code, ...collectedOf(task) })
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <Field label={t('courier.hand_over.code')} hint={t('courier.hand_over.code_hint')} error={error} required>
        <CodeInput
          name="code"
          length={4}
          autoComplete="off"
          value={code}
          onInput={({ currentTarget }) => {
            setCode(currentTarget.value)
            setError(undefined)
          }}
          onChange={() => undefined}
        />
      </Field>
      <Button type="submit" wide>
        {t(task.to_collect === null ? 'courier.hand_over.submit' : 'courier.hand_over.submit_paid')}
      </Button>
    </form>
  )
}

function WithPhoto({ phone, task }: HandOverFormProps) {
  const { t } = useCourierWords()
  const photo = usePhoto()
  const [reason, setReason] = useState('')
  const [note, setNote] = useState('')
  const [isTried, setTried] = useState(false)
  const isNoteMissing = reason === 'other' && note.trim().length < 3
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (photo.isMissing || reason === '' || isNoteMissing) return
    const ready = await photo.whenReady()
    if (ready?.url === undefined) return
    const text = note.trim()
    await phone.record(
      { kind: 'handed_over', delivery_id: task.id, reason, ...(text !== '' && { note: text }), ...collectedOf(task) },
      ready.url,
    )
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <PhotoField
        label={t('courier.hand_over.photo')}
        alt={t('courier.hand_over.photo_alt')}
        photo={photo}
        fromCamera
        error={isTried && photo.isMissing ? t('courier.hand_over.photo_missing') : undefined}
      />
      <Field
        label={t('courier.hand_over.reason')}
        error={isTried && reason === '' ? t('courier.bring_back.required') : undefined}
        required
      >
        <NativeSelect
          name="reason"
          value={reason}
          placeholder={t('courier.choose')}
          options={handOverReasons.map((value) => ({ value, label: t(`courier.hand_over.reasons.${value}`) }))}
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
      <Button type="submit" wide>
        {t('courier.hand_over.photo_submit')}
      </Button>
    </form>
  )
}
