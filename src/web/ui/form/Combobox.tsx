import { type ReactNode, type Ref, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { cx } from '../cx.ts'
import { Spinner } from '../Spinner.tsx'
import type { ComboboxSuggest, Handover, SuggestInputProps, SuggestionGroup } from './ComboboxSuggest.tsx'
import { useField } from './Field.tsx'

interface ComboboxProps<Item> {
  /** The input's value. */
  text: string
  onTextChange: (text: string) => void
  groups: readonly SuggestionGroup<Item>[]
  itemKey: (item: Item) => string
  renderItem: (item: Item) => ReactNode
  /** The caller puts the item's text into the input. */
  onChoose: (item: Item) => void
  /** Delete on the highlighted item. */
  onRemove?: ((item: Item) => void) | undefined
  /** Accessible name of the list. */
  listLabel: string
  /** Announced as the list changes: '5 places', 'Nothing found', 'Searching'. Shown instead of the items if there are none. */
  status?: string | undefined
  loading?: boolean
  /** Opens on focus, before anything is typed: for recent searches. */
  openOnFocus?: boolean
  /** Highlights the first item, so that Enter chooses it. */
  choosesFirst?: boolean
  /** Without a border, for a row that draws the border and the focus ring. */
  bare?: boolean
  placeholder?: string
  name?: string
  before?: ReactNode
  after?: ReactNode
  ref?: Ref<HTMLInputElement>
  className?: string
}

/**
 * A text input with suggestions; Enter without a highlighted item submits the form. Plain until the pointer or the
 * focus reaches it, because Base UI's autocomplete would be a third of the first page's code.
 */
export function Combobox<Item>({ bare, before, after, loading, className, ref, ...suggestProps }: ComboboxProps<Item>) {
  const { text, onTextChange, placeholder, name } = suggestProps
  const field = useField()
  const box = useRef<HTMLDivElement>(null)
  const isTyped = useRef(false)
  const [loaded, setLoaded] = useState<{ Suggest: typeof ComboboxSuggest; handover: Handover | undefined }>()

  const load = async () => {
    if (loaded !== undefined) return
    // If loading fails, the input stays plain; the next focus tries again.
    const part = await import('./ComboboxSuggest.tsx').catch(() => undefined)
    if (part === undefined) return
    const input = document.activeElement
    const handover =
      input instanceof HTMLInputElement && box.current?.contains(input) === true
        ? { start: input.selectionStart, end: input.selectionEnd, isTyped: isTyped.current }
        : undefined
    // At once: an input that takes the focus between here and the rendering would lose it.
    flushSync(() => setLoaded((before) => before ?? { Suggest: part.ComboboxSuggest, handover }))
  }

  const inputProps: SuggestInputProps = {
    autoComplete: 'off',
    autoCorrect: 'off',
    spellCheck: false,
    enterKeyHint: 'search',
    ...field,
    name,
    placeholder,
    className: cx(
      'w-full min-w-0 flex-1 truncate bg-transparent text-md outline-none',
      bare ? 'min-h-11 font-semibold' : 'min-h-12',
    ),
  }
  return (
    <div ref={box} className={className} onPointerEnter={() => void load()} onFocus={() => void load()}>
      <span className={cx('flex items-center gap-3', !bare && 'field-box py-0')} data-invalid={field['aria-invalid']}>
        {before && <span className="shrink-0 text-ink-2 [&_svg]:size-5.5">{before}</span>}
        {loaded ? (
          <loaded.Suggest
            {...suggestProps}
            anchor={box}
            inputProps={inputProps}
            inputRef={ref}
            handover={loaded.handover}
          />
        ) : (
          <input
            ref={ref}
            type="text"
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={false}
            aria-controls={undefined}
            {...inputProps}
            value={text}
            onChange={(event) => {
              isTyped.current = true
              onTextChange(event.target.value)
            }}
            onFocus={(event) => event.target.select()}
          />
        )}
        {loading && <Spinner className="text-ink-3" />}
        {after}
      </span>
    </div>
  )
}
