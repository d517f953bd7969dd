import { type Ref, useId, useState } from 'react'
import { ratings } from '#contract/reviews/review-rules.ts'
import { type ReviewRequest } from '#contract/reviews/reviews.ts'
import { useTranslation } from '#web/page/translation.ts'
import { FieldError } from '#web/ui/form/Field.tsx'
import { StarShape } from './Stars.tsx'

interface StarFieldProps {
  name: string
  /** 'Your rating' by default. */
  label?: string
  optional?: boolean
  value: ReviewRequest['rating'] | undefined
  onChange: (rating: ReviewRequest['rating']) => void
  error?: string | undefined
  ref?: Ref<HTMLInputElement>
}

/** Chooses one to five stars. Native radios, for the arrow keys and screen readers. */
export function StarField({ name, label, optional = false, value, onChange, error, ref }: StarFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const [pointed, setPointed] = useState<ReviewRequest['rating']>()
  const shown = pointed ?? value
  return (
    <fieldset aria-invalid={error ? true : undefined} aria-describedby={error ? id : undefined} className="min-w-0">
      <legend className="mb-1 text-base font-semibold">
        {label ?? t('reviews.form.stars')}
        {!optional && (
          <span aria-hidden="true" className="ml-0.5 text-bad">
            *
          </span>
        )}
      </legend>
      <div className="flex flex-wrap items-center gap-x-3">
        <div className="-ml-2 flex" onPointerLeave={() => setPointed(undefined)}>
          {ratings.map((rating) => (
            <label
              key={rating}
              onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setPointed(rating)}
              className="grid size-12 cursor-pointer place-items-center rounded-lg has-focus-visible:outline-3 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus"
            >
              <input
                ref={rating === 1 ? ref : undefined}
                type="radio"
                name={name}
                value={rating}
                checked={rating === value}
                onChange={() => onChange(rating)}
                className="sr-only"
              />
              <StarShape fill={shown !== undefined && rating <= shown ? 'whole' : 'none'} className="[&_svg]:size-8" />
              <span className="sr-only">
                {t('reviews.form.star', { count: rating })}, {t(`reviews.form.rating_${rating}`)}
              </span>
            </label>
          ))}
        </div>
        <span aria-hidden="true" className="min-h-6 font-semibold">
          {shown !== undefined && t(`reviews.form.rating_${shown}`)}
        </span>
      </div>
      <FieldError id={id} error={error} />
    </fieldset>
  )
}
