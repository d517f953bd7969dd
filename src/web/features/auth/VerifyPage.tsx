import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Navigate, useSearchParams } from 'react-router'
import { EmailVerification } from '#contract/accounts/auth.ts'
import { call } from '#web/api/call.ts'
import { fieldMessage, FormRefusal, useSubmit } from '#web/api/forms.ts'
import { useSignIn } from '#web/api/useSignIn.ts'
import { Address } from '#web/features/account/Address.tsx'
import { codeTime } from '#web/features/account/codeTime.ts'
import { ResendCode } from '#web/features/account/ResendCode.tsx'
import { Trans, useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { readText } from '#web/storage/storage.ts'
import { Button } from '#web/ui/Button.tsx'
import { CodeInput } from '#web/ui/form/CodeInput.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { FormError } from '#web/ui/form/FormError.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { AlternativeLink } from './AlternativeLink.tsx'
import { AuthHead } from './AuthHead.tsx'
import { forgetDraft, storeDraft, readDraft } from './draft.ts'
import { useNext } from './useNext.ts'

/** Confirms an email address with an emailed code, and logs in. */
export default function VerifyPage() {
  const { t, locale } = useTranslation()
  const signIn = useSignIn()
  const { query, goTo } = useNext()
  const [search] = useSearchParams()
  const known = search.get('email') ?? (readDraft().email || (readText('email') ?? ''))
  const form = useForm({
    resolver: zodResolver(EmailVerification),
    defaultValues: { email: known, code: '' },
    shouldFocusError: false,
  })
  const labels = { email: t('auth.email'), code: t('auth.code') }
  const { submit, summary } = useSubmit(form, labels, async (body) => {
    const { token, user } = await call('POST /api/v1/auth/verify-email', { body })
    if (!token) throw new FormRefusal(t('auth.invalid_response'))
    forgetDraft()
    toast(t('auth.verify.confirmed', { name: user.first_name }))
    signIn(token, user)
  })
  const { errors, isSubmitting } = form.formState
  if (goTo !== undefined) return <Navigate to={goTo} replace />

  return (
    <>
      <AuthHead title={t('auth.verify.title')}>
        {known === '' ? (
          t('auth.verify.lead_no_email')
        ) : (
          <Trans
            sentence="auth.verify.lead"
            values={{ email: known, time: codeTime(locale) }}
            components={{ strong: <Address /> }}
          />
        )}
      </AuthHead>
      <form noValidate onSubmit={submit} className="grid gap-4">
        {summary && <FormError {...summary} />}
        {known === '' && (
          <Field label={labels.email} error={fieldMessage(t, errors.email)}>
            <TextInput {...form.register('email')} type="email" inputMode="email" autoComplete="username" />
          </Field>
        )}
        <Field label={labels.code} error={fieldMessage(t, errors.code)}>
          <CodeInput
            {...form.register('code')}
            onComplete={(code) => {
              form.setValue('code', code)
              if (!isSubmitting) submit()
            }}
          />
        </Field>
        <Button type="submit" wide busy={isSubmitting}>
          {t('auth.verify.submit')}
        </Button>
      </form>
      <ResendCode
        sentAt={readDraft().code_sent_at}
        onResend={async () => {
          await call('POST /api/v1/auth/resend-verification', { body: { email: form.getValues('email') } })
          storeDraft({ code_sent_at: Date.now() })
        }}
      />
      <AlternativeLink to={paths.register(query)}>{t('auth.verify.other_address')}</AlternativeLink>
    </>
  )
}
