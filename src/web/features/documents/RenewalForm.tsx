import { useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import type { DocumentDetails } from '#contract/documents/documents.ts'
import { CallError } from '#web/api/call.ts'
import { useSignedIn } from '#web/api/session.ts'
import { openLogin } from '#web/features/account/loginDialog.ts'
import { LoadFailed } from '#web/features/parks/LoadFailed.tsx'
import { useVehicles } from '#web/features/vehicles/api.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatMoment } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { useDrafts, useRequest } from './api.ts'
import { FormSkeleton } from './FormSkeleton.tsx'
import { KnownFees } from './KnownFees.tsx'
import { fieldsOfVehicle, readReminder, toRequested, withParam } from './steps.ts'
import { Steps } from './Steps.tsx'
import { readUnsaved } from './useDraft.ts'

/** The request that the address names, or a new one. */
export default function RenewalForm() {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const signedIn = useSignedIn()
  const number = params.get('request') ?? ''
  /** The draft that this form has become: its address changes while it is filled in. */
  const [created, setCreated] = useState<DocumentDetails>()
  const [started, setStarted] = useState(0)
  const begin = () => {
    setCreated(undefined)
    setStarted(started + 1)
    setParams({})
  }
  const isNew = number === '' || !signedIn || number === created?.number
  const reminder = readReminder(params)
  const vehicles = useVehicles()
  if (!isNew) return <Opened key={number} number={number} onNew={begin} />
  // After a failure the form asks again for the vehicles, which makes them pending once more.
  const isLoading = vehicles.isPending && vehicles.errorUpdateCount === 0
  if (reminder !== undefined && signedIn && isLoading) return <FormSkeleton />
  const vehicle = vehicles.data?.find(({ id }) => id === reminder?.vehicle_id)
  const initial = {
    ...(vehicle !== undefined && fieldsOfVehicle(vehicle)),
    ...(reminder !== undefined && { documents: toRequested(reminder.kinds) }),
  }
  return (
    <div className="grid max-w-3xl gap-4">
      {signedIn && (
        <p>
          <PageLink to={paths.documents()} className="font-semibold text-act underline underline-offset-4">
            {t('documents.mine.link')}
          </PageLink>
        </p>
      )}
      {reminder !== undefined && !signedIn && (
        <Notice
          title={t('documents.reminded.title')}
          action={
            <Button size="md" onClick={() => openLogin()}>
              {t('documents.reminded.log_in')}
            </Button>
          }
        >
          {t('documents.reminded.text')}
        </Notice>
      )}
      {number === '' && readUnsaved(null) === undefined && <Drafts />}
      <Steps
        key={`${started} ${vehicle?.id}`}
        stored={undefined}
        initial={initial}
        onCreated={(request) => {
          setCreated(request)
          setParams(withParam('request', request.number), { replace: true, preventScrollReset: true })
        }}
        onDeleted={begin}
      />
    </div>
  )
}

function Opened({ number, onNew }: { number: string; onNew: () => void }) {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const { data, error, refetch } = useRequest(number)
  if (data === undefined) {
    if (error instanceof CallError && error.status === 404)
      return (
        <Card padding="lg" className="max-w-3xl">
          <EmptyState picture="search" level={3} live title={t('documents.unknown')} action={<Begin onNew={onNew} />}>
            {t('documents.unknown_text')}
          </EmptyState>
        </Card>
      )
    return error === null ? <FormSkeleton /> : <LoadFailed error={error} onRetry={refetch} />
  }
  if (data.is_waiting && !params.has('step'))
    return (
      <Waiting request={data} onEdit={() => setParams({ request: number, step: '1' }, { preventScrollReset: true })} />
    )
  if (data.status !== 'draft') return <Navigate to={paths.documentRequest(number)} replace />
  return (
    <div className="grid max-w-3xl gap-4">
      <Steps stored={data} onCreated={() => undefined} onDeleted={onNew} />
    </div>
  )
}

/** A complete request of which staff looks up a fee. */
function Waiting({ request, onEdit }: { request: DocumentDetails; onEdit: () => void }) {
  const { t } = useTranslation()
  const { number, plate, kinds, form } = request
  return (
    <Card padding="lg" className="grid max-w-3xl grid-cols-1 gap-4">
      <div>
        <p className="text-sm text-ink-2">{t('documents.number', { number })}</p>
        <h3 className="mt-1 text-lg">{plate}</h3>
        <p className="text-ink-2">{kinds.map((kind) => t(`documents.kinds.${kind}`)).join(', ')}</p>
      </div>
      <Notice live title={t('documents.waiting.title')}>
        {t('documents.waiting.text')}
      </Notice>
      <KnownFees form={form} isAsked />
      <div>
        <Button variant="outline" onClick={onEdit}>
          {t('documents.quoted.edit')}
        </Button>
      </div>
    </Card>
  )
}

function Begin({ onNew }: { onNew: () => void }) {
  const { t } = useTranslation()
  return <Button onClick={onNew}>{t('documents.begin')}</Button>
}

/** Leads to what was begun before. */
function Drafts() {
  const { t, locale } = useTranslation()
  const { data } = useDrafts(true)
  const [, setParams] = useSearchParams()
  if (data === undefined || data.items.length === 0) return null
  return (
    <Notice title={t('documents.drafts.title', { count: data.items.length })}>
      <ul className="mt-1 grid gap-1">
        {data.items.map(({ id, number, plate, updated_at }) => {
          const name = plate ?? t('documents.drafts.no_plate')
          const when = formatMoment(new Date(updated_at), 'Africa/Lagos', locale)
          return (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4">
              {t('documents.drafts.one', { plate: name, when })}
              <Button
                variant="link"
                aria-label={t('documents.drafts.go_on_one', { plate: name })}
                onClick={() => setParams({ request: number }, { preventScrollReset: true })}
              >
                {t('documents.drafts.go_on')}
              </Button>
            </li>
          )
        })}
      </ul>
    </Notice>
  )
}
