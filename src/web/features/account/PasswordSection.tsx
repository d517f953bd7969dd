import { KeyRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Section } from '#web/ui/Page.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { useLoginMethods } from './api.ts'
import { FirstPasswordForm } from './FirstPasswordForm.tsx'
import { LoadFailed } from './LoadFailed.tsx'
import { PasswordForm } from './PasswordForm.tsx'

/** The login methods: the password, with a form to change it, and the connected providers. */
export function PasswordSection() {
  const { t } = useTranslation()
  const [changing, setChanging] = useState(false)
  const { data, isError, refetch } = useLoginMethods()
  // Returns the focus to the button that opened the form.
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (!changing && wasOpen.current) opener.current?.focus()
    wasOpen.current = changing
  }, [changing])
  const done = () => {
    setChanging(false)
    void refetch()
  }
  return (
    <Section title={t('account.password.title')}>
      {data === undefined ? (
        isError ? (
          <LoadFailed onRetry={refetch} />
        ) : (
          <Loading label={t('common.loading')}>
            <Skeleton className="h-20 rounded-xl" />
          </Loading>
        )
      ) : (
        <Card className="grid gap-4">
          {data.providers.map(({ provider, email }) => (
            <p key={provider} className="border-b border-line pb-4">
              <span className="font-semibold">{t(`auth.social.${provider}`)}</span>
              <span className="block text-ink-2 wrap-anywhere">{email ?? t('account.password.connected')}</span>
            </p>
          ))}
          {changing ? (
            data.has_password ? (
              <PasswordForm email={data.email} onDone={done} />
            ) : (
              <FirstPasswordForm email={data.email} onDone={done} />
            )
          ) : (
            <div className="flex flex-wrap items-center justify-between gap-4">
              <p className="min-w-0 flex-1 basis-64 text-ink-2">
                {t(data.has_password ? 'account.password.text' : 'account.password.none')}
              </p>
              <Button ref={opener} variant="outline" size="md" onClick={() => setChanging(true)}>
                <KeyRound aria-hidden="true" className="size-4.5" />
                {t(data.has_password ? 'account.password.change' : 'account.password.set')}
              </Button>
            </div>
          )}
        </Card>
      )}
    </Section>
  )
}
