import { Search } from 'lucide-react'
import { type FormEvent, Fragment, useEffect, useRef, useState } from 'react'
import { listFoundFacts } from '#contract/lists/found-facts.ts'
import type { DeskScreen } from '#contract/lists/screens.ts'
import { Cell } from '#web/features/lists/list/Cell.tsx'
import { useDeskWords } from '#web/features/lists/words.ts'
import { Button } from '#web/ui/Button.tsx'
import { Combobox } from '#web/ui/form/Combobox.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { usePaletteHits, type Hit } from './usePaletteHits.ts'

interface PaletteProps {
  screens: readonly DeskScreen[]
  permissions: readonly string[]
  /** Gives what was typed before the field had the focus, once. */
  takeTyping: () => string
  onClose: () => void
}

// Loaded with the palette: somebody who opened it by keyboard types at once.
void import('#web/ui/form/ComboboxSuggest.tsx')

/** Finds screens, actions and records in one field, by keyboard. */
export function Palette({ screens, permissions, takeTyping, onClose }: PaletteProps) {
  const { t } = useDeskWords()
  const [text, setText] = useState('')
  // Enter before the answer is there opens the first result once it is.
  const [entered, setEntered] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const { groups, isLoading, isSearching } = usePaletteHits(screens, permissions, text.trim())
  const first = groups[0]?.items[0]
  const choose = (hit: Hit) => {
    onClose()
    hit.run()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setEntered(text)
  }
  const isDue = entered === text && first !== undefined
  useEffect(() => {
    if (isDue) choose(first)
    // Once, when both Enter was pressed and there is a result.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isDue])
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('desk.palette.title')}
      closeLabel={t('desk.close')}
      size="md"
      initialFocus={field}
    >
      {/* Room for the results, which would end below the screen of a phone. */}
      <form
        onSubmit={submit}
        onFocus={() => {
          const typed = takeTyping()
          if (typed !== '') setText((text) => typed + text)
        }}
        // One press closes all of it, in place of the results first.
        onKeyDownCapture={(event) => {
          if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
          event.stopPropagation()
          onClose()
        }}
        className="min-h-[min(29rem,70dvh)]"
      >
        <Field label={t('desk.palette.title')} hideLabel>
          <Combobox
            ref={field}
            text={text}
            onTextChange={setText}
            groups={groups}
            itemKey={({ key }) => key}
            renderItem={({ label, facts }) => <HitLines label={label} facts={facts} />}
            onChoose={choose}
            listLabel={t('desk.palette.title')}
            status={groups.length === 0 && isSearching && !isLoading ? t('desk.palette.none') : undefined}
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

/** What something is called, and below it what it is. */
function HitLines({ label, facts }: { label: string; facts: Hit['facts'] }) {
  const { list, row } = facts ?? {}
  const shown = list === undefined ? [] : listFoundFacts(list).filter((name) => (row?.[name] ?? null) !== null)
  return (
    <span className="min-w-0">
      {label !== '' && <span className="block truncate">{label}</span>}
      {list !== undefined && row !== undefined && shown.length > 0 && (
        <span className="block truncate text-sm text-ink-2">
          {shown.map((name, at) => (
            <Fragment key={name}>
              {at > 0 && ' · '}
              <Cell column={list.columns[name]!} name={name} row={row} />
            </Fragment>
          ))}
        </span>
      )}
    </span>
  )
}
