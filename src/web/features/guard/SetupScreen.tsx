import { type FormEvent, useState } from 'react'
import { describeFailure } from '#web/api/failures.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import type { Phone } from './phone.ts'
import { usePhoneState } from './usePhone.ts'
import { useGuardWords } from './words.ts'

/** Gives the phone its key and its name. */
export function SetupScreen({ phone }: { phone: Phone }) {
  const { t } = useGuardWords()
  const { t: say } = useTranslation()
  const { problem, scans } = usePhoneState(phone)
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const unsent = scans.filter(({ result }) => result === undefined).length
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return setError(t('guard.setup.required'))
    setIsBusy(true)
    await phone.enrol(name.trim()).catch((failure: unknown) => setError(describeFailure(say, failure)))
    setIsBusy(false)
  }
  return (
    <form noValidate onSubmit={submit} className="mx-auto grid max-w-md gap-5 px-4 py-10">
      <h1 className="text-xl">{t('guard.setup.title')}</h1>
      {problem === 'reset' && <Notice tone="warning">{t('guard.setup.reset')}</Notice>}
      {problem === 'chain' && (
        <Notice tone="warning">
          {t('guard.setup.chain')} {unsent > 0 && t('guard.setup.unsent', { count: unsent })}
        </Notice>
      )}
      <p className="text-ink-2">{t('guard.setup.text')}</p>
      <Field label={t('guard.setup.name')} hint={t('guard.setup.name_hint')} error={error} required>
        <TextInput
          value={name}
          maxLength={60}
          autoComplete="off"
          onChange={({ target }) => {
            setName(target.value)
            setError(undefined)
          }}
        />
      </Field>
      <Button type="submit" busy={isBusy} wide>
        {t('guard.setup.submit')}
      </Button>
    </form>
  )
}
