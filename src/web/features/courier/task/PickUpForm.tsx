import { type FormEvent, useState } from 'react'
import { normalizeCode } from '#contract/codes.ts'
import { Button } from '#web/ui/Button.tsx'
import { CodeCamera } from '#web/ui/camera/CodeCamera.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import type { ShownTask } from '../applySteps.ts'
import type { CourierPhone } from '../courierPhone.ts'
import { useCourierWords } from '../words.ts'

/** Whether a text is the number of an order, its number of the day, or an address that ends with it, as its QR code does. */
export function isOrderOf({ order_number, token }: Pick<ShownTask, 'order_number' | 'token'>, text: string): boolean {
  const last = text.trim().split('/').at(-1)!
  return normalizeCode(last) === order_number || last === String(token)
}

/** Makes sure that the courier takes the right order along. */
export function PickUpForm({ phone, task }: { phone: CourierPhone; task: ShownTask }) {
  const { t } = useCourierWords()
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const { token, order_number: number } = task
  const check = async (typed: string) => {
    if (!isOrderOf(task, typed)) return setError(t('courier.pick_up.other', { token, number }))
    await phone.record({ kind: 'picked_up', delivery_id: task.id })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '') return setError(t('courier.pick_up.required'))
    void check(text)
  }
  return (
    <div className="grid gap-3 border-t border-line pt-3">
      <div>
        <h4 className="text-md font-bold">{t('courier.pick_up.title')}</h4>
        <p className="text-sm text-ink-2">{t('courier.pick_up.text')}</p>
      </div>
      <CodeCamera
        labels={{
          start: t('courier.camera.start'),
          stop: t('courier.camera.stop'),
          hint: t('courier.camera.hint'),
          view: t('courier.camera.view'),
          refused: t('courier.camera.refused'),
          missing: t('courier.camera.missing'),
          unsupported: t('courier.camera.unsupported'),
        }}
        isPaused={false}
        onCode={check}
      />
      <form noValidate onSubmit={submit} className="grid gap-3">
        <Field label={t('courier.pick_up.field')} error={error} required>
          <TextInput
            name="order_number"
            value={text}
            maxLength={200}
            autoComplete="off"
            autoCapitalize="characters"
            onChange={({ target }) => {
              setText(target.value)
              setError(undefined)
            }}
          />
        </Field>
        <Button type="submit" variant="outline" wide>
          {t('courier.pick_up.submit')}
        </Button>
      </form>
    </div>
  )
}
