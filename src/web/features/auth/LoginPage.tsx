import { useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { settings } from '#contract/settings/settings.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths, safeNext } from '#web/paths.ts'
import { AlternativeLink } from './AlternativeLink.tsx'
import { AuthHead } from './AuthHead.tsx'
import { LoginForm } from './LoginForm.tsx'
import { SocialLogin } from './SocialLogin.tsx'
import { useNext } from './useNext.ts'

export default function LoginPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { query, goTo } = useNext()
  const [entering, setEntering] = useState(false)
  if (goTo !== undefined && !entering) return <Navigate to={goTo} replace />
  return (
    <>
      <AuthHead title={t('auth.login.title')}>{t('auth.login.lead')}</AuthHead>
      <LoginForm next={query} forgotPath={paths.forgotPassword(query)} />
      <SocialLogin onBusy={setEntering} onDone={() => navigate(safeNext(query.next), { replace: true })} />
      <AlternativeLink question={t('auth.login.no_account')} to={paths.register(query)}>
        {t('auth.login.register')}
      </AlternativeLink>
      <AlternativeLink to={paths.guest(query)}>
        {t(settings().site.guest_orders ? 'auth.guest.title' : 'auth.email_login.title')}
      </AlternativeLink>
    </>
  )
}
