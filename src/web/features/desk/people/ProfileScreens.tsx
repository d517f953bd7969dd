import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { Profile } from '#contract/accounts/auth.ts'
import { profileForm } from '#contract/accounts/desk/profile.ts'
import { formatPhone } from '#contract/phone-format.ts'
import { offeredFor, offeredLanguages } from '#contract/settings/languages.ts'
import { textLanguageOf } from '#contract/text-languages.ts'
import { call } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { storeProfile, useProfile } from '#web/api/useProfile.ts'
import { DevicesSection } from '#web/features/account/DevicesSection.tsx'
import { PasswordSection } from '#web/features/account/PasswordSection.tsx'
import { useRecordForm } from '#web/features/lists/record/useRecordForm.tsx'
import { useUnsavedGuard } from '#web/features/lists/record/useUnsavedGuard.tsx'
import { useDeskTitle } from '#web/features/lists/useDeskTitle.ts'
import { useDeskWords, type DeskKey } from '#web/features/lists/words.ts'
import { useUpdateMailPreferences, useMailPreferences } from '#web/features/profile/api.ts'
import { changeLanguage } from '#web/i18n.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DefinitionList } from '#web/ui/DefinitionList.tsx'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { FormError } from '#web/ui/form/FormError.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { PinSection } from '../pos/lock/PinSection.tsx'

/** One's own details, role and devices, with the ways to change them. */
export function ProfileScreen() {
  const { t, translateKey, language: spoken } = useDeskWords()
  const { data: profile } = useProfile()
  useDeskTitle(t('desk.profile.title'))
  if (profile === undefined) return null
  const { first_name, last_name, email, phone, language, role, role_name } = profile
  return (
    <div className="grid max-w-3xl gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-xl">{t('desk.profile.title')}</h1>
        <div className="flex flex-wrap gap-2">
          <ButtonLink to={paths.desk('profile/edit')} size="md">
            {t('desk.profile.edit')}
          </ButtonLink>
          <ButtonLink to={paths.desk('profile/password')} variant="outline" size="md">
            {t('desk.profile.password')}
          </ButtonLink>
          {role !== 'customer' && (
            <ButtonLink to={paths.desk('profile/second-factor')} variant="outline" size="md">
              {t('desk.factor.title')}
            </ButtonLink>
          )}
        </div>
      </div>
      <Card as="section" padding="lg">
        <DefinitionList
          entries={[
            { term: t('desk.profile.name'), value: [first_name, last_name].filter(Boolean).join(' ') },
            { term: t('desk.profile.email'), value: email },
            { term: t('desk.profile.phone'), value: phone === null ? '–' : formatPhone(phone) },
            { term: t('desk.profile.language'), value: translateKey(`desk.words.languages.${language}`) },
            {
              term: t('desk.profile.role'),
              value: role_name?.[textLanguageOf(spoken)] ?? translateKey(`desk.words.roles.${role}`),
            },
          ]}
        />
      </Card>
      {profile.permissions.includes('pos.sell') && <PinSection />}
      {profile.permissions.includes('stock.update') && <StockMails />}
      <DevicesSection />
    </div>
  )
}

/** The form for one's own name, phone number and language. */
export function EditProfileScreen() {
  const { t } = useDeskWords()
  const { data: profile } = useProfile()
  useDeskTitle(t('desk.profile.edit'))
  return (
    <div className="grid max-w-3xl gap-4">
      <h1 className="text-xl">{t('desk.profile.edit')}</h1>
      {profile !== undefined && <EditProfile profile={profile} />}
    </div>
  )
}

/** The form with the languages that are offered. */
const offeredForm = () => ({
  ...profileForm,
  fields: { ...profileForm.fields, language: { ...profileForm.fields.language, values: offeredLanguages() } },
})

function EditProfile({ profile }: { profile: Profile }) {
  const { t } = useDeskWords()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const label = (name: string) => t(`desk.profile.${name}` as DeskKey)
  const form = useRecordForm(
    offeredForm(),
    { ...profile, language: offeredFor(profile.language), title: profile.email, actions: [] },
    { label },
    async (body) => {
      const changed = await call('PATCH /api/v1/users/profile', { body })
      await storeProfile(queries, changed)
      if (changed.language !== profile.language) await changeLanguage(changed.language)
      toast(t('desk.record.saved'))
      void navigate(paths.desk('profile'))
    },
  )
  const guard = useUnsavedGuard(form.isChanged && !form.isSending)
  return (
    <Card as="section" padding="lg">
      <form noValidate onSubmit={form.submit} className="grid gap-4">
        {form.summary && <FormError {...form.summary} />}
        {form.fields}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" size="md" busy={form.isSending}>
            {t('desk.form.save')}
          </Button>
          <ButtonLink to={paths.desk('profile')} variant="outline" size="md">
            {t('desk.form.cancel')}
          </ButtonLink>
        </div>
      </form>
      {guard}
    </Card>
  )
}

/** One's own password; a new one logs the other devices out. */
export function PasswordScreen() {
  const { t } = useDeskWords()
  useDeskTitle(t('desk.profile.password'))
  return (
    <div className="grid max-w-3xl gap-4">
      <h1 className="text-xl">{t('desk.profile.password')}</h1>
      <PasswordSection />
    </div>
  )
}

/** Whether the person gets emails about low stock. */
function StockMails() {
  const { t } = useDeskWords()
  const { t: site } = useTranslation()
  const { data } = useMailPreferences()
  const change = useUpdateMailPreferences()
  if (data === undefined) return null
  return (
    <Card as="section" padding="lg">
      <h2 className="mb-1 text-md font-bold">{t('desk.profile.mails')}</h2>
      <Checkbox
        label={t('desk.profile.low_stock')}
        hint={t('desk.profile.low_stock_hint')}
        checked={data.low_stock}
        onChange={({ target }) =>
          change.mutate(
            { low_stock: target.checked },
            {
              onSuccess: () => toast(t('desk.record.saved')),
              onError: (error) => toast(describeFailure(site, error), { tone: 'error' }),
            },
          )
        }
      />
    </Card>
  )
}
