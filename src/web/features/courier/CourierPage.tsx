import type { Profile } from '#contract/accounts/auth.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useSignedIn } from '#web/api/session.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { openLogin } from '#web/features/account/loginDialog.ts'
import { useCachedPages } from '#web/features/bookings/api-offline.ts'
import { Opening, OpeningProfile } from '#web/page/Opening.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import type { CourierPhone } from './courierPhone.ts'
import { CourierScreen } from './CourierScreen.tsx'
import { useOpenPhone, useShownDay, useSynchronizing } from './useCourierPhone.ts'
import { CourierWordsContext, useCourierWords, useLoadedWords } from './words.ts'

/** The app of couriers: it works with and without a network (decision 81). */
export default function CourierPage() {
  const { t } = useTranslation()
  const { words, isMissing, retry } = useLoadedWords()
  if (words === undefined) return <Opening label={t('shell.loading_page')} isMissing={isMissing} onRetry={retry} />
  return (
    <CourierWordsContext value={words}>
      <Courier />
    </CourierWordsContext>
  )
}

function Courier() {
  const { t } = useCourierWords()
  const isSignedIn = useSignedIn()
  const { data: profile } = useProfile()
  if (!isSignedIn)
    return (
      <EmptyState
        picture="signed_out"
        level={1}
        title={t('courier.signed_out')}
        action={<Button onClick={() => openLogin()}>{t('courier.log_in')}</Button>}
        className="py-16"
      >
        {t('courier.signed_out_text')}
      </EmptyState>
    )
  if (profile === undefined) return <OpeningProfile label={t('courier.loading')} />
  if (profile.second_factor === 'needed' || profile.second_factor === 'overdue')
    return (
      <EmptyState
        picture="denied"
        level={1}
        title={t('courier.factor')}
        action={<ButtonLink to={paths.desk()}>{t('courier.factor_open')}</ButtonLink>}
        className="py-16"
      >
        {t('courier.factor_text')}
      </EmptyState>
    )
  if (!profile.permissions.includes('deliveries.deliver'))
    return (
      <EmptyState
        picture="denied"
        level={1}
        title={t('courier.denied')}
        action={<ButtonLink to={paths.home()}>{t('courier.home')}</ButtonLink>}
        className="py-16"
      >
        {t('courier.denied_text')}
      </EmptyState>
    )
  return <WithPhone profile={profile} />
}

function WithPhone({ profile }: { profile: Profile }) {
  const { t } = useCourierWords()
  const opened = useOpenPhone(profile.id)
  if (opened === undefined) return <Opening label={t('courier.loading')} />
  if (opened === 'failed')
    return (
      <EmptyState picture="failed" level={1} title={t('courier.no_storage')} className="py-16">
        {t('courier.no_storage_text')}
      </EmptyState>
    )
  return <WithDay phone={opened} />
}

function WithDay({ phone }: { phone: CourierPhone }) {
  const { t } = useCourierWords()
  const { t: site } = useTranslation()
  const failure = useSynchronizing(phone)
  const day = useShownDay(phone)
  const isOffline = phone.readState().connection === 'offline'
  useCachedPages(day !== undefined, 'courier')
  if (day !== undefined) return <CourierScreen phone={phone} day={day} failure={failure} />
  if (failure === undefined && !isOffline) return <Opening label={t('courier.loading')} />
  return (
    <EmptyState
      picture={isOffline ? 'offline' : 'failed'}
      level={1}
      title={t('courier.failed')}
      action={<Button onClick={() => phone.synchronize().catch(() => undefined)}>{t('courier.retry')}</Button>}
      className="py-16"
    >
      {describeFailure(site, failure)}
    </EmptyState>
  )
}
