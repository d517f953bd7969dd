import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { ProfileChange, type Profile } from '#contract/accounts/auth.ts'
import { languageRegister } from '#contract/geography.ts'
import { nameCode } from '#contract/numbers.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { offeredFor, offeredLanguages } from '#contract/settings/languages.ts'
import { call } from '#web/api/call.ts'
import { servedCountries } from '#web/api/config.ts'
import { fieldMessage, useSubmit } from '#web/api/forms.ts'
import { storeProfile } from '#web/api/useProfile.ts'
import { useCountries } from '#web/features/places/api.ts'
import { changeLanguage } from '#web/i18n.ts'
import { readTranslation, useTranslation } from '#web/page/translation.ts'
import { ActionBar } from '#web/ui/ActionBar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { FormError } from '#web/ui/form/FormError.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { Section } from '#web/ui/Page.tsx'

/** Stores an emptied field as null. */
const emptyAsNull = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? null : value)

const typedOf = ({ first_name, last_name, phone, country_id, language }: Profile) => ({
  first_name,
  last_name,
  phone,
  country_code: country_id,
  language: offeredFor(language),
})

export function ProfileForm({ profile }: { profile: Profile }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const form = useForm({
    resolver: zodResolver(ProfileChange),
    defaultValues: typedOf(profile),
    shouldFocusError: false,
  })
  const labels = {
    first_name: t('profile.first_name'),
    last_name: t('profile.last_name'),
    phone: t('profile.phone'),
    country_code: t('profile.country'),
    language: t('profile.language'),
  }
  const { submit, summary } = useSubmit(form, labels, async (body) => {
    const changed = await call('PATCH /api/v1/users/profile', { body })
    await storeProfile(queries, changed)
    form.reset(typedOf(changed))
    // The wallet depends on the country, and the server's texts on the language.
    if (changed.language !== profile.language) await changeLanguage(changed.language)
    await queries.invalidateQueries()
    // Use the newly chosen language.
    toast(readTranslation().t('profile.saved'))
  })
  const { errors, isSubmitting } = form.formState
  const selectedCountry = useWatch({ control: form.control, name: 'country_code' })

  return (
    <form noValidate onSubmit={submit}>
      {summary && <FormError {...summary} />}
      <Section title={t('profile.person')}>
        <Card className="grid items-start gap-4 sm:grid-cols-2">
          <Field label={labels.first_name} error={fieldMessage(t, errors.first_name)}>
            <TextInput {...form.register('first_name')} autoComplete="given-name" />
          </Field>
          <Field label={labels.last_name} aside={t('common.optional')} error={fieldMessage(t, errors.last_name)}>
            <TextInput {...form.register('last_name', { setValueAs: emptyAsNull })} autoComplete="family-name" />
          </Field>
          <Field label={labels.phone} aside={t('common.optional')} error={fieldMessage(t, errors.phone)}>
            <TextInput {...form.register('phone', { setValueAs: emptyAsNull })} type="tel" autoComplete="tel" />
          </Field>
          <div className="grid content-start gap-1.5">
            <span className="font-semibold">{t('profile.email')}</span>
            <span className="flex min-h-13 items-center font-medium wrap-anywhere">{profile.email}</span>
            <span className="text-sm text-ink-2">{t('profile.email_hint')}</span>
          </div>
        </Card>
      </Section>
      <Section title={t('profile.region')}>
        <Card className="grid items-start gap-4 sm:grid-cols-2">
          <Field
            label={labels.country_code}
            hint={t('profile.country_hint')}
            error={fieldMessage(t, errors.country_code)}
          >
            <NativeSelect
              {...form.register('country_code')}
              autoComplete="country"
              options={servedCountries().map((value) => ({ value, label: t(`common.countries.${value}`) }))}
            />
          </Field>
          {selectedCountry !== undefined && selectedCountry !== profile.country_id && (
            <CountryWarning country={selectedCountry} />
          )}
          <Field label={labels.language} hint={t('profile.language_hint')} error={fieldMessage(t, errors.language)}>
            <NativeSelect
              {...form.register('language')}
              options={offeredLanguages().map((value) => ({ value, label: languageRegister[value].name }))}
            />
          </Field>
        </Card>
      </Section>
      <ActionBar className="mb-4">
        <Button type="submit" busy={isSubmitting} className="max-sm:w-full">
          {t('profile.save')}
        </Button>
      </ActionBar>
    </form>
  )
}

/** What another country changes is said before it is saved. */
function CountryWarning({ country }: { country: CountryCode }) {
  const { t, language } = useTranslation()
  const { currency } = useCountries().find(({ code }) => code === country)!
  const named = nameCode('currency', currency, language) ?? currency
  return (
    <Notice
      tone="warning"
      live
      title={t('profile.country_warning', { country: t(`places.named.${country}`) })}
      className="sm:order-last sm:col-span-2"
    >
      {t('profile.country_warning_text', { currency: named })}
    </Notice>
  )
}
