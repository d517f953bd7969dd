import { type FormEvent, useState } from 'react'
import { call } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { PasswordInput } from '#web/ui/form/PasswordInput.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { usePanelCall } from '../../parks/usePanelCall.tsx'

/** Sets the PIN with which the person unlocks counters, after their password. */
export function PinDialog({ onSet, onClose }: { onSet: () => void; onClose: () => void }) {
  const { t } = useDeskWords()
  const { t: site } = useTranslation()
  const { run, errors, refusal, dialog } = usePanelCall({ isShown: true })
  const [pin, setPin] = useState('')
  const [isIncomplete, setIncomplete] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setIncomplete(pin === '')
    if (pin === '') return
    const set = await run(() => call('PUT /api/v1/users/counter-pin', { body: { pin } }), t('desk.pos.lock.pin_set'))
    if (set !== undefined) onSet()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('desk.pos.lock.pin_title')}
      description={t('desk.pos.lock.pin_text')}
      closeLabel={t('desk.close')}
      footer={
        <Button type="submit" form="own-pin" wide>
          {t('desk.pos.lock.pin_save')}
        </Button>
      }
    >
      <form id="own-pin" noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <PinField
          label={t('desk.pos.lock.new_pin')}
          hint={t('desk.pos.lock.new_pin_hint')}
          value={pin}
          onChange={setPin}
          error={errors['pin'] ?? (isIncomplete ? site('errors.fields.required') : undefined)}
        />
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

interface PinFieldProps {
  label: string
  hint?: string
  value: string
  onChange: (pin: string) => void
  /** Whether keys stand beside it, in place of the keyboard of a tablet. */
  hasKeypad?: boolean
  error: string | undefined
}

/** A PIN, which no browser proposes to anybody else who stands here. */
export function PinField({ label, hint, value, onChange, hasKeypad = false, error }: PinFieldProps) {
  const { t } = useDeskWords()
  return (
    <Field label={label} hint={hint} error={error} required>
      <PasswordInput
        inputMode={hasKeypad ? 'none' : 'numeric'}
        autoComplete="off"
        maxLength={6}
        showLabel={t('desk.pos.lock.show')}
        hideLabel={t('desk.pos.lock.hide')}
        value={value}
        onChange={({ target }) => onChange(target.value.replaceAll(/\D/g, ''))}
      />
    </Field>
  )
}
