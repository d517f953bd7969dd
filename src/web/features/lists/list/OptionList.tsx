import { Check } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { removeAccents } from '#contract/accents.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { useDeskWords } from '../words.ts'

interface Option {
  value: string
  label: string
  /** Secondary text at the end of the line. */
  aside?: string | undefined
}

interface OptionListProps {
  /** Accessible name. */
  label: string
  options: readonly Option[]
  /** The chosen value; undefined where nothing can be chosen for good, as in a menu. */
  current?: string
  /** Label of the field that narrows a long list. */
  findLabel: string
  onChoose: (value: string) => void
}

/** Longer lists have a field to narrow them. */
const mostWithoutField = 8

/** Options of which a press chooses one. Takes the focus when it is mounted; the arrow keys move it. */
export function OptionList({ label, options, current, findLabel, onChoose }: OptionListProps) {
  const { t } = useDeskWords()
  const [text, setText] = useState('')
  const root = useRef<HTMLDivElement>(null)
  const hasField = options.length > mostWithoutField
  const shown = options.filter((option) => simplify(option.label).includes(simplify(text.trim())))
  const readButtons = () => [...(root.current?.querySelectorAll<HTMLElement>('[data-option]') ?? [])]

  useEffect(() => {
    // On a touch screen the field would bring up the keyboard over the options.
    const isTouch = window.matchMedia('(pointer: coarse)').matches
    const chosen = root.current?.querySelector<HTMLElement>('[aria-pressed="true"]')
    const field = isTouch ? null : root.current?.querySelector<HTMLElement>('input')
    const target = field ?? chosen ?? root.current?.querySelector<HTMLElement>('[data-option]')
    target?.focus({ preventScroll: true })
    chosen?.scrollIntoView({ block: 'nearest' })
  }, [])

  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    const buttons = readButtons()
    const at = buttons.indexOf(event.target as HTMLElement)
    const isInField = at === -1
    if (isInField && event.key === 'Enter') {
      event.preventDefault()
      buttons[0]?.click()
      return
    }
    const next = findNext(event.key, at, buttons.length)
    if (next === undefined || (isInField && event.key !== 'ArrowDown')) return
    event.preventDefault()
    const field = root.current?.querySelector('input')
    if (next === -1) field?.focus()
    else buttons[next]?.focus()
  }

  return (
    // Its keys are those of the controls in it.
    <div ref={root} role="group" aria-label={label} onKeyDown={handleKey}>
      {hasField && (
        <div className="sticky top-0 z-1 bg-card pb-1.5">
          <Field label={findLabel} hideLabel>
            <TextInput
              value={text}
              maxLength={60}
              autoComplete="off"
              placeholder={findLabel}
              onChange={({ target }) => setText(target.value)}
            />
          </Field>
        </div>
      )}
      {shown.map(({ value, label: name, aside }) => (
        <button
          key={value}
          type="button"
          data-option=""
          aria-pressed={current === undefined ? undefined : current === value}
          onClick={() => onChoose(value)}
          className="flex min-h-9 w-full items-center gap-3 rounded-md px-3 py-1.5 text-left text-base hover:bg-act-soft hover:text-act aria-pressed:font-semibold touch:min-h-11"
        >
          <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
          {aside !== undefined && <span className="max-w-1/2 truncate text-sm text-ink-2">{aside}</span>}
          {current === value && <Check aria-hidden="true" className="size-5 shrink-0 text-act" />}
        </button>
      ))}
      <p role="status" className="px-3 text-ink-2 not-empty:py-2">
        {shown.length === 0 ? t('desk.none') : ''}
      </p>
    </div>
  )
}

/** Where a key moves the focus: the position of a button, -1 for the field; undefined for other keys. */
function findNext(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowDown') return Math.min(at + 1, count - 1)
  if (key === 'ArrowUp') return at - 1
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}

/** Without capitals and accents. */
const simplify = (text: string): string => removeAccents(text).toLowerCase()
