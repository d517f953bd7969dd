import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState, type FormEvent, useRef } from 'react'
import type { DeskRecord } from '#contract/lists/records.ts'
import type { DeskPhoto } from '#contract/parks/desk/park-photos.ts'
import { call } from '#web/api/call.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { Failure } from '#web/features/lists/Failure.tsx'
import { useDeskWords } from '#web/features/lists/words.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { photosQuery } from '../api.ts'
import { usePanelCall } from '../usePanelCall.tsx'
import { EntrancesForm } from './EntrancesForm.tsx'
import { PhotoFields, toTexts, useTexts } from './PhotoFields.tsx'

/** The photos and entrances of the car park, as its page shows them. */
export function PhotosPanel({ record: { id } }: { record: DeskRecord }) {
  const { t } = useDeskWords()
  const { data: profile } = useProfile()
  const { data, error, refetch } = useQuery(photosQuery(id))
  const mayChange = profile?.permissions.includes('parks.update') === true
  if (data === undefined && error !== null) return <Failure error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton className="h-96 rounded-xl" aria-label={t('desk.loading')} />
  return (
    <div className="grid grid-cols-1 gap-4">
      <Card as="section" padding="lg" className="grid grid-cols-1 gap-4">
        <h2 className="text-md font-bold">{t('desk.parks.photos.title')}</h2>
        {data.photos.length === 0 ? (
          <p className="text-ink-2">{t('desk.parks.photos.none')}</p>
        ) : (
          <ol className="grid gap-4">
            {data.photos.map((photo, n) => (
              <PhotoRow
                key={photo.id}
                id={id}
                photo={photo}
                mayChange={mayChange}
                isFirst={n === 0}
                isLast={n === data.photos.length - 1}
              />
            ))}
          </ol>
        )}
      </Card>
      {mayChange && <UploadForm id={id} />}
      <EntrancesForm key={data.version} id={id} photos={data} mayChange={mayChange} />
    </div>
  )
}

interface RowProps {
  id: string
  photo: DeskPhoto
  mayChange: boolean
  isFirst: boolean
  isLast: boolean
}

function PhotoRow({ id, photo, mayChange, isFirst, isLast }: RowProps) {
  const { t, labelled, language } = useDeskWords()
  const { run, errors, dialog } = usePanelCall()
  const [isEditing, setIsEditing] = useState(false)
  const texts = useTexts(photo)
  const name = language === 'fr' ? photo.description_fr : photo.description_en
  const params = { id, photo_id: photo.id }
  const move = (direction: 'up' | 'down') =>
    run(
      () => call('POST /api/v1/admin/parks/{id}/photos/{photo_id}/move', { params, body: { direction } }),
      t('desk.parks.photos.moved'),
    )
  const save = async () => {
    const saved = await run(
      () => call('PATCH /api/v1/admin/parks/{id}/photos/{photo_id}', { params, body: toTexts(texts.values) }),
      t('desk.parks.photos.saved'),
    )
    if (saved !== undefined) setIsEditing(false)
  }
  return (
    <li className="grid gap-3 border-b border-line pb-4 last:border-0 sm:grid-cols-[12rem_minmax(0,1fr)]">
      <img
        src={`${photo.url}?size=small`}
        alt={name}
        width={photo.width}
        height={photo.height}
        loading="lazy"
        className="h-auto w-full rounded-lg bg-sunk"
      />
      <div className="grid content-start gap-3">
        {isEditing ? (
          <>
            <PhotoFields {...texts} errors={errors} />
            <div className="flex flex-wrap gap-2">
              <Button size="sm" onClick={save}>
                {t('desk.form.save')}
              </Button>
              <Button variant="outline" size="sm" onClick={() => setIsEditing(false)}>
                {t('desk.form.cancel')}
              </Button>
            </div>
          </>
        ) : (
          <>
            <div className="text-sm">
              <p>
                <span className="text-ink-2">{labelled(t('desk.form.en'), '')}</span>
                <span lang="en">{photo.description_en}</span>
              </p>
              <p>
                <span className="text-ink-2">{labelled(t('desk.form.fr'), '')}</span>
                <span lang="fr">{photo.description_fr}</span>
              </p>
              <p className="text-ink-2">
                {t(`desk.parks.photos.rights_of.${photo.rights}`)}
                {photo.credit !== null && ` · ${photo.credit}`}
              </p>
            </div>
            {mayChange && (
              <div className="flex flex-wrap items-center gap-2">
                {!isFirst && (
                  <IconButton
                    label={t('desk.parks.photos.up', { name })}
                    icon={<ArrowUp aria-hidden="true" />}
                    onClick={() => void move('up')}
                  />
                )}
                {!isLast && (
                  <IconButton
                    label={t('desk.parks.photos.down', { name })}
                    icon={<ArrowDown aria-hidden="true" />}
                    onClick={() => void move('down')}
                  />
                )}
                <Button
                  variant="outline"
                  size="sm"
                  aria-label={t('desk.parks.photos.edit_label', { name })}
                  onClick={() => setIsEditing(true)}
                >
                  {t('desk.record.edit')}
                </Button>
                <Button
                  variant="outline"
                  size="sm"
                  aria-label={t('desk.parks.photos.remove_label', { name })}
                  onClick={() =>
                    run(
                      () => call('POST /api/v1/admin/parks/{id}/photos/{photo_id}/remove', { params }),
                      t('desk.parks.photos.removed'),
                    )
                  }
                >
                  {t('desk.parks.photos.remove')}
                </Button>
              </div>
            )}
          </>
        )}
        {dialog}
      </div>
    </li>
  )
}

/** Adds a photo with its descriptions and rights. */
function UploadForm({ id }: { id: string }) {
  const { t } = useDeskWords()
  const { run, errors, dialog } = usePanelCall()
  const texts = useTexts()
  const [isSending, setIsSending] = useState(false)
  const file = useRef<HTMLInputElement>(null)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending) return
    const form = new FormData()
    for (const [name, value] of Object.entries(texts.values)) form.set(name, value as string)
    const photo = file.current?.files?.[0]
    if (photo !== undefined) form.set('photo', photo)
    setIsSending(true)
    const added = await run(
      () => call('POST /api/v1/admin/parks/{id}/photos', { params: { id }, form }),
      t('desk.parks.photos.added'),
    ).finally(() => setIsSending(false))
    if (added === undefined) return
    texts.setValues({ description_en: '', description_fr: '', rights: '', credit: '' })
    if (file.current !== null) file.current.value = ''
  }
  return (
    <Card as="section" padding="lg">
      <form noValidate onSubmit={send} className="grid gap-4">
        <h2 className="text-md font-bold">{t('desk.parks.photos.add')}</h2>
        <Field
          label={t('desk.parks.photos.file')}
          hint={t('desk.parks.photos.file_hint')}
          error={errors['photo']}
          required
        >
          <TextInput ref={file} name="photo" type="file" accept="image/jpeg,image/png,image/webp" />
        </Field>
        <PhotoFields {...texts} errors={errors} />
        <Button type="submit" size="md" busy={isSending} className="justify-self-start">
          {t('desk.parks.photos.upload')}
        </Button>
      </form>
      {dialog}
    </Card>
  )
}
