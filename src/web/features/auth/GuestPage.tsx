import { Navigate } from 'react-router'
import { EmailLogin } from '#web/features/account/EmailLogin.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { safeNext } from '#web/paths.ts'
import { AuthHead } from './AuthHead.tsx'
import { useNext } from './useNext.ts'

/** Logs in with an emailed code, which opens an account without a password for whoever has none. */
export default function GuestPage() {
  const { t } = useTranslation()
  const { query, goTo } = useNext()
  if (goTo !== undefined) return <Navigate to={goTo} replace />
  return (
    <>
      <AuthHead title={t('auth.guest.title')}>{t('auth.guest.lead')}</AuthHead>
      <EmailLogin returnTo={safeNext(query.next)} />
    </>
  )
}
