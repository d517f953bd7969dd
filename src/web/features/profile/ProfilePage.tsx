import { LogOut } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { logOut } from '#web/lib/logout.ts'
import { useProfile } from '#web/lib/useProfile.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page, PageHead, Section } from '#web/ui/Page.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { ProfileForm } from './ProfileForm.tsx'

/** The person, as far as they may change themselves, and the way out. */
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
      <Section title={t('profile.session')}>
        <Card className="flex flex-wrap items-center justify-between gap-4">
          <p className="min-w-0 flex-1 basis-64 text-ink-2">{t('profile.session_text')}</p>
          <Button variant="outline" size="md" onClick={logOut}>
            <LogOut aria-hidden="true" className="size-4.5" />
            {t('profile.logout')}
          </Button>
        </Card>
      </Section>
    </Page>
  )
}
