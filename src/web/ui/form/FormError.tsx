import { useEffect, useRef } from 'react'
import { revealFirstError } from './revealErrors.ts'

export interface FormErrorItem {
  /** The `name` of the invalid control; without it the message is no link. */
  field?: string
  message: string
}

interface FormErrorProps {
  title: string
  errors?: readonly FormErrorItem[]
  /** Increment it with each refused submit, so that the summary takes the focus again. */
  attempt?: number
}

/** The error summary of a form with links to each invalid field. The first of them takes the focus, or the summary. */
export function FormError({ title, errors = [], attempt }: FormErrorProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const scope = box.current?.closest('form, [role=dialog], main')
    if (!scope || !revealFirstError(scope)) box.current?.focus()
  }, [attempt])
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="rounded-lg border border-bad bg-bad-soft px-4 py-3 text-bad shadow-[inset_4px_0_0_var(--color-bad)]"
    >
      <p className="font-bold">{title}</p>
      {errors.length > 0 && (
        <ul className="mt-1 grid text-base">
          {errors.map(({ field, message }) => (
            <li key={`${field} ${message}`}>
              {field ? (
                <button
                  type="button"
                  className="min-h-9 py-1 text-left underline underline-offset-4 touch:min-h-11"
                  onClick={() => focusField(field)}
                >
                  {message}
                </button>
              ) : (
                <span className="block py-1">{message}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const focusField = (name: string) => {
  const control = document.getElementsByName(name)[0] ?? document.getElementById(name)
  control?.scrollIntoView({ block: 'center' })
  control?.focus({ preventScroll: true })
}
