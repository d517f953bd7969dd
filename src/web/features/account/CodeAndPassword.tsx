import type { UseFormReturn } from 'react-hook-form'
import { fieldMessage } from '#web/api/forms.ts'
import { useTranslation } from '#web/page/translation.ts'
import { CodeInput } from '#web/ui/form/CodeInput.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { PasswordInput } from '#web/ui/form/PasswordInput.tsx'

interface CodeAndPasswordProps {
  form: UseFormReturn<{ email: string; code: string; password: string }>
  /** Says where the code was sent, unless the page says so elsewhere. */
  hint?: string
}

/** The fields of `PasswordReset`: the emailed code and a new password. */
export function CodeAndPassword({ form, hint }: CodeAndPasswordProps) {
  const { t } = useTranslation()
  const { errors } = form.formState
  return (
    <>
      {/* Tells password managers which account the password belongs to. */}
      <input {...form.register('email')} type="hidden" autoComplete="username" />
      <Field label={t('auth.code')} hint={hint} error={fieldMessage(t, errors.code)}>
        <CodeInput {...form.register('code')} />
      </Field>
      <Field label={t('auth.new_password')} hint={t('auth.password_hint')} error={fieldMessage(t, errors.password)}>
        <PasswordInput
          {...form.register('password')}
          autoComplete="new-password"
          showLabel={t('auth.show_password')}
          hideLabel={t('auth.hide_password')}
        />
      </Field>
    </>
  )
}
