import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { findPage, type PageKey } from '#contract/pages.ts'
import { openLogin } from '#web/features/account/loginDialog.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths, safeNext } from '#web/paths.ts'
import { toast } from '#web/ui/overlay/toast.ts'
import { storeReturned, SocialFailure, takeReturn, useSocialEnd } from './social.ts'

const withForm = new Set<PageKey | undefined>(['auth', 'register'])

/** Completes a login after a redirect from a provider. Renders nothing. */
export default function SocialReturn() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const end = useSocialEnd()
  const hasStarted = useRef(false)
  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    const next = new URLSearchParams(window.location.search).get('next')
    const take = async () => {
      if (!(await takeReturn())) return
      await end()
      await navigate(next === null ? paths.home() : safeNext(next), { replace: true })
    }
    take().catch((error: unknown) => {
      if (!(error instanceof SocialFailure)) throw error
      if (error.user !== undefined) {
        // The sign-in form shows the next step; on pages without one, the login dialog opens.
        storeReturned(error)
        if (!withForm.has(findPage(window.location.pathname)?.route.key)) openLogin()
        return
      }
      const message = error.sentence === undefined ? error.message : t(`auth.social.errors.${error.sentence}`)
      toast(message, { tone: 'error' })
    })
  }, [t, navigate, end])
  return null
}
