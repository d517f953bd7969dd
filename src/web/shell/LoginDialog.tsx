import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { readLoginTarget } from '#web/features/account/loginDialog.ts'
import { AlternativeLink } from '#web/features/auth/AlternativeLink.tsx'
import { LoginForm } from '#web/features/auth/LoginForm.tsx'
import { hasSocialMark, SocialFailure, useSocialEnd } from '#web/features/auth/social.ts'
import { SocialLogin } from '#web/features/auth/SocialLogin.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'

/**
 * Login over the current page: a password login reloads the page; a login with Google or Apple leads home, immediately
 * if its flag is already stored (specification, section 4). Both lead to the page that sent a visitor here, if one did.
 */
export default function LoginDialog({ onClosed }: { onClosed: () => void }) {
  const { t } = useTranslation()
  const { pathname, search } = useLocation()
  const [target] = useState(readLoginTarget)
  const next = { next: target ?? pathname + search }
  const [open, setOpen] = useState(true)
  const close = () => {
    setOpen(false)
    onClosed()
  }
  const navigate = useNavigate()
  const leaveForHome = () => {
    close()
    void navigate(target ?? paths.home())
  }
  const failed = useStoredSocialLogin(leaveForHome)
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={t('auth.login.title')}
      description={t('auth.login.lead')}
      closeLabel={t('common.close')}
    >
      {failed && (
        <Notice tone="error" className="mb-4">
          {failed}
        </Notice>
      )}
      <LoginForm
        next={next}
        // The dialog links to the pages under /auth (specification, section 2).
        forgotPath={`/auth${paths.forgotPassword(next)}`}
        onLeave={close}
        onSignedIn={() => {
          close()
          if (target === undefined) window.location.reload()
          else window.location.assign(target)
        }}
      />
      <SocialLogin onLeave={close} onDone={leaveForHome} />
      <AlternativeLink question={t('auth.login.no_account')} to={`/auth${paths.register(next)}`} onLeave={close}>
        {t('auth.login.register')}
      </AlternativeLink>
    </Dialog>
  )
}

/** Completes a provider login whose flag is stored; returns the error message if that fails. */
function useStoredSocialLogin(onDone: () => void): string | undefined {
  const { t } = useTranslation()
  const end = useSocialEnd()
  const [failed, setFailed] = useState<string>()
  useEffect(() => {
    if (!hasSocialMark()) return
    end().then(onDone, (error: unknown) => {
      setFailed(t(`auth.social.errors.${(error instanceof SocialFailure && error.sentence) || 'failed'}`))
    })
    // Runs once, when the dialog opens.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return failed
}
