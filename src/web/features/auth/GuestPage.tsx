import { Navigate } from 'react-router'
import { settings } from '#contract/settings/settings.ts'
import { useCodeChannels } from '#web/features/account/codeChannels.ts'
import { EmailLogin } from '#web/features/account/EmailLogin.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { usePageTitle } from '#web/page/usePageTitle.ts'
import { safeNext } from '#web/paths.ts'
import { AuthHead } from './AuthHead.tsx'
import { useNext } from './useNext.ts'

/** Logs in with a code by email or by text message, which opens an account without a password for whoever has none. */
export default function GuestPage() {
  const { t } = useTranslation()
  const { query, goTo } = useNext()
  const { sms } = useCodeChannels()
  const isOpen = settings().site.guest_orders
  usePageTitle(t(isOpen ? 'pages.guest.title' : 'pages.guest_accounts.title'))
  if (goTo !== undefined) return <Navigate to={goTo} replace />
  return (
    <>
      {isOpen ? (
        <AuthHead title={t('auth.guest.title')}>{t(sms ? 'auth.guest.lead_with_number' : 'auth.guest.lead')}</AuthHead>
      ) : (
        <AuthHead title={t('auth.email_login.title')}>{t('auth.email_login.accounts_only')}</AuthHead>
      )}
      <EmailLogin returnTo={safeNext(query.next)} />
    </>
  )
}
