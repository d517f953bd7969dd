import type { MailPreferences } from '#contract/accounts/account.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { AccountSections } from '#web/features/account/AccountSections.tsx'
import { LoadFailed } from '#web/features/account/LoadFailed.tsx'
import { reasonOf } from '#web/features/account/reason.ts'
import { reminderDaysIn } from '#web/features/vehicles/papers.ts'
import { VehiclesSection } from '#web/features/vehicles/VehiclesSection.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { Page, PageHead, Section } from '#web/ui/Page.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { useUpdateMailPreferences, useMailPreferences } from './api.ts'
import { ProfileForm } from './ProfileForm.tsx'

/** The user's profile, vehicles, email preferences and account settings. */
export default function ProfilePage() {
  const { t } = useTranslation()
  const { data: profile, isError, refetch } = useProfile()
  return (
    <Page width="text">
      <PageHead title={t('profile.title')} lead={t('profile.lead')} />
      {profile?.id !== undefined ? (
        <ProfileForm profile={profile} />
      ) : isError ? (
        <EmptyState
          picture="failed"
          live
          title={t('profile.failed')}
          action={
            <Button size="md" onClick={() => refetch()}>
              {t('common.try_again')}
            </Button>
          }
        >
          {t('common.network_error')}
        </EmptyState>
      ) : (
        <Loading label={t('common.loading')}>
          <Skeleton className="h-96 rounded-xl" />
        </Loading>
      )}
      {profile?.id !== undefined && (
        <>
          <VehiclesSection country={profile.country_id} />
          <Section title={t('shell.nav.favourites')}>
            <PageLink
              to={paths.favourites()}
              className="inline-flex min-h-11 items-center font-semibold text-act underline-offset-4 hover:underline"
            >
              {t('profile.favourites')}
            </PageLink>
          </Section>
          <MailsSection />
          <AccountSections />
        </>
      )}
    </Page>
  )
}

/** The optional emails, with a switch, and a note on those that are always sent. */
function MailsSection() {
  const { t, locale } = useTranslation()
  const { data, isError, refetch } = useMailPreferences()
  const change = useUpdateMailPreferences()
  const choose = (preferences: Partial<MailPreferences>) =>
    change.mutate(preferences, {
      onSuccess: () => toast(t('profile.mails_saved')),
      onError: (error) => toast(reasonOf(t, error), { tone: 'error' }),
    })
  return (
    <Section title={t('profile.mails')}>
      {data === undefined ? (
        isError ? (
          <LoadFailed onRetry={refetch} />
        ) : (
          <Loading label={t('common.loading')}>
            <Skeleton className="h-28 rounded-xl" />
          </Loading>
        )
      ) : (
        <Card className="py-2">
          <Checkbox
            name="reminders"
            label={<span className="font-semibold">{t('profile.reminders')}</span>}
            hint={t('profile.reminders_hint', { days: reminderDaysIn(locale) })}
            checked={data.reminders}
            onChange={(event) => choose({ reminders: event.target.checked })}
          />
          <PageLink
            to={paths.notifications()}
            className="inline-flex min-h-11 items-center font-semibold text-act underline-offset-4 hover:underline"
          >
            {t('profile.orders')}
          </PageLink>
          <p className="mt-1 border-t border-line py-3 text-sm text-ink-2">{t('profile.always_sent')}</p>
        </Card>
      )}
    </Section>
  )
}
