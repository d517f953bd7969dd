import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { BodyOf } from '#contract/endpoint.ts'
import type { rateOrder } from '#contract/orders/order-ratings.ts'
import type { OrderDetails } from '#contract/orders/orders.ts'
import { maxReviewLength } from '#contract/reviews/review-rules.ts'
import { call } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { requestNames, sendOnce } from '#web/api/pendingRequests.ts'
import { StarField } from '#web/features/reviews/StarField.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { toast } from '#web/ui/overlay/toast.ts'

type Body = BodyOf<typeof rateOrder>
type Stars = Body['rating']

/** Rates the branch of an order with stars and a text, and those items that the customer wants to rate. */
export function RatingForm({ order }: { order: OrderDetails }) {
  const { t } = useTranslation()
  const [rating, setRating] = useState<Stars>()
  const [text, setText] = useState('')
  const [stars, setStars] = useState<Record<string, Stars>>({})
  const [texts, setTexts] = useState<Record<string, string>>({})
  const [isMissing, setMissing] = useState(false)
  const send = useRateOrder(order.id)
  const items = [
    ...new Map(order.lines.flatMap(({ item }) => (item.id === null ? [] : [[item.id, item.name]]))).entries(),
  ]

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(rating === undefined)
    if (rating === undefined) return document.getElementsByName('rating')[0]?.focus()
    const rated = items.flatMap(([id]) => {
      const value = stars[id!]
      return value === undefined ? [] : [{ id: id!, rating: value, ...toText(texts[id!] ?? '') }]
    })
    send.mutate({ rating, ...toText(text), items: rated }, { onSuccess: () => void toast(t('order_care.rating.sent')) })
  }
  return (
    <form noValidate onSubmit={submit} className="grid max-w-xl gap-4">
      {send.error !== null && <Notice tone="error">{describeFailure(t, send.error)}</Notice>}
      <StarField
        name="rating"
        label={t('order_care.rating.branch', { branch: order.branch.name })}
        value={rating}
        onChange={(value) => {
          setMissing(false)
          setRating(value)
        }}
        error={isMissing ? t('errors.fields.rating') : undefined}
      />
      {rating !== undefined && (
        <>
          <Field label={t('order_care.rating.text')} aside={t('common.optional')}>
            <TextArea
              name="text"
              rows={3}
              maxLength={maxReviewLength}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          </Field>
          {items.map(([id, name]) => (
            <div key={id} className="grid gap-3 border-t border-line pt-4">
              <StarField
                name={`rating-${id}`}
                label={t('order_care.rating.item', { item: name! })}
                optional
                value={stars[id!]}
                onChange={(value) => setStars((before) => ({ ...before, [id!]: value }))}
              />
              {stars[id!] !== undefined && (
                <Field label={t('order_care.rating.item_text', { item: name! })} aside={t('common.optional')}>
                  <TextArea
                    name={`text-${id}`}
                    rows={2}
                    maxLength={maxReviewLength}
                    value={texts[id!] ?? ''}
                    onChange={({ target }) => setTexts((before) => ({ ...before, [id!]: target.value }))}
                  />
                </Field>
              )}
            </div>
          ))}
          <p className="text-sm text-ink-2">{t('order_care.rating.public')}</p>
        </>
      )}
      <Button
        type="submit"
        variant={rating === undefined ? 'outline' : 'primary'}
        busy={send.isPending}
        className="justify-self-start max-sm:w-full"
      >
        {t('order_care.rating.send')}
      </Button>
    </form>
  )
}

const toText = (text: string) => (text.trim() === '' ? {} : { text: text.trim() })

/** Sends a rating once; the order shows it afterwards. */
function useRateOrder(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: Body) =>
      sendOnce(requestNames.rateOrder(id), { body }, (same, retryKey) =>
        call('POST /api/v1/orders/{id}/rating', { params: { id }, body: same, retryKey }),
      ),
    networkMode: 'always',
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['orders'] }),
        queries.invalidateQueries({ queryKey: ['reviews', 'shop'] }),
      ]),
  })
}
