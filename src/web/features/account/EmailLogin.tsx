import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { EmailLogin as EmailLoginBody, EmailLoginRequest } from '#contract/accounts/auth.ts'
import { call } from '#web/api/call.ts'
import { fieldMessage, FormRefusal, useSubmit } from '#web/api/forms.ts'
import { useSignIn } from '#web/api/useSignIn.ts'
import { readLanguage } from '#web/page/language.ts'
import { Trans, useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { useCountry } from '#web/storage/country.ts'
import { readText, writeText } from '#web/storage/storage.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { CodeInput } from '#web/ui/form/CodeInput.tsx'
import { EmailInput } from '#web/ui/form/EmailInput.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { FormError } from '#web/ui/form/FormError.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Address } from './Address.tsx'
import { codeTime } from './codeTime.ts'
import {
  type EmailLoginDraft,
  emailLoginId,
  forgetEmailLoginDraft,
  readEmailLoginDraft,
  writeEmailLoginDraft,
} from './emailLoginDraft.ts'
import { LegalLink } from './LegalLink.tsx'
import { ResendCode } from './ResendCode.tsx'

interface EmailLoginProps {
  /** Whether it is part of a checkout, whose bar at the bottom has the next step's button on phones (`continueEmailLogin`). */
  hasBar?: boolean
  /** Address to return to after a login with a password. */
  returnTo: string
  /** Called just before the code logs the driver in, in this tab. */
  onLoggedIn?: (() => void) | undefined
  /** Called once the driver is logged in. */
  onSignedIn?: (() => void) | undefined
  /** Shows the login with a password, where it is at the same place. */
  onPassword?: (() => void) | undefined
}

/** Logs in on the page with an emailed code, which also opens an account. */
export function EmailLogin({ hasBar = false, returnTo, onLoggedIn, onSignedIn, onPassword }: EmailLoginProps) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState(readEmailLoginDraft)
  const change = (next: Partial<EmailLoginDraft>) => {
    writeEmailLoginDraft(next)
    setDraft(readEmailLoginDraft())
  }
  const hasCode = draft.sent_at > 0
  // A step that the driver reached by a button takes the focus; the first one of a visit does not.
  const [hasMoved, setMoved] = useState(false)
  return (
    <div id={emailLoginId} className="rounded-lg bg-sunk p-4">
      <p className="font-semibold">{t('auth.email_login.lead')}</p>
      {hasCode ? (
        <CodeStep
          hasBar={hasBar}
          email={draft.email}
          sentAt={draft.sent_at}
          takeFocus={hasMoved}
          onSent={(sent_at) => change({ sent_at })}
          onLoggedIn={onLoggedIn}
          onSignedIn={onSignedIn}
          onOtherAddress={() => {
            setMoved(true)
            change({ sent_at: 0 })
          }}
        />
      ) : (
        <AddressStep
          hasBar={hasBar}
          draft={draft}
          takeFocus={hasMoved}
          onSent={(email) => {
            setMoved(true)
            change({ email, sent_at: Date.now() })
          }}
        />
      )}
      <p className="mt-3 border-t border-line pt-2 text-center text-sm text-ink-2">
        {t('auth.email_login.have_password')}{' '}
        {onPassword === undefined ? (
          <PageLink
            to={paths.auth({ next: returnTo })}
            className="inline-flex min-h-11 items-center font-semibold text-act underline underline-offset-4"
          >
            {t('auth.login.submit')}
          </PageLink>
        ) : (
          <Button variant="link" onClick={onPassword}>
            {t('auth.login.submit')}
          </Button>
        )}
      </p>
    </div>
  )
}

const Typed = z.omit(EmailLoginRequest, { language: true })

interface AddressStepProps {
  hasBar: boolean
  draft: EmailLoginDraft
  takeFocus: boolean
  onSent: (email: string) => void
}

/** First step: the address to send the code to, and the terms. */
function AddressStep({ hasBar, draft, takeFocus, onSent }: AddressStepProps) {
  const { t } = useTranslation()
  const email = draft.email || (readText('email') ?? '')
  const form = useForm<z.infer<typeof Typed>>({
    resolver: zodResolver(Typed),
    defaultValues: { email, ...(draft.accept_terms && { accept_terms: true }) },
    shouldFocusError: false,
  })
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => writeEmailLoginDraft({ email: values.email, accept_terms: values.accept_terms }),
      }),
    [form],
  )
  const { setFocus } = form
  useEffect(() => {
    if (takeFocus) setFocus('email')
  }, [takeFocus, setFocus])
  const labels = { email: t('auth.email') }
  const { submit, summary } = useSubmit(form, labels, async (body) => {
    await call('POST /api/v1/auth/guest', { body: { ...body, language: readLanguage() } })
    writeText('email', body.email)
    onSent(body.email)
  })
  const { errors, isSubmitting } = form.formState
  return (
    <>
      <p className="mt-0.5 text-ink-2">{t(hasBar ? 'auth.email_login.text_in_form' : 'auth.email_login.text')}</p>
      <form noValidate onSubmit={submit} className="mt-3 grid gap-2">
        {summary && <FormError {...summary} />}
        <Field label={labels.email} error={fieldMessage(t, errors.email)}>
          <EmailInput {...form.register('email')} autoComplete="username" />
        </Field>
        <Checkbox
          {...form.register('accept_terms')}
          label={
            <Trans
              sentence="auth.register.accept"
              components={{ terms: <LegalLink href={paths.terms()} />, privacy: <LegalLink href={paths.privacy()} /> }}
            />
          }
          error={fieldMessage(t, errors.accept_terms)}
        />
        <Button type="submit" wide busy={isSubmitting} className={hasBar ? 'max-lg:hidden' : undefined}>
          {t('auth.email_login.send')}
        </Button>
      </form>
    </>
  )
}

interface CodeStepProps {
  hasBar: boolean
  email: string
  /** When the last code was sent, in ms since 1970. */
  sentAt: number
  takeFocus: boolean
  onSent: (sentAt: number) => void
  onLoggedIn?: (() => void) | undefined
  onSignedIn?: (() => void) | undefined
  onOtherAddress: () => void
}

/** Second step: the code. Logs in as soon as its last digit is entered. */
function CodeStep(props: CodeStepProps) {
  const { hasBar, email, sentAt, takeFocus, onSent, onLoggedIn, onSignedIn, onOtherAddress } = props
  const { t, locale } = useTranslation()
  const signIn = useSignIn()
  const country_code = useCountry().code
  const form = useForm({
    resolver: zodResolver(EmailLoginBody),
    defaultValues: { email, code: '' },
    shouldFocusError: false,
  })
  const { setFocus } = form
  useEffect(() => {
    if (takeFocus) setFocus('code')
  }, [takeFocus, setFocus])
  const labels = { code: t('auth.code') }
  // A complete code is submitted at once, and the form state is updated only with the next rendering.
  const sending = useRef(false)
  const { submit, summary } = useSubmit(form, labels, async ({ code }) => {
    if (sending.current) return
    sending.current = true
    try {
      const { access_token, user } = await call('POST /api/v1/auth/guest/verify', {
        body: { email, code, country_code },
      })
      if (!access_token) throw new FormRefusal(t('auth.invalid_response'))
      forgetEmailLoginDraft()
      toast(t('auth.email_login.logged_in', { email }))
      onLoggedIn?.()
      signIn(access_token, user)
      onSignedIn?.()
    } finally {
      sending.current = false
    }
  })
  const { errors, isSubmitting } = form.formState
  const resend = async () => {
    await call('POST /api/v1/auth/guest', { body: { email, accept_terms: true, language: readLanguage() } })
    onSent(Date.now())
  }
  return (
    <>
      <p role="status" className="mt-0.5 text-ink-2">
        <Trans
          sentence="auth.verify.lead"
          values={{ email, time: codeTime(locale) }}
          components={{ strong: <Address /> }}
        />
      </p>
      <form noValidate onSubmit={submit} className="mt-3 grid gap-3">
        {summary && <FormError {...summary} />}
        <Field label={labels.code} error={fieldMessage(t, errors.code)}>
          <CodeInput
            {...form.register('code')}
            onComplete={(code) => {
              form.setValue('code', code)
              submit()
            }}
          />
        </Field>
        <Button type="submit" wide busy={isSubmitting} className={hasBar ? 'max-lg:hidden' : undefined}>
          {t('auth.email_login.submit')}
        </Button>
        <Button variant="link" onClick={onOtherAddress}>
          {t('auth.verify.other_address')}
        </Button>
      </form>
      <ResendCode sentAt={sentAt} isQuiet={hasBar} onResend={resend} />
    </>
  )
}
