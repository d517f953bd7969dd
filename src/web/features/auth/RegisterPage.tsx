import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Navigate, useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { Registration } from '#contract/accounts/auth.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { call } from '#web/api/call.ts'
import { emptyAsUnset, fieldMessage, useSubmit } from '#web/api/forms.ts'
import { TermsBox } from '#web/features/account/TermsBox.tsx'
import { readLanguage } from '#web/page/language.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths, safeNext } from '#web/paths.ts'
import { useCountry } from '#web/storage/country.ts'
import { writeText } from '#web/storage/storage.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmailInput } from '#web/ui/form/EmailInput.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { FormError } from '#web/ui/form/FormError.tsx'
import { PasswordInput } from '#web/ui/form/PasswordInput.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { AlternativeLink } from './AlternativeLink.tsx'
import { AuthHead } from './AuthHead.tsx'
import { storeDraft, readDraft, useDraftFields } from './draft.ts'
import { SocialLogin } from './SocialLogin.tsx'
import { useNext } from './useNext.ts'

/** Example phone number of each country, from ranges reserved for examples where they exist. */
const phoneExamples: Record<CountryCode, string> = {
  NG: '+234 803 000 0000',
  CA: '+1 416 555 0100',
  SN: '+221 77 000 00 00',
  US: '+1 206 555 0100',
}

/** The form's fields; country and language come from the page. */
const Typed = z.omit(Registration, { country_code: true, language: true })

const draftFields = { email: 'email', first_name: 'first_name', last_name: 'last_name', phone: 'phone' } as const

export default function RegisterPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const country = useCountry()
  const { query, goTo } = useNext()
  const [entering, setEntering] = useState(false)
  const form = useForm({
    resolver: zodResolver(Typed),
    defaultValues: { ...pick(readDraft()), password: '' },
    shouldFocusError: false,
  })
  useDraftFields(form, draftFields)
  const labels = {
    first_name: t('auth.register.first_name'),
    last_name: t('auth.register.last_name'),
    email: t('auth.email'),
    password: t('auth.password'),
    phone: t('auth.register.phone'),
  }
  const { submit, summary } = useSubmit(form, labels, async (typed) => {
    const { email } = await call('POST /api/v1/auth/register', {
      body: { ...typed, country_code: country.code, language: readLanguage() },
    })
    writeText('email', email)
    storeDraft({ email, code_sent_at: Date.now() })
    await navigate(paths.verify({ email, ...query }))
  })
  const { errors, isSubmitting } = form.formState
  if (goTo !== undefined && !entering) return <Navigate to={goTo} replace />

  return (
    <>
      <AuthHead title={t('auth.register.title')}>
        {t(query.next === undefined ? 'auth.register.lead' : 'auth.register.lead_with_booking')}
      </AuthHead>
      <form noValidate onSubmit={submit} className="grid gap-4">
        {summary && <FormError {...summary} />}
        <div className="grid items-start gap-4 xs:grid-cols-2">
          <Field label={labels.first_name} error={fieldMessage(t, errors.first_name)}>
            <TextInput {...form.register('first_name')} autoComplete="given-name" />
          </Field>
          <Field label={labels.last_name} aside={t('common.optional')} error={fieldMessage(t, errors.last_name)}>
            <TextInput {...form.register('last_name', { setValueAs: emptyAsUnset })} autoComplete="family-name" />
          </Field>
        </div>
        <Field label={labels.email} error={fieldMessage(t, errors.email)}>
          <EmailInput {...form.register('email')} autoComplete="username" />
        </Field>
        <Field label={labels.password} hint={t('auth.password_hint')} error={fieldMessage(t, errors.password)}>
          <PasswordInput
            {...form.register('password')}
            autoComplete="new-password"
            showLabel={t('auth.show_password')}
            hideLabel={t('auth.hide_password')}
          />
        </Field>
        <Field
          label={labels.phone}
          aside={t('common.optional')}
          hint={t('auth.register.phone_hint', { example: phoneExamples[country.code] })}
          error={fieldMessage(t, errors.phone)}
        >
          <TextInput {...form.register('phone', { setValueAs: emptyAsUnset })} type="tel" autoComplete="tel" />
        </Field>
        <TermsBox {...form.register('accept_terms')} error={fieldMessage(t, errors.accept_terms)} />
        <Button type="submit" wide busy={isSubmitting}>
          {t('auth.register.submit')}
        </Button>
      </form>
      <SocialLogin onBusy={setEntering} onDone={() => navigate(safeNext(query.next), { replace: true })} />
      <AlternativeLink question={t('auth.register.have_account')} to={paths.auth(query)}>
        {t('auth.register.login')}
      </AlternativeLink>
    </>
  )
}

const pick = ({ email, first_name, last_name, phone }: ReturnType<typeof readDraft>) => ({
  email,
  first_name,
  last_name,
  phone,
})
