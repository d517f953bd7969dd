import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { invitation_days } from '#contract/accounts/invitations.ts'
import type { Language } from '#contract/places/places.ts'
import { offeredLanguages } from '#contract/settings/languages.ts'
import { call } from '#web/api/call.ts'
import { RecordFailure } from '#web/features/lists/Failure.tsx'
import { useDeskTitle } from '#web/features/lists/useDeskTitle.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmailInput } from '#web/ui/form/EmailInput.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { usePanelCall } from '../parks/usePanelCall.tsx'
import { useRolePlace } from './useRolePlace.tsx'

/** Invites somebody by email to a role at a place. */
export function InviteScreen() {
  const { t, translateKey, language: own } = useDeskWords()
  const { t: site } = useTranslation()
  const navigate = useNavigate()
  const invitable = useQuery({
    queryKey: ['desk', 'invitable'],
    queryFn: ({ signal }) => call('GET /api/v1/admin/invitable', { signal }),
  })
  const { run, errors: refused, dialog } = usePanelCall()
  const [missing, setMissing] = useState<Record<string, string>>({})
  const [email, setEmail] = useState('')
  const [language, setLanguage] = useState<Language>(own)
  const [isSending, setSending] = useState(false)
  // One for all attempts at this invitation.
  const [retryKey] = useState(() => crypto.randomUUID())
  const errors = { ...refused, ...missing }
  const { fields, chosen } = useRolePlace(invitable.data, errors)
  useDeskTitle(t('desk.access.invite.title'))
  if (invitable.error !== null)
    return <RecordFailure error={invitable.error} onRetry={() => void invitable.refetch()} />
  if (invitable.data === undefined) return <Skeleton className="h-96 rounded-xl" aria-label={t('desk.loading')} />
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const required = site('errors.fields.required')
    const empty = {
      ...(email.trim() === '' && { email: required }),
      ...(chosen === undefined && { role_id: required, place_id: required }),
    }
    setMissing(empty)
    const [first] = Object.keys(empty)
    if (first !== undefined) form.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
    if (chosen === undefined || Object.keys(empty).length > 0 || isSending) return
    setSending(true)
    const { role_id, scope, place_id } = chosen
    const sent = await run(
      () => call('POST /api/v1/admin/invitations', { body: { email, language, role_id, scope, place_id }, retryKey }),
      t('desk.access.invite.sent', { email: email.trim() }),
    ).finally(() => setSending(false))
    if (sent !== undefined) void navigate(paths.desk('invitations'))
  }
  return (
    <div className="grid max-w-3xl gap-5">
      <div>
        <h1 className="text-xl">{t('desk.access.invite.title')}</h1>
        <p className="text-ink-2">{t('desk.access.invite.text', { days: invitation_days })}</p>
      </div>
      {invitable.data.roles.length === 0 ? (
        <p>{t('desk.access.invite.nothing')}</p>
      ) : (
        <Card as="section" padding="lg">
          <form noValidate className="grid gap-4" onSubmit={(event) => void send(event)}>
            <div className="grid gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
              <Field label={t('desk.access.invite.email')} error={errors['email']}>
                <EmailInput
                  name="email"
                  autoComplete="email"
                  value={email}
                  onChange={({ target }) => setEmail(target.value)}
                />
              </Field>
              <Field label={t('desk.access.invite.language')} error={errors['language']}>
                <NativeSelect
                  name="language"
                  value={language}
                  options={offeredLanguages().map((value) => ({
                    value,
                    label: translateKey(`desk.words.languages.${value}`),
                  }))}
                  onChange={({ target }) =>
                    setLanguage(offeredLanguages().find((value) => value === target.value) ?? own)
                  }
                />
              </Field>
            </div>
            <div className="grid items-start gap-4 sm:grid-cols-3">{fields}</div>
            <Button type="submit" size="md" busy={isSending} className="justify-self-start">
              {t('desk.access.invite.send')}
            </Button>
          </form>
        </Card>
      )}
      {dialog}
    </div>
  )
}
