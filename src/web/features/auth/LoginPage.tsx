import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router'
import { paths } from '#web/paths.ts'
import { AuthHead } from './AuthHead.tsx'
import { LoginForm } from './LoginForm.tsx'
import { OtherWay } from './OtherWay.tsx'
import { useNext } from './useNext.ts'

export default function LoginPage() {
  const { t } = useTranslation()
  const { query, goTo } = useNext()
  if (goTo !== undefined) return <Navigate to={goTo} replace />
  return (
    <>
      <AuthHead title={t('auth.login.title')}>{t('auth.login.lead')}</AuthHead>
      <LoginForm next={query} forgotPath={paths.forgotPassword(query)} />
      <OtherWay question={t('auth.login.no_account')} to={paths.register(query)}>
        {t('auth.login.register')}
      </OtherWay>
    </>
  )
}
