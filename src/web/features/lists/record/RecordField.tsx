import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, Search, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { DeskRow } from '#contract/lists/lists.ts'
import type { DeskField, DeskRecord } from '#contract/lists/records.ts'
import { formatPhone } from '#contract/phone-format.ts'
import { useSettled } from '#web/time/useSettled.ts'
import { Combobox } from '#web/ui/form/Combobox.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { listQuery } from '../api.ts'
import { useDeskWords } from '../words.ts'

type RecordKind = Extract<DeskField, { kind: 'record' | 'records' }>

interface RecordFieldProps {
  name: string
  field: RecordKind
  /** The record that the form changes: it has the titles of those that are chosen. */
  record: DeskRecord | undefined
  label: string
  /** One id, or those of all that are chosen. */
  value: string | readonly string[]
  onChange: (value: string | string[]) => void
  ref?: React.Ref<HTMLInputElement>
}

const typing_ms = 150

/** Chooses one or several records of another list by typing a part of their names. */
export function RecordField({ name, field, record, label, value, onChange, ref }: RecordFieldProps) {
  const { t } = useDeskWords()
  const [titles, setTitles] = useState<ReadonlyMap<string, string>>(() => readTitles(field, record, value))
  const titleOf = (id: string) => titles.get(id) ?? readTitles(field, record, value).get(id) ?? ''
  const ids = typeof value === 'string' ? (value === '' ? [] : [value]) : value
  const isMany = field.kind === 'records'
  const [typed, setTyped] = useState<string>()
  const text = typed ?? (isMany || ids[0] === undefined ? '' : titleOf(ids[0]))
  const search = useSettled((typed ?? '').trim(), typing_ms)
  const [isOpened, setIsOpened] = useState(false)
  // Enter before the answer is there chooses the first result once it is.
  const [entered, setEntered] = useState<string>()
  const found = useQuery({
    ...listQuery(field.list.name, { size: '10', ...readConditions(field, record), ...(search !== '' && { search }) }),
    enabled: isOpened,
  })
  // What was found for another text is not offered: Enter would choose it.
  const isSearching = search !== (typed ?? '').trim() || found.isPending || found.isPlaceholderData
  const rows = (isSearching || found.data === undefined ? [] : found.data.items).filter(
    ({ id }) => id !== record?.id && !(isMany && ids.includes(id)),
  )
  const choose = (row: DeskRow) => {
    const { id } = row
    setTitles(new Map([...titles, [id, namesOf(field, row)[0] ?? id]]))
    setTyped(undefined)
    setEntered(undefined)
    onChange(isMany ? [...ids, id] : id)
  }
  const first = rows[0]
  const isDue = entered !== undefined && entered === typed && first !== undefined
  useEffect(() => {
    if (isDue) choose(first)
    // Once, when both Enter was pressed and there is a result.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isDue])
  return (
    <div
      onFocus={() => setIsOpened(true)}
      // What was typed and not chosen is no choice.
      onBlur={() => setTyped(undefined)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || typed === undefined || rows.length > 0) return
        // It does not send the form.
        event.preventDefault()
        setEntered(typed)
      }}
    >
      {isMany && <Chosen ids={ids} titleOf={titleOf} isOrdered={field.ordered === true} onChange={onChange} />}
      <Combobox
        ref={ref!}
        name={name}
        text={text}
        onTextChange={(next) => {
          setTyped(next)
          if (!isMany && next === '') onChange('')
        }}
        groups={[{ items: rows }]}
        itemKey={({ id }) => id}
        renderItem={(row) => <Found names={namesOf(field, row)} />}
        onChoose={choose}
        listLabel={label}
        status={
          rows.length > 0
            ? t('desk.form.found', { count: rows.length })
            : isSearching
              ? t('desk.form.searching')
              : t('desk.form.none_found')
        }
        loading={isOpened && found.isFetching}
        before={<Search aria-hidden="true" />}
        openOnFocus
        choosesFirst
        placeholder={t('desk.form.type_to_find')}
      />
    </div>
  )
}

/** The conditions that what is offered meets. */
const readConditions = ({ only = {} }: RecordKind, record: DeskRecord | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries(only).flatMap(([name, value]) => {
      const required = typeof value === 'string' ? value : record?.[value.field]
      return typeof required === 'string' ? [[name, required]] : []
    }),
  )

/** The names of a row, as its list's description says; the first is its title. */
const namesOf = ({ list }: RecordKind, row: DeskRow): string[] =>
  (list.namedBy ?? Object.keys(list.columns).slice(0, 1)).flatMap((key) => {
    const name = row[key as keyof DeskRow] as string | null
    return name === null || name === '' ? [] : [formatPhone(String(name))]
  })

/** The titles of what is chosen already, which the record has beside the ids. */
function readTitles(
  { titles }: RecordKind,
  record: DeskRecord | undefined,
  value: string | readonly string[],
): Map<string, string> {
  const known = [record?.[titles] ?? []].flat() as unknown[]
  return new Map([value].flat().map((id, n) => [id, String(known[n] ?? '')]))
}

const Found = ({ names: [title, ...others] }: { names: string[] }) => (
  <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
    <span className="truncate font-semibold">{title}</span>
    {others.length > 0 && <span className="truncate text-sm text-ink-2">{others.join(' · ')}</span>}
  </span>
)

interface ChosenProps {
  ids: readonly string[]
  titleOf: (id: string) => string
  isOrdered: boolean
  onChange: (ids: string[]) => void
}

function Chosen({ ids, titleOf, isOrdered, onChange }: ChosenProps) {
  const { t } = useDeskWords()
  const move = (at: number, step: -1 | 1) => {
    const moved = [...ids]
    moved.splice(at + step, 0, ...moved.splice(at, 1))
    onChange(moved)
  }
  if (ids.length === 0) return null
  return (
    <ol className="mb-2 grid gap-1">
      {ids.map((id, at) => {
        const title = titleOf(id)
        return (
          <li key={id} className="flex items-center gap-1 rounded-lg bg-sunk pl-3">
            <span className="min-w-0 flex-1 truncate">{title}</span>
            {isOrdered && at > 0 && (
              <IconButton
                label={t('desk.form.raise', { title })}
                icon={<ArrowUp aria-hidden="true" />}
                onClick={() => move(at, -1)}
              />
            )}
            {isOrdered && at < ids.length - 1 && (
              <IconButton
                label={t('desk.form.lower', { title })}
                icon={<ArrowDown aria-hidden="true" />}
                onClick={() => move(at, 1)}
              />
            )}
            <IconButton
              label={t('desk.form.take_out', { title })}
              icon={<X aria-hidden="true" />}
              onClick={() => onChange(ids.filter((other) => other !== id))}
            />
          </li>
        )
      })}
    </ol>
  )
}
