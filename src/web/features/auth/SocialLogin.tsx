import { useState, type ReactNode } from 'react'
import { socialProviders, type SocialProvider } from '#contract/accounts/auth.ts'
import { pageConfig } from '#web/api/config.ts'
import { LegalLink } from '#web/features/account/LegalLink.tsx'
import { Trans, useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { useCountry } from '#web/storage/country.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { FormError } from '#web/ui/form/FormError.tsx'
import { PasswordInput } from '#web/ui/form/PasswordInput.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import type { SocialUser } from './firebase.ts'
import google from './google.svg'
import {
  enterSocially,
  storeReturned,
  prepareSocial,
  sendToServer,
  SocialFailure,
  useReturned,
  useSocialEnd,
} from './social.ts'

interface SocialLoginProps {
  /** Called with true when a login that will call `onDone` starts; the page delays its redirect until then. */
  onBusy?: (busy: boolean) => void
  /** Called before the page leaves for the provider. */
  onLeave?: () => void
  onDone: () => void
}

interface Failed {
  error: SocialFailure
  /** The user who can still confirm the account with its password; `wrong` if the last password was wrong. */
  user: SocialUser | undefined
  wrong: boolean
  attempt: number
}

/** Login with Google or Apple. */
export function SocialLogin({ onBusy, onLeave, onDone }: SocialLoginProps) {
  const { t } = useTranslation()
  const country_code = useCountry().code
  const end = useSocialEnd()
  const [busy, setBusy] = useState<SocialProvider>()
  const [failed, setFailed] = useState<Failed>()
  const returned = useReturned()
  const ready = pageConfig.firebase !== undefined

  const run = async (provider: SocialProvider, work: () => Promise<void>, proving?: SocialUser) => {
    if (busy !== undefined) return
    setBusy(provider)
    onBusy?.(true)
    try {
      await work()
      await end()
      setFailed(undefined)
      storeReturned(undefined)
      onDone()
    } catch (error) {
      if (!(error instanceof SocialFailure)) throw error
      setFailed((before) => ({
        error,
        user: error.user ?? proving,
        wrong: proving !== undefined && error.user !== undefined,
        attempt: (before?.attempt ?? 0) + 1,
      }))
    } finally {
      setBusy(undefined)
      onBusy?.(false)
    }
  }
  const enter = (provider: SocialProvider) =>
    run(provider, () =>
      enterSocially(provider, {
        country_code,
        onLeave: (blocked) => {
          if (blocked) toast(t('auth.social.errors.popups'), { tone: 'info' })
          onLeave?.()
        },
      }),
    )
  const failure = failed?.error ?? returned
  const user = failed === undefined ? returned?.user : failed.user

  return (
    <div className="mt-5 grid gap-3">
      <p className="flex items-center gap-3 text-sm text-ink-2 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('auth.social.or')}
      </p>
      {failure && (
        <FormError
          title={failure.sentence === undefined ? failure.message : t(`auth.social.errors.${failure.sentence}`)}
          attempt={failed?.attempt ?? 0}
        />
      )}
      {user && (
        <ProveAccount
          provider={user.provider}
          onProve={(password) => run(user.provider, () => sendToServer(user, country_code, password), user)}
          error={failed?.wrong ? t('errors.fields.password_wrong') : undefined}
          busy={busy !== undefined}
        />
      )}
      <div className="grid gap-2.5 xs:grid-cols-2">
        {socialProviders.map((provider) => (
          <Button
            key={provider}
            variant="outline"
            disabled={!ready || busy !== undefined}
            aria-label={t(`auth.social.with.${provider}`)}
            onPointerEnter={ready ? () => void prepareSocial() : undefined}
            onFocus={ready ? () => void prepareSocial() : undefined}
            onClick={() => void enter(provider)}
          >
            {logos[provider]}
            {busy === provider ? t('auth.loading') : t(`auth.social.${provider}`)}
          </Button>
        ))}
      </div>
      <p className="text-center text-sm text-ink-2">
        {ready ? (
          <Trans
            sentence="auth.social.terms"
            components={{ terms: <LegalLink href={paths.terms()} />, privacy: <LegalLink href={paths.privacy()} /> }}
          />
        ) : (
          t('auth.social.errors.unavailable')
        )}
      </p>
    </div>
  )
}

const logos: Record<SocialProvider, ReactNode> = {
  google: <img src={google} alt="" width={20} height={20} className="size-5" />,
  apple: (
    <svg viewBox="0 0 24 24" fill="currentColor" aria-hidden="true" className="-mt-0.5 size-5">
      <path d="M12.152 6.896c-.948 0-2.415-1.078-3.96-1.04-2.04.027-3.91 1.183-4.961 3.014-2.117 3.675-.546 9.103 1.519 12.09 1.013 1.454 2.208 3.09 3.792 3.039 1.52-.065 2.09-.987 3.935-.987 1.831 0 2.35.987 3.96.948 1.637-.026 2.676-1.48 3.676-2.948 1.156-1.688 1.636-3.325 1.662-3.415-.039-.013-3.182-1.221-3.22-4.857-.026-3.04 2.48-4.494 2.597-4.559-1.429-2.09-3.623-2.324-4.39-2.376-2-.156-3.675 1.09-4.61 1.09zM15.53 3.83c.843-1.012 1.4-2.427 1.245-3.83-1.207.052-2.662.805-3.532 1.818-.78.896-1.454 2.338-1.273 3.714 1.338.104 2.715-.688 3.559-1.701" />
    </svg>
  ),
}

interface ProveAccountProps {
  provider: SocialProvider
  busy: boolean
  error: string | undefined
  onProve: (password: string) => Promise<void>
}

/** Connects a provider to an existing account with the same address, after checking its password. */
function ProveAccount({ provider, busy, error, onProve }: ProveAccountProps) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const name = t(`auth.social.${provider}`)
  return (
    <form
      className="grid gap-3 rounded-lg border border-line p-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (password !== '' && !busy) void onProve(password)
      }}
    >
      <Field
        label={t('auth.social.link_password', { provider: name })}
        hint={t('auth.social.link_password_hint')}
        error={error}
      >
        <PasswordInput
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          autoComplete="current-password"
          showLabel={t('auth.show_password')}
          hideLabel={t('auth.hide_password')}
        />
      </Field>
      <Button type="submit" variant="alt" disabled={busy || password === ''}>
        {busy ? t('auth.loading') : t('auth.social.link', { provider: name })}
      </Button>
    </form>
  )
}
