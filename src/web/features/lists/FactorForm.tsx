import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { call } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { storeProfile } from '#web/api/useProfile.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { CodeInput } from '#web/ui/form/CodeInput.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { useDeskWords } from './words.ts'

/** Confirms the session with a code of the authenticator app, or with a recovery code. */
export function FactorForm({ onConfirmed }: { onConfirmed: () => void }) {
  const { t } = useDeskWords()
  const { t: site } = useTranslation()
  const queries = useQueryClient()
  const [code, setCode] = useState('')
  const [isByRecovery, setByRecovery] = useState(false)
  const [error, setError] = useState<string>()
  const [isSending, setSending] = useState(false)
  // A whole code is sent at once, and again by the button.
  const sending = useRef(false)
  const send = async (typed: string) => {
    if (sending.current) return
    sending.current = true
    setSending(true)
    setError(undefined)
    try {
      const body = isByRecovery ? { recovery_code: typed } : { code: typed }
      const { user, recovery_codes_left } = await call('POST /api/v1/users/second-factor/verify', { body })
      if (isByRecovery) toast(t('desk.factor.recovery_left', { count: recovery_codes_left }))
      await storeProfile(queries, user)
      onConfirmed()
    } catch (failure) {
      setError(describeFailure(site, failure))
    } finally {
      sending.current = false
      setSending(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() === '') setError(site('errors.fields.required'))
    else void send(code)
  }
  const change = (next: boolean) => {
    setByRecovery(next)
    setCode('')
    setError(undefined)
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {isByRecovery ? (
        <Field label={t('desk.factor.recovery_code')} hint={t('desk.factor.recovery_hint')} error={error}>
          <TextInput
            name="recovery_code"
            value={code}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            onChange={({ target }) => setCode(target.value)}
          />
        </Field>
      ) : (
        <Field label={t('desk.factor.code')} hint={t('desk.factor.code_hint')} error={error}>
          <CodeInput
            name="code"
            value={code}
            onChange={({ target }) => setCode(target.value)}
            onComplete={(whole) => void send(whole)}
          />
        </Field>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={isSending}>
          {t('desk.reauth.confirm')}
        </Button>
        <Button variant="ghost" onClick={() => change(!isByRecovery)}>
          {t(isByRecovery ? 'desk.factor.by_app' : 'desk.factor.by_recovery')}
        </Button>
      </div>
    </form>
  )
}
