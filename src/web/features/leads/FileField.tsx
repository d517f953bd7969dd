import { FileText, Trash2 } from 'lucide-react'
import { type ChangeEvent, type ReactNode, useId, useRef } from 'react'
import { maxApplication_bytes } from '#contract/leads/leads.ts'
import { useHydrating } from '#web/page/rendering.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatFileSize } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { FieldError } from '#web/ui/form/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'

interface FileFieldProps {
  name: string
  label: string
  hint: ReactNode
  aside: ReactNode
  file: File | undefined
  /** Name of a file chosen before a reload, which must be chosen again; empty if there is none. */
  lost: string
  onFile: (file: File | undefined, problem?: string) => void
  error: string | undefined
  className?: string
}

/** A PDF field that shows the size and rejects files that are too large. */
export function FileField({ name, label, hint, aside, file, lost, onFile, error, className }: FileFieldProps) {
  const { t, locale } = useTranslation()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const isHydrating = useHydrating()
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const chosen = target.files?.[0]
    // Reset the input, so that the same file can be chosen again.
    target.value = ''
    if (chosen === undefined) return
    if (chosen.size > maxApplication_bytes) onFile(undefined, t('errors.payload_too_large'))
    else onFile(chosen)
  }
  return (
    <div
      role="group"
      aria-labelledby={id}
      aria-describedby={cx(`${id}-hint`, error && `${id}-error`)}
      className={cx('grid gap-1.5', className)}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <p id={id} className="text-base font-semibold">
          {label}
        </p>
        {aside && <span className="text-sm text-ink-2">{aside}</span>}
      </div>
      <p id={`${id}-hint`} className="text-sm text-ink-2">
        {hint}
      </p>
      {file !== undefined && (
        <p className="flex min-w-0 items-center gap-2.5 rounded-lg border border-line bg-sunk px-3.5 py-2.5">
          <FileText aria-hidden="true" className="size-5 shrink-0 text-act" />
          <span className="min-w-0 truncate font-semibold">{file.name}</span>
          <span className="shrink-0 text-sm text-ink-2">{formatFileSize(file.size, locale)}</span>
        </p>
      )}
      {lost !== '' && <Notice tone="warning">{t('leads_form.file_lost', { name: lost })}</Notice>}
      <div className="flex flex-wrap gap-2.5">
        <Button variant="outline" size="md" onClick={() => input.current?.click()}>
          {t(file === undefined ? 'leads_form.file_choose' : 'leads_form.file_replace')}
        </Button>
        {(file !== undefined || lost !== '') && (
          <Button variant="ghost" size="md" onClick={() => onFile(undefined)}>
            <Trash2 aria-hidden="true" className="size-5" />
            {t(file === undefined ? 'leads_form.file_skip' : 'leads_form.file_remove')}
          </Button>
        )}
      </div>
      <input
        ref={input}
        name={name}
        type="file"
        accept="application/pdf,.pdf"
        tabIndex={isHydrating ? undefined : -1}
        aria-label={label}
        className="sr-only noscript:not-sr-only"
        onChange={take}
      />
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}
