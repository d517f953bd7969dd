import { Camera, Trash2 } from 'lucide-react'
import { type ChangeEvent, type ReactNode, useId, useRef } from 'react'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '../Button.tsx'
import { FieldError } from './Field.tsx'
import type { Photo } from './usePhoto.ts'

interface PhotoFieldProps {
  label: string
  hint?: string
  /** Alternative text of the photo. */
  alt: string
  aside?: ReactNode
  photo: Photo
  /** Phones open their camera at once, for what the driver is looking at; otherwise they offer earlier photos too. */
  fromCamera?: boolean
  /** Why the form cannot be sent without a photo. */
  error?: string | undefined
}

/** Takes or chooses a photo, scales it down, and shows it before it is sent. */
export function PhotoField({ label, hint, alt, aside, photo, fromCamera, error }: PhotoFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { url, isPreparing, isUnreadable } = photo
  const shown = isUnreadable ? t('photo.failed') : error
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    // Allows the same file to be chosen again.
    target.value = ''
    if (file !== undefined) photo.choose(file)
  }
  return (
    <div role="group" aria-labelledby={id} className="grid gap-1.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <p id={id} className="text-base font-semibold">
          {label}
        </p>
        {aside && <span className="text-sm text-ink-2">{aside}</span>}
      </div>
      {hint !== undefined && <p className="text-sm text-ink-2">{hint}</p>}
      {url !== undefined && (
        <img src={url} alt={alt} className="h-44 w-full rounded-lg border border-line object-cover" />
      )}
      <div className="flex flex-wrap gap-2.5">
        <Button
          ref={photo.button}
          name="photo"
          variant="outline"
          size="md"
          busy={isPreparing}
          aria-invalid={shown ? true : undefined}
          aria-describedby={shown ? `${id}-error` : undefined}
          onClick={() => input.current?.click()}
        >
          <Camera aria-hidden="true" className="size-5" />
          {t(url !== undefined ? 'photo.again' : fromCamera ? 'photo.take' : 'photo.add')}
        </Button>
        {(url !== undefined || isUnreadable) && (
          <Button variant="ghost" size="md" onClick={photo.remove}>
            <Trash2 aria-hidden="true" className="size-5" />
            {t('photo.remove')}
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept="image/*"
        {...(fromCamera && { capture: 'environment' })}
        tabIndex={-1}
        aria-label={label}
        className="sr-only"
        onChange={take}
      />
      <p role="status" className="sr-only">
        {isPreparing && t('photo.preparing')}
      </p>
      <FieldError id={`${id}-error`} error={shown} />
    </div>
  )
}
