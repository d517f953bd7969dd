import { useQuery, useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { DeskRecord } from '#contract/lists/records.ts'
import { call } from '#web/api/call.ts'
import { download } from '#web/api/download.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { Failure } from '#web/features/lists/Failure.tsx'
import { useDeskWords } from '#web/features/lists/words.ts'
import { paths } from '#web/paths.ts'
import { formatDay } from '#web/time/format.ts'
import { deviceZone } from '#web/time/quarterHours.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { guardsQuery } from './api.ts'
import { CamerasPanel } from './CamerasPanel.tsx'
import { GuardPhones } from './GuardPhones.tsx'
import { usePanelCall } from './usePanelCall.tsx'

/** The gate of a car park: its poster, who checks passes, and its cameras. */
export function GuardsPanel({ record: { id, park_code } }: { record: DeskRecord }) {
  const { t, locale } = useDeskWords()
  const { data: profile } = useProfile()
  const { data, error, refetch } = useQuery(guardsQuery(id))
  const { run, errors, dialog } = usePanelCall()
  const [email, setEmail] = useState('')
  const mayChange = profile?.permissions.includes('guards.update') === true
  if (data === undefined && error !== null) return <Failure error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton className="h-40 rounded-xl" aria-label={t('desk.loading')} />
  const add = async (event: FormEvent) => {
    event.preventDefault()
    const added = await run(
      () => call('POST /api/v1/admin/parks/{id}/guards', { params: { id }, body: { email } }),
      t('desk.parks.guards.added', { email }),
    )
    if (added !== undefined) setEmail('')
  }
  return (
    <div className="grid max-w-3xl gap-4">
      <GatePoster id={id} park_code={String(park_code)} />
      <Card as="section" padding="lg" className="grid gap-5">
        <div className="grid justify-items-start gap-2">
          <h2 className="text-lg">{t('desk.parks.guards.title')}</h2>
          <p className="text-ink-2">{t('desk.parks.guards.app_text')}</p>
          <ButtonLink to={paths.guard()} variant="outline" size="md">
            {t('desk.parks.guards.app')}
          </ButtonLink>
        </div>
        {data.items.length === 0 ? (
          <p className="text-ink-2">{t('desk.parks.guards.none')}</p>
        ) : (
          <ul className="grid">
            {data.items.map((guard) => (
              <li
                key={guard.user_id}
                className="flex flex-wrap items-center justify-between gap-2 border-b border-line py-2 last:border-0"
              >
                <span className="min-w-0 wrap-anywhere">
                  <span className="font-semibold">{guard.name ?? guard.email}</span>
                  <span className="text-sm text-ink-2">
                    {guard.name !== null && ` · ${guard.email}`}
                    {' · '}
                    {t('desk.parks.guards.since', { date: formatDay(new Date(guard.since), deviceZone(), locale) })}
                  </span>
                </span>
                {mayChange && (
                  <Button
                    variant="outline"
                    size="sm"
                    aria-label={t('desk.parks.guards.remove_label', { email: guard.email })}
                    onClick={() =>
                      run(
                        () =>
                          call('POST /api/v1/admin/parks/{id}/guards/{user_id}/remove', {
                            params: { id, user_id: guard.user_id },
                          }),
                        t('desk.parks.guards.removed', { email: guard.email }),
                      )
                    }
                  >
                    {t('desk.parks.guards.remove')}
                  </Button>
                )}
                <GuardPhones park_id={id} guard={guard} mayChange={mayChange} />
              </li>
            ))}
          </ul>
        )}
        {mayChange && (
          <form noValidate onSubmit={add} className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
            <Field label={t('desk.parks.guards.email')} error={errors['email']} required>
              <TextInput
                name="guard_email"
                type="email"
                autoComplete="off"
                value={email}
                onChange={({ target }) => setEmail(target.value)}
              />
            </Field>
            <Button type="submit" size="md" className={errors['email'] === undefined ? undefined : 'mb-7'}>
              {t('desk.parks.guards.add')}
            </Button>
          </form>
        )}
        {dialog}
      </Card>
      <CamerasPanel park_id={id} mayChange={mayChange} />
    </div>
  )
}

/** The poster with the code that drivers scan at the gate. */
function GatePoster({ id, park_code }: { id: string; park_code: string }) {
  const { t } = useDeskWords()
  const save = useMutation({
    mutationFn: () => download('GET /api/v1/admin/parks/{id}/gate-poster.pdf', { id }, `${park_code}.pdf`),
  })
  return (
    <Card as="section" padding="lg" className="grid justify-items-start gap-3">
      <h2 className="text-lg">{t('desk.parks.gate.title')}</h2>
      <p className="max-w-prose text-ink-2">{t('desk.parks.gate.text')}</p>
      <Button variant="outline" size="md" busy={save.isPending} onClick={() => save.mutate()}>
        <Download aria-hidden="true" className="size-5" />
        {t('desk.parks.gate.download')}
      </Button>
      {save.isError && <Notice tone="error">{t('desk.parks.gate.failed')}</Notice>}
    </Card>
  )
}
