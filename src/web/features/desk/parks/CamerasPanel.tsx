import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { cameraDirections, cameraSources, type ParkCameras } from '#contract/gate/gate-reads.ts'
import { call } from '#web/api/call.ts'
import { Failure } from '#web/features/lists/Failure.tsx'
import { useDeskWords } from '#web/features/lists/words.ts'
import { formatDateTime } from '#web/time/format.ts'
import { deviceZone } from '#web/time/quarterHours.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { camerasQuery } from './api.ts'
import { usePanelCall } from './usePanelCall.tsx'

type Camera = ParkCameras['items'][number]
const blank = { name: '', source: cameraSources[0] as Camera['source'], direction: 'in' as Camera['direction'] }

/** The number plate cameras of a car park, their keys, and what they read last. */
export function CamerasPanel({ park_id, mayChange }: { park_id: string; mayChange: boolean }) {
  const { t, locale } = useDeskWords()
  const { data, error, refetch } = useQuery(camerasQuery(park_id))
  const { run, errors, dialog } = usePanelCall()
  const [draft, setDraft] = useState(blank)
  const [added, setAdded] = useState<{ name: string; key: string }>()
  const [revoking, setRevoking] = useState<Camera>()
  if (data === undefined && error !== null) return <Failure error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton className="h-40 rounded-xl" aria-label={t('desk.loading')} />
  const time = (at: string) => formatDateTime(new Date(at), deviceZone(), locale)
  const add = async (event: FormEvent) => {
    event.preventDefault()
    const answer = await run(
      () => call('POST /api/v1/admin/parks/{id}/cameras', { params: { id: park_id }, body: draft }),
      t('desk.parks.cameras.added', { name: draft.name }),
    )
    if (answer === undefined) return
    setAdded({ name: draft.name, key: answer.key })
    setDraft(blank)
  }
  const revoke = ({ id, name }: Camera) =>
    run(
      () =>
        call('POST /api/v1/admin/parks/{id}/cameras/{camera_id}/revoke', { params: { id: park_id, camera_id: id } }),
      t('desk.parks.cameras.revoked', { name }),
    )
  return (
    <Card as="section" padding="lg" className="grid gap-5">
      <h2 className="text-lg">{t('desk.parks.cameras.title')}</h2>
      <p className="max-w-prose text-ink-2">{t('desk.parks.cameras.text')}</p>
      {data.items.length === 0 && <p className="text-ink-2">{t('desk.parks.cameras.none')}</p>}
      <ul className="grid">
        {data.items.map((camera) => {
          const { id, name, source, direction, last_seen_at, revoked_at } = camera
          return (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-2 border-b border-line py-2 last:border-0"
            >
              <span className="min-w-0 wrap-anywhere">
                <span className="font-semibold">{name}</span>
                <span className="text-sm text-ink-2">
                  {` · ${t(`desk.parks.cameras.sources.${source}`)} · ${t(`desk.parks.cameras.directions.${direction}`)} · `}
                  {revoked_at !== null
                    ? t('desk.parks.cameras.revoked_at', { at: time(revoked_at) })
                    : last_seen_at === null
                      ? t('desk.parks.cameras.silent')
                      : t('desk.parks.cameras.seen', { at: time(last_seen_at) })}
                </span>
              </span>
              {mayChange && revoked_at === null && (
                <Button
                  variant="outline"
                  size="sm"
                  aria-label={t('desk.parks.cameras.revoke_label', { name })}
                  onClick={() => setRevoking(camera)}
                >
                  {t('desk.parks.cameras.revoke')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {added !== undefined && (
        <Notice
          tone="warning"
          live
          title={t('desk.parks.cameras.key_title', { name: added.name })}
          action={
            <Button variant="outline" size="sm" onClick={() => setAdded(undefined)}>
              {t('desk.parks.cameras.key_saved')}
            </Button>
          }
        >
          <p>{t('desk.parks.cameras.key_text')}</p>
          <dl className="mt-2 grid gap-1 text-sm">
            <dt className="text-ink-2">{t('desk.parks.cameras.key')}</dt>
            <dd className="font-mono wrap-anywhere select-all">{added.key}</dd>
            <dt className="text-ink-2">{t('desk.parks.cameras.address')}</dt>
            <dd className="font-mono wrap-anywhere select-all">{`${location.origin}/api/v1/gate/reads`}</dd>
          </dl>
        </Notice>
      )}
      {mayChange && (
        <form noValidate onSubmit={add} className="grid items-start gap-3 sm:grid-cols-2">
          <Field label={t('desk.parks.cameras.name')} error={errors['name']} required>
            <TextInput
              name="camera_name"
              autoComplete="off"
              maxLength={60}
              value={draft.name}
              onChange={({ target }) => setDraft({ ...draft, name: target.value })}
            />
          </Field>
          <Field label={t('desk.parks.cameras.source')} error={errors['source']}>
            <NativeSelect
              value={draft.source}
              onChange={({ target }) => setDraft({ ...draft, source: target.value as Camera['source'] })}
              options={cameraSources.map((value) => ({ value, label: t(`desk.parks.cameras.sources.${value}`) }))}
            />
          </Field>
          <Field label={t('desk.parks.cameras.direction')} error={errors['direction']}>
            <NativeSelect
              value={draft.direction}
              onChange={({ target }) => setDraft({ ...draft, direction: target.value as Camera['direction'] })}
              options={cameraDirections.map((value) => ({ value, label: t(`desk.parks.cameras.directions.${value}`) }))}
            />
          </Field>
          <div className="self-end">
            <Button type="submit" size="md">
              {t('desk.parks.cameras.add')}
            </Button>
          </div>
        </form>
      )}
      {data.reads.length > 0 && (
        <div className="grid gap-2">
          <h3 className="font-semibold">{t('desk.parks.cameras.reads')}</h3>
          <ul className="grid gap-1 text-sm">
            {data.reads.map(({ id, camera, at, plate, open, reason, matched_by, booking_code }) => (
              <li key={id} className="flex flex-wrap gap-x-2 wrap-anywhere">
                <span className="text-ink-2">{time(at)}</span>
                <span className="font-mono">{plate === '' ? '–' : plate}</span>
                <span>
                  {open
                    ? t(`desk.parks.cameras.matched.${matched_by ?? 'plate'}`, { code: booking_code ?? '' })
                    : t(`desk.parks.cameras.reasons.${reason ?? 'unknown'}`)}
                </span>
                <span className="text-ink-2">{camera}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <Dialog
        open={revoking !== undefined}
        onOpenChange={() => setRevoking(undefined)}
        title={t('desk.parks.cameras.revoke_title')}
        description={t('desk.parks.cameras.revoke_text', { name: revoking?.name ?? '' })}
        closeLabel={t('desk.close')}
        footer={
          <Button
            variant="danger"
            onClick={() => {
              setRevoking(undefined)
              if (revoking !== undefined) void revoke(revoking)
            }}
          >
            {t('desk.parks.cameras.revoke')}
          </Button>
        }
      />
      {dialog}
    </Card>
  )
}
