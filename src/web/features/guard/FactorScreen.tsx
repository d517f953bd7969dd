import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import type { Profile } from '#contract/accounts/auth.ts'
import { call } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { logOut } from '#web/api/logout.ts'
import { storeProfile } from '#web/api/useProfile.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { CodeInput } from '#web/ui/form/CodeInput.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { useGuardWords } from './words.ts'

/** Asks for the code of a second factor before the app opens; who still has to set one up does so in the back office. */
export function FactorScreen({ profile }: { profile: Profile }) {
  const { t } = useGuardWords()
  const isNeeded = profile.second_factor === 'needed'
  return (
    <div className="mx-auto grid max-w-md gap-5 px-4 py-10">
      <h1 className="text-xl">{t('guard.factor.title')}</h1>
      <p className="text-ink-2">{t(isNeeded ? 'guard.factor.text' : 'guard.factor.overdue')}</p>
      {isNeeded ? <CodeForm /> : <ButtonLink to={paths.desk()}>{t('guard.factor.set_up')}</ButtonLink>}
      <Button variant="link" onClick={() => void logOut(paths.guard())}>
        {t('guard.log_out')}
      </Button>
    </div>
  )
}

function CodeForm() {
  const { t } = useGuardWords()
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
    if (typed.trim() === '') return setError(site('errors.fields.required'))
    sending.current = true
    setSending(true)
    setError(undefined)
    try {
      const body = isByRecovery ? { recovery_code: typed } : { code: typed }
      const { user } = await call('POST /api/v1/users/second-factor/verify', { body })
      await storeProfile(queries, user)
    } catch (failure) {
      setError(describeFailure(site, failure))
    } finally {
      sending.current = false
      setSending(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send(code)
  }
  const change = () => {
    setByRecovery(!isByRecovery)
    setCode('')
    setError(undefined)
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {isByRecovery ? (
        <Field label={t('guard.factor.recovery_code')} error={error}>
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
        <Field label={t('guard.factor.code')} error={error}>
          <CodeInput
            name="code"
            value={code}
            onChange={({ target }) => setCode(target.value)}
            onComplete={(whole) => void send(whole)}
          />
        </Field>
      )}
      <Button type="submit" busy={isSending} wide>
        {t('guard.factor.confirm')}
      </Button>
      <Button variant="ghost" onClick={change}>
        {t(isByRecovery ? 'guard.factor.by_app' : 'guard.factor.by_recovery')}
      </Button>
    </form>
  )
}
