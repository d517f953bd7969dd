import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SocialProvider } from '#contract/auth.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { PasswordInput } from '#web/ui/form/PasswordInput.tsx'

interface ProveAccountProps {
  provider: SocialProvider
  busy: boolean
  error: string | undefined
  onProve: (password: string) => Promise<void>
}

/** Connects a provider to an existing account with the same address, after checking its password. */
export function ProveAccount({ provider, busy, error, onProve }: ProveAccountProps) {
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
