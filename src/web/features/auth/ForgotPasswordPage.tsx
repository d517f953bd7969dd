import { useState } from 'react'
import { Navigate } from 'react-router'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { AlternativeLink } from './AlternativeLink.tsx'
import { AuthHead } from './AuthHead.tsx'
import { storeDraft, readDraft } from './draft.ts'
import { RequestCodeForm, NewPassword } from './ResetSteps.tsx'
import { useNext } from './useNext.ts'

/** Two steps on one page: the email address, then the emailed code and the new password. */
export default function ForgotPasswordPage() {
  const { t } = useTranslation()
  const { query, goTo } = useNext()
  const [email, setEmail] = useState(() => readDraft().reset_email)
  if (goTo !== undefined) return <Navigate to={goTo} replace />

  const goOn = (address: string) => {
    storeDraft({ reset_email: address })
    setEmail(address)
  }
  return (
    <>
      <AuthHead title={t('auth.forgot.title')}>{email === '' && t('auth.forgot.lead')}</AuthHead>
      {email === '' ? (
        <RequestCodeForm onSent={goOn} />
      ) : (
        <NewPassword email={email} loginPath={paths.auth(query)} onOtherAddress={() => goOn('')} />
      )}
      <AlternativeLink to={paths.auth(query)}>{t('auth.forgot.back')}</AlternativeLink>
    </>
  )
}
