import { useQueries } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { type FormEvent, useDeferredValue, useRef, useState } from 'react'
import { areaOf, type DeskRow } from '#contract/desk/lists.ts'
import type { DeskScreen } from '#contract/desk/screens.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { Combobox } from '#web/ui/form/Combobox.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { listQuery } from './api.ts'
import { useLeaveFor } from './formGuard.ts'
import { useDeskWords } from './words.ts'

interface PaletteProps {
  screens: readonly DeskScreen[]
  onClose: () => void
}

type Hit = { key: string; to: string; label: string }

/** What names a record in the results. */
const labelOf = (row: DeskRow): string =>
  [
    row['booking_code'],
    row['reference'],
    row['name'],
    row['email'],
    row['customer'],
    row['plate'],
    row['park'],
    row['park_code'],
  ]
    .filter((part) => typeof part === 'string')
    .slice(0, 3)
    .join(' · ')

/** The lists whose records are found, and how many of each. */
const searched = ['bookings', 'customers', 'parks', 'top-ups', 'refunds']
const mostRecords = 5
const fewestLetters = 2

// Loaded with the palette: somebody who opened it by keyboard types at once.
void import('#web/ui/form/ComboboxSuggest.tsx')

/** Finds screens and records in one field, by keyboard. */
export function Palette({ screens, onClose }: PaletteProps) {
  const { t } = useDeskWords()
  const leaveFor = useLeaveFor()
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const { groups, isLoading } = useHits(screens, text.trim())
  const go = (hit: Hit | undefined) => {
    if (hit === undefined) return
    onClose()
    leaveFor(hit.to)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    go(groups[0]?.items[0])
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('desk.palette.title')}
      closeLabel={t('desk.close')}
      size="md"
      initialFocus={field}
    >
      <form onSubmit={submit}>
        <Field label={t('desk.palette.title')} hideLabel>
          <Combobox
            ref={field}
            text={text}
            onTextChange={setText}
            groups={groups}
            itemKey={({ key }) => key}
            renderItem={({ label }) => <span className="truncate">{label}</span>}
            onChoose={go}
            listLabel={t('desk.palette.title')}
            status={
              groups.length === 0 && text.trim().length >= fewestLetters && !isLoading
                ? t('desk.palette.none')
                : undefined
            }
            loading={isLoading}
            openOnFocus
            placeholder={t('desk.palette.hint')}
            after={
              <Button type="submit" variant="ghost" size="sm" aria-label={t('desk.search')}>
                <Search aria-hidden="true" className="size-5" />
              </Button>
            }
          />
        </Field>
      </form>
    </Dialog>
  )
}

/** Screens by their names, and records that the server finds in each list that the person may see. */
function useHits(screens: readonly DeskScreen[], text: string) {
  const { t, say } = useDeskWords()
  const searchText = useDeferredValue(text)
  const lists = screens.filter(({ name }) => searched.includes(name))
  const { found, isLoading } = useQueries({
    queries: lists.map(({ name }) => ({
      ...listQuery(name, { search: searchText, size: '10' }),
      enabled: searchText.length >= fewestLetters,
    })),
    combine: (results) => ({
      found: results.map(({ data, isPlaceholderData }) => (isPlaceholderData ? [] : (data?.items ?? []))),
      isLoading: results.some(({ isFetching }) => isFetching),
    }),
  })
  const pages = screens
    .map(({ name }): Hit => ({ key: name, to: paths.desk(name), label: say(`desk.lists.${areaOf(name)}.title`) }))
    .filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()))
  const records = lists.map(({ name }, n) => ({
    heading: say(`desk.lists.${areaOf(name)}.title`),
    items: (searchText.length < fewestLetters ? [] : found[n]!)
      .slice(0, mostRecords)
      .map((row): Hit => ({ key: row.id, to: paths.desk(`${name}/${row.id}`), label: labelOf(row) })),
  }))
  const groups = [{ heading: t('desk.palette.screens'), items: pages }, ...records].filter(
    ({ items }) => items.length > 0,
  )
  return { groups, isLoading }
}
