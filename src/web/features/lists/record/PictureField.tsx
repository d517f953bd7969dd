import { useState } from 'react'
import { call } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { useDeskWords } from '../words.ts'

interface PictureFieldProps {
  name: string
  label: string
  hint: string | undefined
  error: string | undefined
  isRequired: boolean
  /** The address of the picture; empty for none. */
  value: string
  /** A logo keeps its kind of file, and the ground shows through it. */
  upload: 'logo' | undefined
  onChange: (url: string) => void
  /** An upload that the form waits for: gives the sentence of its refusal. */
  onUpload: (work: Promise<string | undefined>) => void
}

/** A picture, which is uploaded once it is chosen and belongs to the record once the form is saved. */
export function PictureField({
  name,
  label,
  hint,
  error,
  isRequired,
  value,
  upload: kind,
  onChange,
  onUpload,
}: PictureFieldProps) {
  const { t } = useDeskWords()
  const { t: site } = useTranslation()
  const [isSending, setIsSending] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const upload = async (file: File, input: HTMLInputElement) => {
    const form = new FormData()
    form.set('photo', file)
    setIsSending(true)
    setRefusal(undefined)
    try {
      const { url } =
        kind === 'logo'
          ? await call('POST /api/v1/admin/settings/theme/logos', { form })
          : await call('POST /api/v1/admin/pictures', { form })
      onChange(url)
      return undefined
    } catch (failure) {
      const sentence = describeFailure(site, failure)
      setRefusal(sentence)
      input.value = ''
      return sentence
    } finally {
      setIsSending(false)
    }
  }
  return (
    <Field label={label} hint={hint ?? t('desk.form.picture_hint')} error={refusal ?? error} required={isRequired}>
      <span className="flex flex-wrap items-center gap-3">
        {value !== '' && (
          <img
            src={kind === 'logo' ? value : `${value}?size=small`}
            alt={label}
            className={cx('h-20 w-28 rounded-lg bg-sunk', kind === 'logo' ? 'object-contain p-2' : 'object-cover')}
          />
        )}
        <TextInput
          name={name}
          type="file"
          accept={kind === 'logo' ? 'image/svg+xml,image/png,image/webp' : 'image/jpeg,image/png,image/webp'}
          onChange={({ target }) => {
            const file = (target as HTMLInputElement).files?.[0]
            if (file !== undefined) onUpload(upload(file, target as HTMLInputElement))
          }}
        />
        {isSending && <Spinner className="text-ink-3" />}
        {value !== '' && (
          <Button
            variant="outline"
            size="sm"
            onClick={() => {
              onUpload(Promise.resolve(undefined))
              onChange('')
            }}
          >
            {t('desk.form.remove_picture')}
          </Button>
        )}
      </span>
    </Field>
  )
}
