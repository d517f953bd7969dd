import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ComponentProps, type KeyboardEvent, useId, useRef, useState } from 'react'
import type { ListWithNotes } from '#contract/notes/desk.ts'
import { minute_ms } from '#contract/time.ts'
import { call } from '#web/api/call.ts'
import { useSettled } from '#web/time/useSettled.ts'
import { cx } from '#web/ui/cx.ts'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { useDeskWords } from '../words.ts'
import { findMention, insertMention } from './mentions.ts'

export interface Mentioned {
  id: string
  name: string
}

interface MentionInputProps extends Omit<ComponentProps<'textarea'>, 'id' | 'list' | 'value' | 'onChange'> {
  list: ListWithNotes
  id: string
  value: string
  onChange: (text: string) => void
  onMention: (person: Mentioned) => void
}

const typing_ms = 150

/** A text in which `@` and a part of a name offer colleagues, who are chosen by pointer or with the arrow keys. */
export function MentionInput({ list, id, value, onChange, onMention, ...field }: MentionInputProps) {
  const { t } = useDeskWords()
  const input = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState(0)
  const [active, setActive] = useState(0)
  const [isClosed, setClosed] = useState(false)
  const listId = useId()
  const mention = isClosed ? undefined : findMention(value, caret)
  const search = useSettled(mention?.search ?? '', typing_ms)
  const { data } = useQuery({
    queryKey: ['desk_colleagues', list, id, search],
    queryFn: ({ signal }) =>
      call('GET /api/v1/admin/notes/{list}/{id}/colleagues', {
        params: { list, id },
        query: search === '' ? {} : { search },
        signal,
      }),
    enabled: mention !== undefined,
    staleTime: minute_ms,
    placeholderData: keepPreviousData,
  })
  const people = mention === undefined ? [] : (data?.items ?? [])
  const chosen = people[Math.min(active, people.length - 1)]
  const choose = (person: Mentioned) => {
    const next = insertMention(value, mention!, person.name)
    onMention(person)
    onChange(next.text)
    setCaret(next.caret)
    setActive(0)
    // The caret is set once the text is there.
    queueMicrotask(() => {
      input.current?.focus()
      input.current?.setSelectionRange(next.caret, next.caret)
    })
  }
  const handleKey = (event: KeyboardEvent) => {
    if (chosen === undefined) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setActive((at) => (Math.min(at, people.length - 1) + step + people.length) % people.length)
    else if (event.key === 'Enter' || event.key === 'Tab') choose(chosen)
    else if (event.key === 'Escape') setClosed(true)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="relative">
      <TextArea
        {...field}
        ref={input}
        name="note"
        rows={3}
        value={value}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={people.length > 0 ? listId : undefined}
        aria-activedescendant={chosen === undefined ? undefined : `${listId}-${chosen.id}`}
        onChange={({ target }) => {
          setClosed(false)
          setActive(0)
          setCaret(target.selectionStart)
          onChange(target.value)
        }}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
        onBlur={() => setClosed(true)}
        onKeyDown={handleKey}
      />
      {people.length > 0 && (
        <div
          id={listId}
          role="listbox"
          aria-label={t('desk.record.notes.colleagues')}
          className="shadow-lg absolute top-full z-20 mt-1 max-h-72 w-full max-w-sm overflow-y-auto rounded-lg border border-edge bg-card p-1"
        >
          {people.map((person) => (
            <div
              key={person.id}
              id={`${listId}-${person.id}`}
              role="option"
              aria-selected={person === chosen}
              className={cx('cursor-pointer rounded-md px-3 py-2', person === chosen && 'bg-act-soft')}
              // Before the field loses the focus.
              onPointerDown={(event) => {
                event.preventDefault()
                choose(person)
              }}
            >
              <span className="font-semibold">{person.name}</span>{' '}
              <span className="text-sm text-ink-2">{person.role}</span>
            </div>
          ))}
        </div>
      )}
      <p role="status" className="sr-only">
        {mention !== undefined &&
          data !== undefined &&
          (people.length === 0
            ? t('desk.record.notes.none_found')
            : t('desk.record.notes.found', { count: people.length }))}
      </p>
    </div>
  )
}
