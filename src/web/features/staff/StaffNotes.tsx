import { useState } from 'react'
import { CallError } from '#web/lib/call.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { deviceZone } from '#web/lib/quarterHours.ts'
import { useTranslation } from '#web/lib/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { toast } from '#web/ui/overlay/toast.ts'

export type StaffNote<State> = {
  id: string
  author: string | null
  state: State | null
  body: string | null
  created_at: string
}

export function showFailure(error: unknown, fallback: string): void {
  toast((error instanceof CallError ? error.problem?.message : undefined) ?? fallback, { tone: 'error' })
}

interface NoteHistoryProps<State> {
  notes: readonly StaffNote<State>[]
  nameState: (state: State) => string
  /** Shown where the author's account no longer exists or never did. */
  unknownAuthor: string
}

/** What was changed and noted, by whom and when, in the device's time zone. */
export function NoteHistory<State extends string>({ notes, nameState, unknownAuthor }: NoteHistoryProps<State>) {
  const { t, locale } = useTranslation()
  return (
    <ol className="grid gap-3">
      {notes.map(({ id, state, body, author, created_at }) => (
        <li key={id} className="border-l-4 border-line pl-3">
          {state !== null && (
            <p className="font-semibold">{t('staff.list.status_changed', { state: nameState(state) })}</p>
          )}
          {body !== null && <p className="max-w-prose break-words whitespace-pre-line">{body}</p>}
          <p className="text-sm text-ink-2">
            {t('staff.list.by', {
              author: author ?? unknownAuthor,
              when: formatDateTime(new Date(created_at), deviceZone(), locale),
            })}
          </p>
        </li>
      ))}
    </ol>
  )
}

interface NoteFormProps {
  label: string
  maxLength: number
  /** Stores a note; the text stays in the field when it rejects. */
  onSave: (note: string) => Promise<unknown>
  /** A second button that changes the state and takes the note along. */
  action?: {
    label: string
    isPrimary: boolean
    needsNote: boolean
    run: (note: string | undefined) => Promise<unknown>
  }
}

export function NoteForm({ label, maxLength, onSave, action }: NoteFormProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [isMissing, setMissing] = useState(false)
  const submit = async (needsNote: boolean, send: (note: string | undefined) => Promise<unknown>) => {
    const note = text.trim() === '' ? undefined : text.trim()
    setMissing(needsNote && note === undefined)
    if (needsNote && note === undefined) return
    try {
      await send(note)
      setText('')
    } catch (error) {
      showFailure(error, t('common.something_wrong'))
    }
  }
  const save = () => submit(true, (note) => onSave(note!))
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      className="grid max-w-prose justify-items-start gap-2.5"
    >
      <Field label={label} error={isMissing ? t('errors.fields.required') : undefined} className="w-full">
        <TextArea
          rows={2}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            setMissing(false)
          }}
          maxLength={maxLength}
        />
      </Field>
      <div className="flex flex-wrap gap-2.5">
        {action !== undefined && (
          <Button
            size="md"
            variant={action.isPrimary ? 'primary' : 'outline'}
            onClick={() => submit(action.needsNote, action.run)}
          >
            {action.label}
          </Button>
        )}
        <Button type="button" size="md" variant="alt" onClick={save}>
          {t('staff.list.note_save')}
        </Button>
      </div>
    </form>
  )
}
