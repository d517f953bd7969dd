import { zodResolver } from '@hookform/resolvers/zod'
import { KeyRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { PasswordChange } from '#contract/accounts/account.ts'
import { PasswordReset } from '#contract/accounts/auth.ts'
import { call, CallError } from '#web/api/call.ts'
import { fieldMessage, useSubmit } from '#web/api/forms.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { FormError } from '#web/ui/form/FormError.tsx'
import { PasswordInput } from '#web/ui/form/PasswordInput.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { Section } from '#web/ui/Page.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { useLoginMethods, useRenewSession } from './api.ts'
import { CodeAndPassword } from './CodeAndPassword.tsx'
import { codeTime } from './codeTime.ts'
import { LoadFailed } from './LoadFailed.tsx'
import { reasonOf } from './reason.ts'

/** The login methods: the password, with a form to change it, and the connected providers. */
export function PasswordSection() {
  const { t } = useTranslation()
  const [changing, setChanging] = useState(false)
  const { data, isError, refetch } = useLoginMethods()
  // Returns the focus to the button that opened the form.
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (!changing && wasOpen.current) opener.current?.focus()
    wasOpen.current = changing
  }, [changing])
  const done = () => {
    setChanging(false)
    void refetch()
  }
  return (
    <Section title={t('account.password.title')}>
      {data === undefined ? (
        isError ? (
          <LoadFailed onRetry={refetch} />
        ) : (
          <Loading label={t('common.loading')}>
            <Skeleton className="h-20 rounded-xl" />
          </Loading>
        )
      ) : (
        <Card className="grid gap-4">
          {data.providers.map(({ provider, email }) => (
            <p key={provider} className="border-b border-line pb-4">
              <span className="font-semibold">{t(`auth.social.${provider}`)}</span>
              <span className="block wrap-anywhere text-ink-2">{email ?? t('account.password.connected')}</span>
            </p>
          ))}
          {changing ? (
            data.has_password ? (
              <PasswordForm email={data.email} onDone={done} />
            ) : (
              <FirstPasswordForm email={data.email} onDone={done} />
            )
          ) : (
            <div className="flex flex-wrap items-center justify-between gap-4">
              <p className="min-w-0 flex-1 basis-64 text-ink-2">
                {t(data.has_password ? 'account.password.text' : 'account.password.none')}
              </p>
              <Button ref={opener} variant="outline" size="md" onClick={() => setChanging(true)}>
                <KeyRound aria-hidden="true" className="size-4.5" />
                {t(data.has_password ? 'account.password.change' : 'account.password.set')}
              </Button>
            </div>
          )}
        </Card>
      )}
    </Section>
  )
}

interface PasswordFormProps {
  email: string
  onDone: () => void
}

/** Changes the password, which logs out every other device. */
function PasswordForm({ email, onDone }: PasswordFormProps) {
  const { t } = useTranslation()
  const renew = useRenewSession()
  const form = useForm({
    resolver: zodResolver(PasswordChange),
    defaultValues: { current_password: '', password: '' },
    shouldFocusError: false,
  })
  const labels = { current_password: t('account.password.current'), password: t('auth.new_password') }
  const { submit, summary } = useSubmit(form, labels, async (body) => {
    const { access_token, user } = await call('PUT /api/v1/users/password', { body })
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

interface FirstPasswordFormProps {
  email: string
  onDone: () => void
}

/** Sets the first password of an account. Requests an emailed code when it opens. */
function FirstPasswordForm({ email, onDone }: FirstPasswordFormProps) {
  const { t, locale } = useTranslation()
  const renew = useRenewSession()
  const hasRequested = useRef(false)
  useEffect(() => {
    if (hasRequested.current) return
    hasRequested.current = true
    call('POST /api/v1/auth/forgot-password', { body: { email } }).catch((error: unknown) => {
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
    await call('POST /api/v1/auth/reset-password', { body })
    // A reset ends every session, so log in with the new password.
    const { access_token, user } = await call('POST /api/v1/auth/login', {
      body: { identifier: email, password: body.password },
    })
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
      <CodeAndPassword form={form} hint={t('account.code_sent', { email, time: codeTime(locale) })} />
      <FormButtons label={t('account.password.submit')} busy={isSubmitting} onCancel={onDone} />
    </form>
  )
}

interface FormButtonsProps {
  label: string
  busy: boolean
  onCancel: () => void
}

/** Submit and cancel buttons of a form that opens in place. */
function FormButtons({ label, busy, onCancel }: FormButtonsProps) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col-reverse gap-2.5 sm:flex-row">
      <Button variant="outline" size="md" onClick={onCancel}>
        {t('common.cancel')}
      </Button>
      <Button type="submit" size="md" busy={busy}>
        {label}
      </Button>
    </div>
  )
}
