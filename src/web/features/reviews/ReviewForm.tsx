import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef } from 'react'
import { useController, useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { maxReviewLength } from '#contract/reviews/review-rules.ts'
import { ReviewRequest } from '#contract/reviews/reviews.ts'
import { emptyAsUnset, fieldMessage, useSubmit } from '#web/api/forms.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatNumber } from '#web/time/format.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { FormError } from '#web/ui/form/FormError.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { useCreateReview } from './api.ts'
import { StarField } from './StarField.tsx'

interface ReviewFormProps {
  booking_code: string
  park_slug: string
  /** Called once the review is posted; the form then shows its thanks. */
  onDone: () => void
}

/** Reviews a park after a booking: stars, and an optional text. */
export function ReviewForm({ booking_code, park_slug, onDone }: ReviewFormProps) {
  const { t, locale } = useTranslation()
  const add = useCreateReview(park_slug)
  const form = useForm<z.input<typeof ReviewRequest>, unknown, ReviewRequest>({
    resolver: zodResolver(ReviewRequest),
    defaultValues: { booking_id: booking_code },
    shouldFocusError: false,
  })
  const rating = useController({ control: form.control, name: 'rating' })
  const labels = { rating: t('reviews.form.stars'), text: t('reviews.form.text') }
  const { submit, summary } = useSubmit(form, labels, async (body) => {
    await add.mutateAsync(body)
    onDone()
  })
  const { errors, isSubmitting } = form.formState
  if (add.isSuccess) return <Thanks park_slug={park_slug} />

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {summary && <FormError {...summary} />}
      <StarField
        name="rating"
        value={rating.field.value}
        onChange={rating.field.onChange}
        ref={rating.field.ref}
        error={fieldMessage(t, errors.rating)}
      />
      <Field
        label={labels.text}
        aside={t('common.optional')}
        hint={t('reviews.form.text_hint', { most: formatNumber(maxReviewLength, locale) })}
        error={fieldMessage(t, errors.text)}
      >
        <TextArea {...form.register('text', { setValueAs: emptyAsUnset })} />
      </Field>
      <p className="text-sm text-ink-2">{t('reviews.form.public')}</p>
      <Button type="submit" busy={isSubmitting} className="justify-self-start max-sm:w-full">
        {t('reviews.form.send')}
      </Button>
    </form>
  )
}

/** Takes the focus from the removed form. */
function Thanks({ park_slug }: { park_slug: string }) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      <Notice
        tone="success"
        title={t('reviews.form.thanks')}
        live
        action={
          <ButtonLink to={paths.park(park_slug)} variant="outline" size="md">
            {t('reviews.form.view')}
          </ButtonLink>
        }
      >
        {t('reviews.form.thanks_text')}
      </Notice>
    </div>
  )
}
