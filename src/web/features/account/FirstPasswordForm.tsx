import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { forgotPassword, login, PasswordReset, resetPassword } from '#contract/auth.ts'
import { call, CallError } from '#web/lib/call.ts'
import { fieldMessage, useSubmit } from '#web/lib/forms.ts'
import { CodeInput } from '#web/ui/CodeInput.tsx'
import { Field } from '#web/ui/Field.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { PasswordInput } from '#web/ui/PasswordInput.tsx'
import { toast } from '#web/ui/toast.ts'
import { useRenewSession } from './api.ts'
import { FormButtons } from './FormButtons.tsx'
import { reasonOf } from './reason.ts'

interface FirstPasswordFormProps {
  email: string
  onDone: () => void
}

/** A password for who has none yet: with a mailed code, which goes out as the form opens. */
export function FirstPasswordForm({ email, onDone }: FirstPasswordFormProps) {
  const { t } = useTranslation()
  const renew = useRenewSession()
  const asked = useRef(false)
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    call(forgotPassword, { body: { email } }).catch((error: unknown) => {
      if (!(error instanceof CallError)) throw error
      toast(reasonOf(t, error), { tone: 'error' })
    })
  }, [email, t])
  const form = useForm({
    resolver: zodResolver(PasswordReset),
    defaultValues: { email, code: '', password: '' },
    shouldFocusError: false,
  })
  const labels = { code: t('auth.code'), password: t('auth.new_password') }
  const { submit, summary } = useSubmit(form, labels, async (body) => {
    await call(resetPassword, { body })
    // That has ended every session: the new password opens the next.
    const { access_token, user } = await call(login, { body: { identifier: email, password: body.password } })
    await renew(access_token, user)
    toast(t('account.password.changed'))
    onDone()
  })
  const { setFocus } = form
  useEffect(() => setFocus('code'), [setFocus])
  const { errors, isSubmitting } = form.formState
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {summary && <FormError {...summary} />}
      <input {...form.register('email')} type="hidden" autoComplete="username" />
      <Field label={labels.code} hint={t('account.code_sent', { email })} error={fieldMessage(t, errors.code)}>
        <CodeInput {...form.register('code')} />
      </Field>
      <Field label={labels.password} hint={t('auth.password_hint')} error={fieldMessage(t, errors.password)}>
        <PasswordInput
          {...form.register('password')}
          autoComplete="new-password"
          showLabel={t('auth.show_password')}
          hideLabel={t('auth.hide_password')}
        />
      </Field>
      <FormButtons label={t('account.password.submit')} busy={isSubmitting} onCancel={onDone} />
    </form>
  )
}
