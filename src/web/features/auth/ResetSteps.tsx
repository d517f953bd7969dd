import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { EmailOnly, PasswordReset } from '#contract/accounts/auth.ts'
import { call } from '#web/api/call.ts'
import { fieldMessage, useSubmit } from '#web/api/forms.ts'
import { Address } from '#web/features/account/Address.tsx'
import { CodeAndPassword } from '#web/features/account/CodeAndPassword.tsx'
import { codeTime } from '#web/features/account/codeTime.ts'
import { ResendCode } from '#web/features/account/ResendCode.tsx'
import { Trans, useTranslation } from '#web/page/translation.ts'
import { readText } from '#web/storage/storage.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmailInput } from '#web/ui/form/EmailInput.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { FormError } from '#web/ui/form/FormError.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { storeDraft, readDraft, useDraftFields } from './draft.ts'

const draftFields = { email: 'email' } as const

/** First step: the address to send the code to. */
export function RequestCodeForm({ onSent }: { onSent: (email: string) => void }) {
  const { t } = useTranslation()
  const form = useForm({
    resolver: zodResolver(EmailOnly),
    defaultValues: { email: readDraft().email || (readText('email') ?? '') },
    shouldFocusError: false,
  })
  useDraftFields(form, draftFields)
  const { submit, summary } = useSubmit(form, { email: t('auth.email') }, async (body) => {
    await call('POST /api/v1/auth/forgot-password', { body })
    storeDraft({ code_sent_at: Date.now() })
    onSent(body.email)
  })
  const { errors, isSubmitting } = form.formState
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {summary && <FormError {...summary} />}
      <Field label={t('auth.email')} error={fieldMessage(t, errors.email)}>
        <EmailInput {...form.register('email')} autoComplete="username" />
      </Field>
      <Button type="submit" wide busy={isSubmitting}>
        {t('auth.forgot.send')}
      </Button>
    </form>
  )
}

interface NewPasswordProps {
  email: string
  loginPath: string
  onOtherAddress: () => void
}

/** Second step: the code and the new password. Leads to the login, because a reset ends every session. */
export function NewPassword({ email, loginPath, onOtherAddress }: NewPasswordProps) {
  const { t, locale } = useTranslation()
  const navigate = useNavigate()
  const form = useForm({
    resolver: zodResolver(PasswordReset),
    defaultValues: { email, code: '', password: '' },
    shouldFocusError: false,
  })
  const labels = { code: t('auth.code'), password: t('auth.new_password') }
  const { submit, summary } = useSubmit(form, labels, async (body) => {
    await call('POST /api/v1/auth/reset-password', { body })
    storeDraft({ email, reset_email: '', code_sent_at: 0 })
    toast(t('auth.forgot.done'))
    await navigate(loginPath, { replace: true })
  })
  const { isSubmitting } = form.formState
  return (
    <>
      <p role="status" className="-mt-3 mb-6 text-md text-ink-2">
        <Trans
          sentence="auth.forgot.step_code"
          values={{ email, time: codeTime(locale) }}
          components={{ strong: <Address /> }}
        />
      </p>
      <form noValidate onSubmit={submit} className="grid gap-4">
        {summary && <FormError {...summary} />}
        <CodeAndPassword form={form} />
        <Button type="submit" wide busy={isSubmitting}>
          {t('auth.forgot.submit')}
        </Button>
        <Button variant="link" onClick={onOtherAddress}>
          {t('auth.forgot.other_address')}
        </Button>
      </form>
      <ResendCode
        sentAt={readDraft().code_sent_at}
        onResend={async () => {
          await call('POST /api/v1/auth/forgot-password', { body: { email } })
          storeDraft({ code_sent_at: Date.now() })
        }}
      />
    </>
  )
}
