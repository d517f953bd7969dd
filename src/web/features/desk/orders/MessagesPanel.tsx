import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { DeskMessages } from '#contract/orders/desk/messages.ts'
import { maxMessageLength } from '#contract/orders/order-messages.ts'
import { call } from '#web/api/call.ts'
import { callIfChanged } from '#web/api/callIfChanged.ts'
import { describeFailure } from '#web/api/failures.ts'
import { changeAnswers } from '#web/api/storeAnswer.ts'
import { Failure } from '#web/features/lists/Failure.tsx'
import type { RecordPanel } from '#web/features/lists/record/RecordScreen.tsx'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatDateTime } from '#web/time/format.ts'
import { Bubble } from '#web/ui/Bubble.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { PhotoField } from '#web/ui/form/PhotoField.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { usePhoto } from '#web/ui/form/usePhoto.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useDeskPhoto, useReplyPhoto } from './photos.ts'

const refresh_ms = 15_000
const keyOf = (order_id: string) => ['desk', 'online-orders', 'messages', order_id]

/** What the customer and the branch of an order wrote to each other, with the reply. For an order and for its thread. */
export const MessagesPanel: RecordPanel = ({ record }) => {
  const { t, locale } = useDeskWords()
  const queries = useQueryClient()
  const order_id = (record['order_id'] as string | undefined) ?? record.id
  const timezone = record['timezone'] as string
  const { data, error, refetch } = useQuery({
    queryKey: [...keyOf(order_id), record['claimed_by'] ?? null],
    queryFn: ({ client, queryKey, signal }) =>
      callIfChanged(
        'GET /api/v1/admin/online-orders/{id}/messages',
        { params: { id: order_id }, signal },
        { client, queryKey },
      ),
    staleTime: 0,
    refetchInterval: refresh_ms,
  })
  const unread = data?.can_reply === true ? data.unread : 0
  const [panel, setPanel] = useState<HTMLElement | null>(null)
  const isSeen = useSeen(panel)
  useEffect(() => {
    // Only whoever may answer marks them as read, once they are on the screen.
    if (unread > 0 && isSeen)
      void call('POST /api/v1/admin/online-orders/{id}/messages/read', { params: { id: order_id } }).then(
        () => queries.invalidateQueries({ queryKey: ['desk', 'messages'] }),
        () => undefined,
      )
  }, [unread, isSeen, order_id, queries])
  if (error !== null && data === undefined) return <Failure error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton className="h-72 rounded-xl" aria-label={t('desk.loading')} />
  return (
    <Card as="section" padding="lg" className="grid gap-5">
      <h2 ref={setPanel} className="text-md font-bold">
        {t('desk.orders.messages.title')}
      </h2>
      {data.items.length === 0 ? (
        <p className="text-ink-2">{t('desk.orders.messages.none')}</p>
      ) : (
        <ol aria-live="polite" className="grid gap-4">
          {data.items.map(({ id, author, text, photo_id, created_at }) => (
            <Bubble
              key={id}
              isOwn={author === 'branch'}
              author={t(`desk.orders.messages.${author}`)}
              time={<time dateTime={created_at}>{formatDateTime(new Date(created_at), timezone, locale)}</time>}
            >
              {text !== '' && <p>{text}</p>}
              {photo_id !== null && <Photo order_id={order_id} photo_id={photo_id} />}
            </Bubble>
          ))}
        </ol>
      )}
      {data.can_reply ? (
        <Reply order_id={order_id} prepared={data.prepared} />
      ) : (
        <p className="text-ink-2">
          {!data.is_open
            ? t('desk.orders.messages.closed')
            : data.claimed_by !== null && t('desk.orders.messages.claimed', { who: data.claimed_by })}
        </p>
      )}
    </Card>
  )
}

/** Whether an element has been on the screen since it was drawn. */
function useSeen(element: HTMLElement | null): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (element === null) return undefined
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return isSeen
}

function Photo({ order_id, photo_id }: { order_id: string; photo_id: string }) {
  const { t } = useDeskWords()
  const { address, error, retry } = useDeskPhoto(order_id, photo_id)
  if (error !== null) return <Failure error={error} onRetry={() => void retry()} />
  if (address === undefined) return <Skeleton className="h-44 rounded-lg" />
  return (
    <a href={address} target="_blank" rel="noreferrer">
      <img src={address} alt={t('desk.orders.messages.photo')} className="max-h-72 rounded-lg object-contain" />
    </a>
  )
}

interface ReplyProps {
  order_id: string
  prepared: DeskMessages['prepared']
}

function Reply({ order_id, prepared }: ReplyProps) {
  const { t } = useDeskWords()
  const [isAdding, setAdding] = useState(false)
  const sendPhoto = useReplyPhoto(order_id)
  const { t: site } = useTranslation()
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const [isMissing, setMissing] = useState(false)
  // Kept while the same text is sent again, so that it is written once.
  const retryKey = useRef<string>(crypto.randomUUID())
  const renewKey = () => {
    retryKey.current = crypto.randomUUID()
  }
  const photo = usePhoto({ onChange: renewKey })
  const [isWaiting, setWaiting] = useState(false)
  const send = useMutation({
    mutationFn: async (url: string | undefined) => {
      const photo_id = url === undefined ? undefined : await sendPhoto(url)
      return call('POST /api/v1/admin/online-orders/{id}/messages', {
        params: { id: order_id },
        body: { text: text.trim(), ...(photo_id !== undefined && { photo_id }) },
        retryKey: retryKey.current,
      })
    },
    networkMode: 'always',
    onSuccess: async (messages: DeskMessages) => {
      setText('')
      photo.remove()
      setAdding(false)
      await changeAnswers<DeskMessages>(queries, { queryKey: keyOf(order_id) }, () => messages)
      void queries.invalidateQueries({ queryKey: ['desk', 'messages'] })
    },
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isWaiting || send.isPending) return
    setWaiting(true)
    const ready = await photo.whenReady()
    setWaiting(false)
    if (ready === undefined) return
    const isEmpty = text.trim() === '' && ready.url === undefined
    setMissing(isEmpty)
    if (!isEmpty) send.mutate(ready.url)
  }
  const write = (next: string) => {
    setMissing(false)
    setText(next.slice(0, maxMessageLength))
    renewKey()
  }
  /** After what is written already; it can be changed before it is sent. */
  const insert = (prepared_text: string) =>
    write(text.trim() === '' ? prepared_text : `${text.trimEnd()}\n${prepared_text}`)
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      {prepared.items.length > 0 && (
        <div role="group" aria-label={t('desk.orders.messages.prepared')} className="flex flex-wrap gap-2">
          {prepared.items.map(({ id, name, text: words }) => (
            <Button
              key={id}
              size="sm"
              variant="outline"
              className="min-h-11"
              title={words}
              onClick={() => insert(words)}
            >
              {name}
            </Button>
          ))}
        </div>
      )}
      <Field label={t('desk.orders.messages.reply')} error={isMissing ? site('errors.fields.required') : undefined}>
        <TextArea
          name="reply"
          lang={prepared.language}
          rows={3}
          maxLength={maxMessageLength}
          value={text}
          onChange={({ target }) => write(target.value)}
        />
      </Field>
      {send.error !== null && <Notice tone="error">{describeFailure(site, send.error)}</Notice>}
      {send.isSuccess && text === '' && (
        <p role="status" className="text-sm text-ink-2">
          {t('desk.orders.messages.sent')}
        </p>
      )}
      {isAdding && (
        <PhotoField
          label={t('desk.orders.messages.photo_of_reply')}
          alt={t('desk.orders.messages.photo')}
          photo={photo}
        />
      )}
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" size="md" busy={isWaiting || send.isPending}>
          {t('desk.orders.messages.send')}
        </Button>
        {!isAdding && (
          <Button variant="ghost" size="md" onClick={() => setAdding(true)}>
            {t('desk.orders.messages.add_photo')}
          </Button>
        )}
      </div>
    </form>
  )
}
