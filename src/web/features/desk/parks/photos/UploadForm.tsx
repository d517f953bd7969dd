import { type FormEvent, useRef, useState } from 'react'
import { call } from '#web/api/call.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { usePanelCall } from '../usePanelCall.tsx'
import { PhotoFields, useTexts } from './PhotoFields.tsx'

/** Adds a photo with its descriptions and rights. */
export function UploadForm({ id }: { id: string }) {
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
