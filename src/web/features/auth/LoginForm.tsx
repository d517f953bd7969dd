import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { browserSessionHours, Credentials } from '#contract/accounts/auth.ts'
import { call, CallError } from '#web/api/call.ts'
import { fieldMessage, FormRefusal, useSubmit } from '#web/api/forms.ts'
import { useSignIn } from '#web/api/useSignIn.ts'
import { EmailLogin } from '#web/features/account/EmailLogin.tsx'
import { readEmailLoginDraft, writeEmailLoginDraft } from '#web/features/account/emailLoginDraft.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths, safeNext } from '#web/paths.ts'
import { readText, removeStored, writeText } from '#web/storage/storage.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { EmailInput } from '#web/ui/form/EmailInput.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { FormError } from '#web/ui/form/FormError.tsx'
import { PasswordInput } from '#web/ui/form/PasswordInput.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { forgetDraft, storeDraft, readDraft, useDraftFields } from './draft.ts'

const draftFields = { identifier: 'email' } as const

interface LoginFormProps {
  /** Query passed on to the linked pages. */
  next: { next?: string }
  forgotPath: string
  onSignedIn?: () => void
  /** Called when a link to another page is followed. */
  onLeave?: () => void
}

/** Login by email with a password or a code, on the login page and in the dialog. */
export function LoginForm(props: LoginFormProps) {
  const { next, onSignedIn } = props
  const [isByCode, setByCode] = useState(false)
  if (isByCode)
    return <EmailLogin returnTo={safeNext(next.next)} onSignedIn={onSignedIn} onPassword={() => setByCode(false)} />
  return <PasswordForm {...props} onCode={() => setByCode(true)} />
}

function PasswordForm({ next, forgotPath, onSignedIn, onLeave, onCode }: LoginFormProps & { onCode: () => void }) {
  const { t } = useTranslation()
  const signIn = useSignIn()
  const [remember, setRemember] = useState(true)
  const form = useForm({
    resolver: zodResolver(Credentials),
    defaultValues: {
      identifier: readDraft().email || readEmailLoginDraft().email || (readText('email') ?? ''),
      password: '',
    },
    shouldFocusError: false,
  })
  useDraftFields(form, draftFields)
  const labels = { identifier: t('auth.email'), password: t('auth.password') }
  const { submit, summary } = useSubmit(form, labels, async (credentials) => {
    const body = remember ? credentials : { ...credentials, remember }
    const answer = await call('POST /api/v1/auth/login', { body }).catch((error: unknown) => {
      // The server has just sent a code, and the next page says so.
      if (error instanceof CallError && error.code === 'email_not_verified') storeDraft({ code_sent_at: Date.now() })
      throw error
    })
    if (!answer.access_token) throw new FormRefusal(t('auth.invalid_response'))
    forgetDraft()
    signIn(answer.access_token, answer.user, remember)
    if (remember) writeText('email', credentials.identifier)
    else removeStored('email')
    onSignedIn?.()
  })
  const { errors, isSubmitting } = form.formState

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {summary && <FormError {...summary} />}
      {summary?.code === 'email_not_verified' && (
        <ButtonLink
          variant="alt"
          size="md"
          to={paths.verify({ email: form.getValues('identifier'), ...next })}
          onClick={onLeave}
        >
          {t('auth.login.verify')}
        </ButtonLink>
      )}
      <Field label={labels.identifier} error={fieldMessage(t, errors.identifier)}>
        <EmailInput {...form.register('identifier')} autoComplete="username" />
      </Field>
      <Field label={labels.password} error={fieldMessage(t, errors.password)}>
        <PasswordInput
          {...form.register('password')}
          autoComplete="current-password"
          showLabel={t('auth.show_password')}
          hideLabel={t('auth.hide_password')}
        />
      </Field>
      <div className="-mt-1 flex flex-wrap items-center justify-between gap-x-4">
        <Checkbox
          label={t('auth.login.remember')}
          checked={remember}
          onChange={(event) => setRemember(event.target.checked)}
        />
        <PageLink
          to={forgotPath}
          onClick={onLeave}
          className="inline-flex min-h-11 items-center font-semibold text-act underline-offset-4 hover:underline"
        >
          {t('auth.login.forgot')}
        </PageLink>
      </div>
      <p role="status" className={cx('-mt-3 text-sm text-ink-2', remember && 'sr-only')}>
        {!remember && t('auth.login.not_remembered', { hours: browserSessionHours })}
      </p>
      <Button type="submit" wide disabled={isSubmitting}>
        {isSubmitting ? t('auth.loading') : t('auth.login.submit')}
      </Button>
      <Button
        variant="outline"
        wide
        onClick={() => {
          writeEmailLoginDraft({ email: form.getValues('identifier').trim() })
          onCode()
        }}
      >
        {t('auth.login.by_code')}
      </Button>
    </form>
  )
}
