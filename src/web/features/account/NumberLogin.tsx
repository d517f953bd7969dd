import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import type { CodeLogin } from '#contract/accounts/auth.ts'
import { formatPhone } from '#contract/phone-format.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { NumberLogin, NumberLoginRequest } from '#contract/sms/number-login.ts'
import { call } from '#web/api/call.ts'
import { fieldMessage, useSubmit } from '#web/api/forms.ts'
import { readLanguage } from '#web/page/language.ts'
import { Trans, useTranslation } from '#web/page/translation.ts'
import { useCountry } from '#web/storage/country.ts'
import { Button } from '#web/ui/Button.tsx'
import { CodeInput } from '#web/ui/form/CodeInput.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { FormError } from '#web/ui/form/FormError.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { Address } from './Address.tsx'
import { codeTime } from './codeTime.ts'
import { type EmailLoginDraft, writeEmailLoginDraft } from './emailLoginDraft.ts'
import { ResendCode } from './ResendCode.tsx'
import { TermsBox } from './TermsBox.tsx'

/** Example number of each country as it is dialled there, from ranges reserved for examples where they exist. */
const examples: Record<CountryCode, string> = {
  NG: '0803 000 0000',
  CA: '416 555 0100',
  SN: '77 000 00 00',
  US: '206 555 0100',
}

const Typed = z.omit(NumberLoginRequest, { language: true, country_code: true })

interface StepProps {
  hasBar: boolean
  draft: EmailLoginDraft
  takeFocus: boolean
}

/** First step: the number to send the code to, and the terms. */
export function NumberStep({ hasBar, draft, takeFocus, onSent }: StepProps & { onSent: (number: string) => void }) {
  const { t } = useTranslation()
  const country_code = useCountry().code
  const form = useForm<z.infer<typeof Typed>>({
    resolver: zodResolver(Typed),
    defaultValues: { phone: draft.phone, ...(draft.accept_terms && { accept_terms: true }) },
    shouldFocusError: false,
  })
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => writeEmailLoginDraft({ phone: values.phone, accept_terms: values.accept_terms }),
      }),
    [form],
  )
  const { setFocus } = form
  useEffect(() => {
    if (takeFocus) setFocus('phone')
  }, [takeFocus, setFocus])
  const labels = { phone: t('auth.number_login.phone') }
  const { submit, summary } = useSubmit(form, labels, async (body) => {
    const sent = await call('POST /api/v1/auth/guest/number', {
      body: { ...body, country_code, language: readLanguage() },
    })
    onSent(sent.number)
  })
  const { errors, isSubmitting } = form.formState
  return (
    <>
      <p className="mt-0.5 text-ink-2">{t(hasBar ? 'auth.number_login.text_in_form' : 'auth.number_login.text')}</p>
      <form noValidate onSubmit={submit} className="mt-3 grid gap-2">
        {summary && <FormError {...summary} />}
        <Field
          label={labels.phone}
          hint={t('auth.number_login.hint', { example: examples[country_code] })}
          error={fieldMessage(t, errors.phone)}
        >
          <TextInput {...form.register('phone')} type="tel" autoComplete="tel" />
        </Field>
        <TermsBox {...form.register('accept_terms')} error={fieldMessage(t, errors.accept_terms)} />
        <Button type="submit" wide busy={isSubmitting} className={hasBar ? 'max-lg:hidden' : undefined}>
          {t('auth.number_login.send')}
        </Button>
      </form>
    </>
  )
}

interface NumberCodeStepProps extends StepProps {
  onSent: (sentAt: number) => void
  onEntered: (entered: CodeLogin) => void
  /** The number has no account, and is proved. */
  onProved: (proof: string) => void
  onOtherNumber: () => void
}

/** Second step: the code of the text message, which is entered as soon as its last digit is. */
export function NumberCodeStep(props: NumberCodeStepProps) {
  const { hasBar, draft, takeFocus, onSent, onEntered, onProved, onOtherNumber } = props
  const { number, texted_at } = draft
  const { t, locale } = useTranslation()
  const form = useForm({
    resolver: zodResolver(NumberLogin),
    defaultValues: { number, code: '' },
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
      const { login, proof } = await call('POST /api/v1/auth/guest/number/verify', { body: { number, code } })
      if (login === null) onProved(proof!)
      else onEntered(login)
    } finally {
      sending.current = false
    }
  })
  const { errors, isSubmitting } = form.formState
  const resend = async () => {
    const body = { phone: number, accept_terms: true as const, language: readLanguage() }
    await call('POST /api/v1/auth/guest/number', { body })
    onSent(Date.now())
  }
  return (
    <>
      <p role="status" className="mt-0.5 text-ink-2">
        <Trans
          sentence="auth.number_login.sent"
          values={{ number: formatPhone(number), time: codeTime(locale) }}
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
          {t('auth.number_login.submit')}
        </Button>
        <Button variant="link" onClick={onOtherNumber}>
          {t('auth.number_login.other')}
        </Button>
      </form>
      <ResendCode by="sms" sentAt={texted_at} isQuiet={hasBar} onResend={resend} />
    </>
  )
}
