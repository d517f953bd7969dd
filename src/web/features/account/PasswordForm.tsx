import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { changePassword, PasswordChange } from '#contract/account.ts'
import { call } from '#web/lib/call.ts'
import { fieldMessage, useSubmit } from '#web/lib/forms.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { FormError } from '#web/ui/form/FormError.tsx'
import { PasswordInput } from '#web/ui/form/PasswordInput.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { useRenewSession } from './api.ts'
import { FormButtons } from './FormButtons.tsx'

interface PasswordFormProps {
  email: string
  onDone: () => void
}

/** Changes the password, which logs out every other device. */
export function PasswordForm({ email, onDone }: PasswordFormProps) {
  const { t } = useTranslation()
  const renew = useRenewSession()
  const form = useForm({
    resolver: zodResolver(PasswordChange),
    defaultValues: { current_password: '', password: '' },
    shouldFocusError: false,
  })
  const labels = { current_password: t('account.password.current'), password: t('auth.new_password') }
  const { submit, summary } = useSubmit(form, labels, async (body) => {
    const { access_token, user } = await call(changePassword, { body })
    // The change ends this session too; the response contains a new one.
    await renew(access_token, user)
    toast(t('account.password.changed'))
    onDone()
  })
  const { setFocus } = form
  useEffect(() => setFocus('current_password'), [setFocus])
  const { errors, isSubmitting } = form.formState
  const eye = { showLabel: t('auth.show_password'), hideLabel: t('auth.hide_password') }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {summary && <FormError {...summary} />}
      {/* Tells password managers which account the password belongs to. */}
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <Field label={labels.current_password} error={fieldMessage(t, errors.current_password)}>
        <PasswordInput {...form.register('current_password')} autoComplete="current-password" {...eye} />
      </Field>
      <Field label={labels.password} hint={t('auth.password_hint')} error={fieldMessage(t, errors.password)}>
        <PasswordInput {...form.register('password')} autoComplete="new-password" {...eye} />
      </Field>
      <p className="text-sm text-ink-2">{t('account.password.logs_out_others')}</p>
      <FormButtons label={t('account.password.submit')} busy={isSubmitting} onCancel={onDone} />
    </form>
  )
}
