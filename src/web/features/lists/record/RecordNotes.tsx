import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { type ListWithNotes, maxNoteLength, type RecordNotes as Notes } from '#contract/notes/desk.ts'
import { call } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { storeAnswer } from '#web/api/storeAnswer.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { useTranslation } from '#web/page/translation.ts'
import { deviceZone } from '#web/time/quarterHours.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { Failure } from '../Failure.tsx'
import { Moment } from '../Moment.tsx'
import { useDeskWords } from '../words.ts'
import { MentionInput, type Mentioned } from './MentionInput.tsx'

interface RecordNotesProps {
  list: ListWithNotes
  id: string
}

/** What colleagues wrote about a record for one another, with the form for another note. */
export function RecordNotes({ list, id }: RecordNotesProps) {
  const { t } = useDeskWords()
  const { data: profile } = useProfile()
  const isReader = profile?.permissions.includes('notes.view') === true
  const { data, error, refetch } = useQuery({
    queryKey: notesKey({ list, id }),
    queryFn: ({ signal }) => call('GET /api/v1/admin/notes/{list}/{id}', { params: { list, id }, signal }),
    enabled: isReader,
  })
  if (!isReader) return null
  if (error !== null && data === undefined) return <Failure error={error} onRetry={() => void refetch()} />
  if (data === undefined) return null
  return (
    <Card as="section" padding="lg" className="grid gap-4">
      <h2 className="text-md font-bold">{t('desk.record.notes.title')}</h2>
      {profile.permissions.includes('notes.create') && <NoteForm list={list} id={id} />}
      {data.items.length === 0 ? (
        <p className="text-ink-2">{t('desk.record.notes.none')}</p>
      ) : (
        <ul className="grid">
          {data.items.map(({ id: note, text, author, created_at }) => (
            <li key={note} className="border-b border-line py-2 last:border-0">
              <p className="wrap-anywhere whitespace-pre-line">{text}</p>
              <p className="text-sm text-ink-2">
                {author ?? t('desk.record.notes.former')} · <Moment at={new Date(created_at)} zone={deviceZone()} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

/** As the call demands. */
const leastLetters = 2

const notesKey = ({ list, id }: RecordNotesProps) => ['desk', 'notes', list, id]

function NoteForm({ list, id }: RecordNotesProps) {
  const { t } = useDeskWords()
  const { t: site } = useTranslation()
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const [mentioned, setMentioned] = useState<readonly Mentioned[]>([])
  // Renewed with each change, so that the same note is written once, however often it is sent.
  const retryKey = useRef<string>(crypto.randomUUID())
  const send = useMutation({
    mutationFn: () =>
      call('POST /api/v1/admin/notes/{list}/{id}', {
        params: { list, id },
        body: {
          text: text.trim(),
          mentions: mentioned.filter(({ name }) => text.includes(`@${name}`)).map((person) => person.id),
        },
        retryKey: retryKey.current,
      }),
    networkMode: 'always',
    onSuccess: async (notes: Notes) => {
      setText('')
      setMentioned([])
      retryKey.current = crypto.randomUUID()
      await storeAnswer(queries, notesKey({ list, id }), notes)
      toast(t('desk.record.notes.added'))
    },
  })
  const isShort = text.trim().length < leastLetters
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!send.isPending && !isShort) send.mutate()
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <Field label={t('desk.record.notes.add')} hint={t('desk.record.notes.hint')}>
        <MentionInput
          list={list}
          id={id}
          value={text}
          onChange={(next) => {
            setText(next.slice(0, maxNoteLength))
            retryKey.current = crypto.randomUUID()
          }}
          onMention={(person) =>
            setMentioned((before) => [...before.filter((other) => other.id !== person.id), person])
          }
        />
      </Field>
      {send.error !== null && <Notice tone="error">{describeFailure(site, send.error)}</Notice>}
      <div>
        <Button type="submit" variant="outline" size="md" busy={send.isPending} disabled={isShort}>
          {t('desk.record.notes.submit')}
        </Button>
      </div>
    </form>
  )
}
