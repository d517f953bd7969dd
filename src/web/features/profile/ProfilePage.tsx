import { useProfile } from '#web/api/useProfile.ts'
import { AccountSections } from '#web/features/account/AccountSections.tsx'
import { VehiclesSection } from '#web/features/vehicles/VehiclesSection.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page, PageHead } from '#web/ui/Page.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { MailsSection } from './MailsSection.tsx'
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
          <MailsSection />
          <AccountSections />
        </>
      )}
    </Page>
  )
}
