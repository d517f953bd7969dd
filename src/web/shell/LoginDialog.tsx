import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { LoginForm } from '#web/features/auth/LoginForm.tsx'
import { OtherWay } from '#web/features/auth/OtherWay.tsx'
import { paths } from '#web/paths.ts'
import { Dialog } from '#web/ui/Dialog.tsx'

/** Login over the page: on success it closes and the page is loaded anew (specification, section 4). */
export default function LoginDialog({ onClosed }: { onClosed: () => void }) {
  const { t } = useTranslation()
  const { pathname, search } = useLocation()
  const next = { next: pathname + search }
  const [open, setOpen] = useState(true)
  const close = () => {
    setOpen(false)
    onClosed()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={t('auth.login.title')}
      description={t('auth.login.lead')}
      closeLabel={t('common.close')}
    >
      <LoginForm
        next={next}
        // The dialog's links are the specification's (section 2): the same pages under /auth.
        forgotPath={`/auth${paths.forgotPassword(next)}`}
        onLeave={close}
        onSignedIn={() => {
          close()
          window.location.reload()
        }}
      />
      <OtherWay question={t('auth.login.no_account')} to={`/auth${paths.register(next)}`} onLeave={close}>
        {t('auth.login.register')}
      </OtherWay>
    </Dialog>
  )
}
