import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { forgotPassword, login, PasswordReset, resetPassword } from '#contract/auth.ts'
import { call, CallError } from '#web/lib/call.ts'
import { useSubmit } from '#web/lib/forms.ts'
import { FormError } from '#web/ui/form/FormError.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { useRenewSession } from './api.ts'
import { CodeAndPassword } from './CodeAndPassword.tsx'
import { FormButtons } from './FormButtons.tsx'
import { reasonOf } from './reason.ts'

interface FirstPasswordFormProps {
  email: string
  onDone: () => void
}

/** Sets the first password of an account. Requests an emailed code when it opens. */
export function FirstPasswordForm({ email, onDone }: FirstPasswordFormProps) {
  const { t } = useTranslation()
  const renew = useRenewSession()
  const hasRequested = useRef(false)
  useEffect(() => {
    if (hasRequested.current) return
    hasRequested.current = true
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
    // A reset ends every session, so log in with the new password.
    const { access_token, user } = await call(login, { body: { identifier: email, password: body.password } })
    await renew(access_token, user)
    toast(t('account.password.changed'))
    onDone()
  })
  const { setFocus } = form
  useEffect(() => setFocus('code'), [setFocus])
  const { isSubmitting } = form.formState
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {summary && <FormError {...summary} />}
      <CodeAndPassword form={form} hint={t('account.code_sent', { email })} />
      <FormButtons label={t('account.password.submit')} busy={isSubmitting} onCancel={onDone} />
    </form>
  )
}
