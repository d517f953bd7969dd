import { Plus, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { ParkPhotos } from '#contract/parks/desk/park-photos.ts'
import { call } from '#web/api/call.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { parseDegrees } from '#web/time/typedNumber.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { usePanelCall } from '../usePanelCall.tsx'

interface Typed {
  name: string
  lat: string
  lng: string
  photo_id: string
}

/** What is no number is left for the server to refuse. Coordinates are shown with a point, as maps write them. */
const readDegrees = (text: string): number => parseDegrees(text) ?? (text as unknown as number)

/** The entrances with their positions, in the order of the page. */
export function EntrancesForm({
  id,
  photos: { version, lat, lng, photos, entrances },
  mayChange,
}: {
  id: string
  photos: ParkPhotos
  mayChange: boolean
}) {
  const { t, language } = useDeskWords()
  const { run, errors, dialog } = usePanelCall()
  const [typed, setTyped] = useState<Typed[]>(
    entrances.map((entrance) => ({
      name: entrance.name ?? '',
      lat: String(entrance.lat),
      lng: String(entrance.lng),
      photo_id: entrance.photo_id ?? '',
    })),
  )
  const change = (n: number, part: Partial<Typed>) =>
    setTyped(typed.map((entry, i) => (i === n ? { ...entry, ...part } : entry)))
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const body = {
      version,
      entrances: typed.map((entry) => ({
        name: entry.name.trim() === '' ? null : entry.name,
        lat: readDegrees(entry.lat),
        lng: readDegrees(entry.lng),
        photo_id: entry.photo_id === '' ? null : entry.photo_id,
      })),
    }
    await run(
      () => call('PUT /api/v1/admin/parks/{id}/entrances', { params: { id }, body }),
      t('desk.parks.entrances.saved'),
    )
  }
  return (
    <Card as="section" padding="lg">
      <form noValidate onSubmit={save} className="grid gap-4">
        <h2 className="text-md font-bold">{t('desk.parks.entrances.title')}</h2>
        {typed.length === 0 && <p className="text-ink-2">{t('desk.parks.entrances.none')}</p>}
        {typed.map((entry, n) => (
          <div key={n} className="flex items-start gap-2 rounded-lg bg-sunk p-3">
            <div className="grid min-w-0 flex-1 items-start gap-3 sm:grid-cols-2 xl:grid-cols-4">
              {(['name', 'lat', 'lng'] as const).map((field) => (
                <Field
                  key={field}
                  label={t(`desk.parks.entrances.${field}`)}
                  error={errors[`entrances.${n}.${field}`]}
                  required={field !== 'name'}
                >
                  <TextInput
                    name={`entrances.${n}.${field}`}
                    autoComplete="off"
                    inputMode={field === 'name' ? undefined : 'decimal'}
                    readOnly={!mayChange}
                    value={entry[field]}
                    onChange={({ target }) => change(n, { [field]: target.value })}
                  />
                </Field>
              ))}
              <Field label={t('desk.parks.entrances.photo')} error={errors[`entrances.${n}.photo_id`]}>
                <NativeSelect
                  value={entry.photo_id}
                  placeholder={t('desk.parks.entrances.no_photo')}
                  disabled={!mayChange}
                  onChange={({ target }) => change(n, { photo_id: target.value })}
                  options={photos.map((photo) => ({
                    value: photo.id,
                    label: language === 'fr' ? photo.description_fr : photo.description_en,
                  }))}
                />
              </Field>
            </div>
            {mayChange && (
              <IconButton
                label={t('desk.parks.entrances.remove', { n: n + 1 })}
                icon={<X aria-hidden="true" />}
                onClick={() => setTyped(typed.filter((_, i) => i !== n))}
              />
            )}
          </div>
        ))}
        {mayChange && (
          <div className="flex flex-wrap gap-2">
            <Button
              variant="outline"
              size="md"
              onClick={() => setTyped([...typed, { name: '', lat: String(lat), lng: String(lng), photo_id: '' }])}
            >
              <Plus aria-hidden="true" className="size-4" />
              {t('desk.parks.entrances.add')}
            </Button>
            <Button type="submit" size="md">
              {t('desk.parks.entrances.save')}
            </Button>
          </div>
        )}
      </form>
      {dialog}
    </Card>
  )
}
