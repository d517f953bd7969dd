import { useQueryClient } from '@tanstack/react-query'
import { Camera, Trash2 } from 'lucide-react'
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'
import type { DeskRecord } from '#contract/lists/records.ts'
import type { OrderRecord } from '#contract/orders/desk/order-record.ts'
import { maxServicePhotos, servicePhotos, servicePhotoRetention_days } from '#contract/orders/order-photos.ts'
import { call } from '#web/api/call.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { Failure } from '#web/features/lists/Failure.tsx'
import type { RecordPanel } from '#web/features/lists/record/RecordScreen.tsx'
import { useDeskWords } from '#web/features/lists/words.ts'
import { shrinkPicture } from '#web/page/pictures.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatDateTime } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { FieldError } from '#web/ui/form/Field.tsx'
import { usePhoto } from '#web/ui/form/usePhoto.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { usePanelCall } from '../parks/usePanelCall.tsx'
import { HandOverFields, noHandOver } from './HandOverFields.tsx'
import { sendDeskPhoto, useDeskPhoto, useHandOverPhoto } from './photos.ts'

/** Photos of the service before and after it, and the handover with a photo. */
export const PhotosPanel: RecordPanel = ({ record, onChanged }) => {
  const order = record as unknown as OrderRecord
  const { t } = useDeskWords()
  const { data: profile } = useProfile()
  const mayChange = profile?.permissions.includes('orders.update') === true
  const { photos, photos_left } = order
  const isAdding = mayChange && photos_left > 0
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(18rem,2fr)]">
      <Card as="section" padding="lg" className="grid gap-4">
        <div>
          <h2 className="text-md font-bold">{t('desk.orders.photos.title')}</h2>
          <p className="text-sm text-ink-2">
            {t('desk.orders.photos.text', { most: maxServicePhotos, days: servicePhotoRetention_days })}
          </p>
        </div>
        {photos.length === 0 && <p className="text-ink-2">{t('desk.orders.photos.none')}</p>}
        <ul className="grid gap-4 empty:hidden sm:grid-cols-2">
          {photos.map((photo) => (
            <Photo key={photo.id} order={order} photo={photo} mayDelete={mayChange && photo.shows !== 'handover'} />
          ))}
        </ul>
        {isAdding && <AddPhotos order={order} />}
      </Card>
      {mayChange && order.actions.includes('hand_over_with_photo') && (
        <HandOverForm order={order} onChanged={onChanged} />
      )}
    </div>
  )
}

interface PhotoProps {
  order: OrderRecord
  photo: OrderRecord['photos'][number]
  mayDelete: boolean
}

function Photo({ order, photo: { id: photo_id, shows, at }, mayDelete }: PhotoProps) {
  const { t, labelled, locale } = useDeskWords()
  const { address, error, retry } = useDeskPhoto(order.id, photo_id)
  const { run, dialog } = usePanelCall()
  const label = t(`desk.orders.photos.shows.${shows}`)
  const remove = () =>
    run(
      () => call('DELETE /api/v1/admin/online-orders/{id}/photos/{photo_id}', { params: { id: order.id, photo_id } }),
      t('desk.orders.photos.deleted'),
    )
  return (
    <li className="grid content-start gap-1.5">
      {error !== null ? (
        <Failure error={error} onRetry={() => void retry()} />
      ) : address === undefined ? (
        <Skeleton className="h-44 rounded-lg" />
      ) : (
        <a href={address} target="_blank" rel="noreferrer">
          <img src={address} alt={label} className="h-44 w-full rounded-lg border border-line bg-sunk object-contain" />
        </a>
      )}
      <p className="flex flex-wrap items-center justify-between gap-x-3 text-sm">
        <span>
          <span className="font-semibold">{label}</span>
          <span className="text-ink-2"> · {formatDateTime(new Date(at), order.timezone, locale)}</span>
        </span>
        {mayDelete && (
          <Button
            size="sm"
            variant="ghost"
            onClick={remove}
            aria-label={labelled(t('desk.orders.photos.delete'), label)}
          >
            <Trash2 aria-hidden="true" className="size-4" />
            {t('desk.orders.photos.delete')}
          </Button>
        )}
      </p>
      {dialog}
    </li>
  )
}

function AddPhotos({ order }: { order: OrderRecord }) {
  const { t, labelled } = useDeskWords()
  const { t: site } = useTranslation()
  const { run, errors, dialog } = usePanelCall()
  const [sending, setSending] = useState<string>()
  const [failed, setFailed] = useState(false)
  const inputs = useRef<Record<string, HTMLInputElement | null>>({})
  const take = async ({ target }: ChangeEvent<HTMLInputElement>, shows: (typeof servicePhotos)[number]) => {
    const file = target.files?.[0]
    // Allows the same file to be chosen again.
    target.value = ''
    if (file === undefined || sending !== undefined) return
    setFailed(false)
    setSending(shows)
    try {
      const photo = await shrinkPicture(file).catch(() => setFailed(true))
      if (photo) await run(() => sendDeskPhoto(order.id, photo, shows), t('desk.orders.photos.added'))
    } finally {
      setSending(undefined)
    }
  }
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2.5">
        {servicePhotos.map((shows) => (
          <span key={shows}>
            <Button
              size="md"
              variant="outline"
              className="min-h-11"
              busy={sending === shows}
              disabled={sending !== undefined}
              onClick={() => inputs.current[shows]?.click()}
            >
              <Camera aria-hidden="true" className="size-5" />
              {t(`desk.orders.photos.add_${shows}`)}
            </Button>
            <input
              ref={(input) => {
                inputs.current[shows] = input
              }}
              type="file"
              accept="image/*"
              tabIndex={-1}
              aria-label={labelled(t('desk.orders.photos.file'), t(`desk.orders.photos.shows.${shows}`))}
              className="sr-only"
              onChange={(event) => void take(event, shows)}
            />
          </span>
        ))}
      </div>
      <FieldError error={failed ? site('photo.failed') : errors['photo']} />
      {dialog}
    </div>
  )
}

interface HandOverFormProps {
  order: OrderRecord
  onChanged: (record: DeskRecord) => void
}

/** Delivers the order without the customer's code. */
function HandOverForm({ order, onChanged }: HandOverFormProps) {
  const { t } = useDeskWords()
  const queries = useQueryClient()
  const { run, errors, dialog } = usePanelCall()
  const photo = usePhoto()
  const [value, setValue] = useState(noHandOver)
  const [isSending, setSending] = useState(false)
  const [isTried, setTried] = useState(false)
  const sendPhoto = useHandOverPhoto(order.id)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending) return
    const { reason, note } = value
    setTried(true)
    setSending(true)
    const url = (await photo.whenReady())?.url
    if (url === undefined) return setSending(false)
    const changed = await run(async () => {
      const body = { photo_id: await sendPhoto(url), reason, ...(note.trim() !== '' && { note }) }
      return call('POST /api/v1/admin/online-orders/{id}/hand-over-with-photo', { params: { id: order.id }, body })
    }, t('desk.orders.photos.handed_over')).finally(() => setSending(false))
    if (changed === undefined) return
    onChanged(changed)
    void queries.invalidateQueries({ queryKey: ['desk', 'order-board'] })
  }
  const shown = isTried && photo.isMissing ? { ...errors, photo: t('desk.orders.photos.missing') } : errors
  return (
    <Card as="section" padding="lg">
      <form noValidate onSubmit={submit} className="grid gap-4">
        <div>
          <h2 className="text-md font-bold">{t('desk.orders.photos.hand_over')}</h2>
          <p className="text-sm text-ink-2">{t('desk.orders.photos.hand_over_text')}</p>
        </div>
        <HandOverFields photo={photo} value={value} onChange={setValue} errors={shown} />
        <Button type="submit" size="md" busy={isSending} className="justify-self-start">
          {t('desk.orders.photos.hand_over')}
        </Button>
      </form>
      {dialog}
    </Card>
  )
}
