import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Person } from '#contract/accounts/desk/people.ts'
import { formatPhone } from '#contract/phone-format.ts'
import { call } from '#web/api/call.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { RecordFailure } from '#web/features/lists/Failure.tsx'
import { useReauth } from '#web/features/lists/Reauth.tsx'
import { type ScreenAction, useScreenActions } from '#web/features/lists/screenActions.ts'
import { useDeskTitle } from '#web/features/lists/useDeskTitle.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { formatDateTime } from '#web/time/format.ts'
import { deviceZone } from '#web/time/quarterHours.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { RoleEditor } from './RoleEditor.tsx'

/** One person: their roles, and whether their account is active. */
export function PersonScreen({ id }: { id: string }) {
  const { t } = useDeskWords()
  const result = useQuery({
    queryKey: ['desk', 'person', id],
    queryFn: ({ signal }) => call('GET /api/v1/admin/people/{id}', { params: { id }, signal }),
    refetchOnWindowFocus: false,
  })
  if (result.error !== null) return <RecordFailure error={result.error} onRetry={() => void result.refetch()} />
  if (result.data === undefined) return <Skeleton className="h-96 rounded-xl" aria-label={t('desk.loading')} />
  return <Details person={result.data} onChanged={() => void result.refetch()} />
}

function Details({ person, onChanged }: { person: Person; onChanged: () => void }) {
  const { t } = useDeskWords()
  const { data: profile } = useProfile()
  const name = person.name ?? person.email ?? t('desk.access.person.unnamed')
  useDeskTitle(name)
  const isOwn = profile?.id === person.id
  return (
    <div className="grid max-w-4xl gap-5">
      <div>
        <h1 className="text-xl break-words">{name}</h1>
        <p className="text-sm break-words text-ink-2">
          {[person.email, person.phone && formatPhone(person.phone)].filter(Boolean).join(' · ')}
        </p>
      </div>
      {!person.can_change && (
        <p className="rounded-lg bg-few-soft px-3 py-2 text-sm">
          {t(isOwn ? 'desk.access.person.own' : 'desk.access.person.beyond')}
        </p>
      )}
      <RoleEditor
        key={JSON.stringify(person.assignments)}
        person={person}
        isLocked={!person.can_change || profile?.permissions.includes('employees.update') !== true}
        onSaved={onChanged}
      />
      <Account person={person} onChanged={onChanged} />
    </div>
  )
}

function Account({ person, onChanged }: { person: Person; onChanged: () => void }) {
  const { t, locale } = useDeskWords()
  const { data: profile } = useProfile()
  const { withReauth, dialog } = useReauth()
  const [isDisabling, setIsDisabling] = useState(false)
  const [isResetting, setIsResetting] = useState(false)
  const [reason, setReason] = useState('')
  const params = { id: person.id }
  const may = (permission: string) => person.can_change && profile?.permissions.includes(permission) === true
  const run = (change: () => Promise<unknown>, done?: string) =>
    withReauth(async () => {
      await change()
      setIsDisabling(false)
      setIsResetting(false)
      onChanged()
      if (done !== undefined) toast(done)
    })
  const logOut: ScreenAction = {
    name: 'log_out',
    label: t('desk.access.person.log_out'),
    run: () =>
      run(() => call('POST /api/v1/admin/people/{id}/log-out', { params }), t('desk.access.person.logged_out')),
  }
  const reset: ScreenAction = {
    name: 'reset_second_factor',
    label: t('desk.access.factor.reset'),
    run: () => setIsResetting(true),
  }
  const clearPin: ScreenAction = {
    name: 'clear_counter_pin',
    label: t('desk.access.person.clear_pin'),
    run: () =>
      run(
        () => call('POST /api/v1/admin/people/{id}/clear-counter-pin', { params }),
        t('desk.access.person.pin_cleared'),
      ),
  }
  const disable = { name: 'disable', label: t('desk.access.person.disable'), run: () => setIsDisabling(true) }
  const enable: ScreenAction = {
    name: 'enable',
    label: t('desk.access.person.enable'),
    run: () => run(() => call('POST /api/v1/admin/people/{id}/enable', { params })),
  }
  const actions = [
    ...(may('customers.update') ? [logOut] : []),
    ...(may('employees.update') && person.has_second_factor ? [reset] : []),
    ...(may('employees.update') && person.has_counter_pin ? [clearPin] : []),
    ...(may('customers.block') ? [person.disabled_at === null ? disable : enable] : []),
  ]
  useScreenActions(actions)
  return (
    <Card as="section" padding="lg" className="grid gap-3">
      <h2 className="text-md font-bold">{t('desk.access.person.status')}</h2>
      <p>
        {person.disabled_at === null
          ? t('desk.access.person.active')
          : t('desk.access.person.disabled', {
              time: formatDateTime(new Date(person.disabled_at), deviceZone(), locale),
              reason: person.disabled_reason,
            })}
      </p>
      <div className="flex flex-wrap gap-2">
        {actions.map((action) => (
          <Button
            key={action.name}
            variant={action.name === 'enable' ? 'primary' : 'outline'}
            size="md"
            onClick={action.run}
          >
            {action.label}
          </Button>
        ))}
      </div>
      {isDisabling && (
        <Dialog
          open
          onOpenChange={setIsDisabling}
          title={t('desk.access.person.disable')}
          description={t('desk.access.person.disable_text')}
          closeLabel={t('desk.close')}
          footer={
            <Button
              size="md"
              disabled={reason.trim().length < 3}
              onClick={() => run(() => call('POST /api/v1/admin/people/{id}/disable', { params, body: { reason } }))}
            >
              {t('desk.access.person.disable')}
            </Button>
          }
        >
          <Field label={t('desk.access.person.reason')}>
            <TextInput value={reason} maxLength={300} onChange={({ target }) => setReason(target.value)} />
          </Field>
        </Dialog>
      )}
      {isResetting && (
        <Dialog
          open
          onOpenChange={setIsResetting}
          title={t('desk.access.factor.reset')}
          description={t('desk.access.factor.reset_text')}
          closeLabel={t('desk.close')}
          footer={
            <Button
              size="md"
              onClick={() =>
                run(
                  () => call('POST /api/v1/admin/people/{id}/reset-second-factor', { params }),
                  t('desk.access.factor.was_reset'),
                )
              }
            >
              {t('desk.access.factor.reset')}
            </Button>
          }
        />
      )}
      {dialog}
    </Card>
  )
}
