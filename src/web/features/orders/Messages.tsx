import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState, useEffect } from 'react'
import type { BodyOf } from '#contract/endpoint.ts'
import { maxMessageLength, type OrderMessages, type sendOrderMessage } from '#contract/orders/order-messages.ts'
import type { OrderDetails } from '#contract/orders/orders.ts'
import { minute_ms } from '#contract/time.ts'
import { call } from '#web/api/call.ts'
import { callIfChanged } from '#web/api/callIfChanged.ts'
import { describeFailure } from '#web/api/failures.ts'
import { requestNames, sendOnce } from '#web/api/pendingRequests.ts'
import { storeAnswer } from '#web/api/storeAnswer.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatMoment } from '#web/time/format.ts'
import { formatDeadlineInSentence } from '#web/time/inSentence.ts'
import { Bubble } from '#web/ui/Bubble.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { PhotoField } from '#web/ui/form/PhotoField.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { usePhoto } from '#web/ui/form/usePhoto.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { Section } from '#web/ui/Page.tsx'
import { OrderPhoto } from './OrderPhoto.tsx'
import { useAddOrderPhoto } from './photos.ts'

/** What the customer and the branch wrote to each other about an order, and the field for more. */
export function Messages({ order }: { order: OrderDetails }) {
  const { t, locale } = useTranslation()
  const { branch } = order
  const { data } = useOrderMessages(order.id)
  if (data === undefined || (data.items.length === 0 && !data.is_open)) return null
  return (
    <Section id="messages" title={t('order_care.messages.title')}>
      {data.items.length > 0 && (
        <ol aria-live="polite" className="mb-5 grid gap-4">
          {data.items.map(({ id, author, text, photo_id, created_at }) => (
            <Bubble
              key={id}
              isOwn={author === 'customer'}
              author={author === 'customer' ? t('order_care.messages.you') : branch.name}
              time={<time dateTime={created_at}>{formatMoment(new Date(created_at), branch.timezone, locale)}</time>}
            >
              {text !== '' && <p>{text}</p>}
              {photo_id !== null && (
                <OrderPhoto order_id={order.id} photo_id={photo_id} alt={t('order_care.messages.photo_alt')} />
              )}
            </Bubble>
          ))}
        </ol>
      )}
      {data.is_open ? (
        <MessageForm order={order} closes_at={data.closes_at} />
      ) : (
        <p className="text-ink-2">{t('order_care.messages.closed')}</p>
      )}
    </Section>
  )
}

function MessageForm({ order, closes_at }: { order: OrderDetails; closes_at: string | null }) {
  const { t, locale } = useTranslation()
  const { branch } = order
  const [text, setText] = useState('')
  const photo = usePhoto()
  const [isAdding, setAdding] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<string>()
  const send = useSendMessage(order.id)
  const sendPhoto = useAddOrderPhoto(order.id)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending) return
    setSending(true)
    setFailure(undefined)
    try {
      const ready = await photo.whenReady()
      if (ready === undefined) return
      const isEmpty = text.trim() === '' && ready.url === undefined
      setMissing(isEmpty)
      if (isEmpty) return document.getElementsByName('message')[0]?.focus()
      const photo_id = ready.url === undefined ? undefined : await sendPhoto(ready.url)
      await send.mutateAsync({ text: text.trim(), ...(photo_id !== undefined && { photo_id }) })
      setText('')
      photo.remove()
      setAdding(false)
      toast(t('order_care.messages.sent'))
    } catch (error) {
      setFailure(describeFailure(t, error))
    } finally {
      setSending(false)
    }
  }
  const closing = closes_at && formatDeadlineInSentence(new Date(closes_at), branch.timezone, locale)
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <Field
        label={t('order_care.messages.to', { branch: branch.name })}
        hint={
          <>
            {t('order_care.messages.hint')}
            {closing !== null && ` ${t('order_care.messages.closes', { until: closing })}`}
          </>
        }
        error={isMissing ? t('errors.fields.required') : undefined}
      >
        <TextArea
          name="message"
          rows={3}
          maxLength={maxMessageLength}
          value={text}
          onChange={({ target }) => {
            setMissing(false)
            setText(target.value)
          }}
        />
      </Field>
      {isAdding && <PhotoField label={t('order_care.photo')} alt={t('order_care.messages.photo_alt')} photo={photo} />}
      {failure !== undefined && <Notice tone="error">{failure}</Notice>}
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" size="md" busy={isSending}>
          {t('order_care.messages.send')}
        </Button>
        {!isAdding && (
          <Button variant="ghost" size="md" onClick={() => setAdding(true)}>
            {t('order_care.messages.add_photo')}
          </Button>
        )}
      </div>
    </form>
  )
}

const messagesKey = (id: string) => ['orders', 'messages', id]

/** Messages are asked for this often, and less in the background. */
const findRefresh_ms = () => (document.visibilityState === 'hidden' ? minute_ms : 10_000)

/** What an order's customer and branch wrote to each other; what is shown is marked as read. */
function useOrderMessages(id: string) {
  const queries = useQueryClient()
  const found = useQuery({
    queryKey: messagesKey(id),
    queryFn: ({ client, queryKey, signal }) =>
      callIfChanged('GET /api/v1/orders/{id}/messages', { params: { id }, signal }, { client, queryKey }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.is_open === false ? false : findRefresh_ms()),
  })
  const unread = found.data?.unread ?? 0
  useEffect(() => {
    if (unread === 0) return
    // A failed call is made again on the next visit.
    call('POST /api/v1/orders/{id}/messages/read', { params: { id } }).then(
      () => queries.invalidateQueries({ queryKey: ['notifications', 'threads'] }),
      () => undefined,
    )
  }, [unread, id, queries])
  return found
}

/** Sends a message once however often it is sent. */
function useSendMessage(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof sendOrderMessage>) =>
      sendOnce(requestNames.sendMessage(id), { body }, (same, retryKey) =>
        call('POST /api/v1/orders/{id}/messages', { params: { id }, body: same, retryKey }),
      ),
    networkMode: 'always',
    onSuccess: (messages: OrderMessages) => storeAnswer(queries, messagesKey(id), messages),
  })
}
