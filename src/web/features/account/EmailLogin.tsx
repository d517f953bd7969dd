import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { type CodeLogin, EmailLogin as EmailLoginBody, EmailLoginRequest } from '#contract/accounts/auth.ts'
import { formatPhone } from '#contract/phone-format.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { settings } from '#contract/settings/settings.ts'
import { call } from '#web/api/call.ts'
import { fieldMessage, FormRefusal, useSubmit } from '#web/api/forms.ts'
import { useSignIn } from '#web/api/useSignIn.ts'
import { readLanguage } from '#web/page/language.ts'
import { Trans, useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { useCountry } from '#web/storage/country.ts'
import { readText, writeText } from '#web/storage/storage.ts'
import { Button } from '#web/ui/Button.tsx'
import { CodeInput } from '#web/ui/form/CodeInput.tsx'
import { EmailInput } from '#web/ui/form/EmailInput.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { FormError } from '#web/ui/form/FormError.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Address } from './Address.tsx'
import { useCodeChannels } from './codeChannels.ts'
import { codeTime } from './codeTime.ts'
import {
  type EmailLoginDraft,
  emailLoginId,
  findStep,
  forgetEmailLoginDraft,
  readEmailLoginDraft,
  writeEmailLoginDraft,
} from './emailLoginDraft.ts'
import { NumberCodeStep, NumberStep } from './NumberLogin.tsx'
import { ResendCode } from './ResendCode.tsx'
import { TermsBox } from './TermsBox.tsx'

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

/** Logs in on the page with a code by email or by text message, which also opens an account. */
export function EmailLogin({ hasBar = false, returnTo, onLoggedIn, onSignedIn, onPassword }: EmailLoginProps) {
  const { t } = useTranslation()
  const signIn = useSignIn()
  const channels = useCodeChannels()
  const [draft, setDraft] = useState(readEmailLoginDraft)
  const change = (next: Partial<EmailLoginDraft>) => {
    writeEmailLoginDraft(next)
    setDraft(readEmailLoginDraft())
  }
  const step = findStep(draft, channels)
  // A step that the driver reached by a button takes the focus; the first one of a visit does not.
  const [hasMoved, setMoved] = useState(false)
  const move = (next: Partial<EmailLoginDraft>) => {
    setMoved(true)
    change(next)
  }
  const enter = ({ access_token, user }: CodeLogin, name: string) => {
    if (!access_token) throw new FormRefusal(t('auth.invalid_response'))
    forgetEmailLoginDraft()
    toast(t('auth.email_login.logged_in', { email: name }))
    onLoggedIn?.()
    signIn(access_token, user)
    onSignedIn?.()
  }
  const common = { hasBar, draft, takeFocus: hasMoved }
  const byNumber = step === 'number' || step === 'number_code'
  const isAdded = step === 'email' && draft.proof !== ''
  return (
    <div id={emailLoginId} className="rounded-lg bg-sunk p-4">
      <p className="font-semibold">
        {t(isAdded ? 'auth.number_login.email_lead' : byNumber ? 'auth.number_login.lead' : 'auth.email_login.lead')}
      </p>
      {step === 'number' && <NumberStep {...common} onSent={(number) => move({ number, texted_at: Date.now() })} />}
      {step === 'number_code' && (
        <NumberCodeStep
          {...common}
          onSent={(texted_at) => change({ texted_at })}
          onEntered={(entered) => enter(entered, formatPhone(draft.number))}
          onProved={(proof) => move({ proof, texted_at: 0, sent_at: 0 })}
          onOtherNumber={() => move({ texted_at: 0 })}
        />
      )}
      {step === 'email_code' && (
        <CodeStep
          {...common}
          onSent={(sent_at) => change({ sent_at })}
          onEntered={(entered) => enter(entered, draft.email)}
          onOtherAddress={() => move({ sent_at: 0 })}
        />
      )}
      {step === 'email' && <AddressStep {...common} onSent={(email) => move({ email, sent_at: Date.now() })} />}
      <OtherChannel
        step={step}
        isProved={isAdded}
        onSwitch={() => move({ by_number: !byNumber })}
        onOtherNumber={() => move({ proof: '', number: '', sent_at: 0 })}
      />
      {!settings().site.guest_orders && (
        <p className="mt-3 border-t border-line pt-2 text-center text-sm text-ink-2">
          {t('auth.login.no_account')}{' '}
          <PageLink
            to={paths.register({ next: returnTo })}
            className="inline-flex min-h-11 items-center font-semibold text-act underline underline-offset-4"
          >
            {t('auth.login.register')}
          </PageLink>
        </p>
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

interface OtherChannelProps {
  step: ReturnType<typeof findStep>
  isProved: boolean
  onSwitch: () => void
  onOtherNumber: () => void
}

/** Leads from a first step to that of the other channel, where there are two. Its place is there before that is known. */
function OtherChannel({ step, isProved, onSwitch, onOtherNumber }: OtherChannelProps) {
  const { t } = useTranslation()
  const { email, sms, isKnown } = useCodeChannels()
  if (step === 'email_code' || step === 'number_code') return null
  if (!isKnown) return <div className="h-11" />
  if (isProved)
    return (
      <Button variant="link" wide onClick={onOtherNumber}>
        {t('auth.number_login.other')}
      </Button>
    )
  if (!email || !sms) return null
  return (
    <Button variant="link" wide onClick={onSwitch}>
      {t(step === 'number' ? 'auth.number_login.by_email' : 'auth.email_login.by_number')}
    </Button>
  )
}

const Typed = z.omit(EmailLoginRequest, { language: true, country_code: true })

/** Where a code is mailed from: to anybody, or to whoever has proved a number. */
async function sendEmailCode(email: string, { number, proof }: EmailLoginDraft, country_code: CountryCode) {
  const language = readLanguage()
  if (proof !== '') return call('POST /api/v1/auth/guest/number/email', { body: { email, number, proof, language } })
  return call('POST /api/v1/auth/guest', { body: { email, country_code, language, accept_terms: true } })
}

interface StepProps {
  hasBar: boolean
  draft: EmailLoginDraft
  takeFocus: boolean
}

/** The address to send the code to, and the terms, which whoever has proved a number has accepted. */
function AddressStep({ hasBar, draft, takeFocus, onSent }: StepProps & { onSent: (email: string) => void }) {
  const { t } = useTranslation()
  const country_code = useCountry().code
  const isProved = draft.proof !== ''
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
    await sendEmailCode(body.email, draft, country_code)
    writeText('email', body.email)
    onSent(body.email)
  })
  const { errors, isSubmitting } = form.formState
  return (
    <>
      <p className="mt-0.5 text-ink-2">{t(findLead(isProved, hasBar))}</p>
      <form noValidate onSubmit={submit} className="mt-3 grid gap-2">
        {summary && <FormError {...summary} />}
        <Field label={labels.email} error={fieldMessage(t, errors.email)}>
          <EmailInput {...form.register('email')} autoComplete="username" />
        </Field>
        {!isProved && <TermsBox {...form.register('accept_terms')} error={fieldMessage(t, errors.accept_terms)} />}
        <Button type="submit" wide busy={isSubmitting} className={hasBar ? 'max-lg:hidden' : undefined}>
          {t('auth.email_login.send')}
        </Button>
      </form>
    </>
  )
}

const findLead = (isProved: boolean, hasBar: boolean) =>
  isProved ? 'auth.number_login.email' : hasBar ? 'auth.email_login.text_in_form' : 'auth.email_login.text'

interface CodeStepProps extends StepProps {
  onSent: (sentAt: number) => void
  onEntered: (entered: CodeLogin) => void
  onOtherAddress: () => void
}

/** The code of the email. Logs in as soon as its last digit is entered. */
function CodeStep({ hasBar, draft, takeFocus, onSent, onEntered, onOtherAddress }: CodeStepProps) {
  const { email, number, proof, sent_at } = draft
  const { t, locale } = useTranslation()
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
      const entered = { email, code, country_code }
      const body = { ...entered, number, proof }
      onEntered(
        proof === ''
          ? await call('POST /api/v1/auth/guest/verify', { body: entered })
          : await call('POST /api/v1/auth/guest/number/email/verify', { body }),
      )
    } finally {
      sending.current = false
    }
  })
  const { errors, isSubmitting } = form.formState
  const resend = async () => {
    await sendEmailCode(email, draft, country_code)
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
      <ResendCode sentAt={sent_at} isQuiet={hasBar} onResend={resend} />
    </>
  )
}
