import { useState } from 'react'
import type { PhotoTexts } from '#contract/parks/desk/park-photos.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'

/** The texts of a photo while they are typed. */
export interface TypedTexts {
  description_en: string
  description_fr: string
  rights: string
  credit: string
}

const noTexts: TypedTexts = { description_en: '', description_fr: '', rights: '', credit: '' }

interface Texts {
  values: TypedTexts
  setValues: (values: TypedTexts) => void
}

export function useTexts(photo?: PhotoTexts): Texts {
  const [values, setValues] = useState<TypedTexts>(photo ? { ...photo, credit: photo.credit ?? '' } : noTexts)
  return { values, setValues }
}

/** The body of a call for what was typed. */
export const toTexts = (values: TypedTexts): PhotoTexts => ({
  ...values,
  rights: values.rights as PhotoTexts['rights'],
  credit: values.credit.trim() === '' ? null : values.credit,
})

/** The descriptions in both languages, and who may show the photo. */
export function PhotoFields({ values, setValues, errors }: Texts & { errors: Readonly<Record<string, string>> }) {
  const { t } = useDeskWords()
  return (
    <>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        {(['description_en', 'description_fr'] as const).map((name) => {
          const language = name === 'description_en' ? 'en' : 'fr'
          return (
            <Field
              key={name}
              label={t('desk.parks.photos.description')}
              aside={<span lang={language}>{t(`desk.form.${language}`)}</span>}
              error={errors[name]}
              required
            >
              <TextInput
                name={name}
                lang={language}
                autoComplete="off"
                value={values[name]}
                onChange={({ target }) => setValues({ ...values, [name]: target.value })}
              />
            </Field>
          )
        })}
        <Field label={t('desk.parks.photos.rights')} error={errors['rights']} required>
          <NativeSelect
            name="rights"
            value={values.rights}
            placeholder={t('desk.form.choose')}
            onChange={({ target }) => setValues({ ...values, rights: target.value })}
            options={(['own', 'permission'] as const).map((value) => ({
              value,
              label: t(`desk.parks.photos.rights_of.${value}`),
            }))}
          />
        </Field>
        <Field label={t('desk.parks.photos.credit')} error={errors['credit']} required={values.rights === 'permission'}>
          <TextInput
            name="credit"
            autoComplete="off"
            value={values.credit}
            onChange={({ target }) => setValues({ ...values, credit: target.value })}
          />
        </Field>
      </div>
    </>
  )
}
