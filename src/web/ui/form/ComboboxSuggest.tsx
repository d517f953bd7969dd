import { Autocomplete } from '@base-ui/react/autocomplete'
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

export interface SuggestionGroup<Item> {
  heading?: ReactNode
  items: readonly Item[]
}

export type SuggestInputProps = Omit<ComponentProps<'input'>, 'ref'>

/** Selection of the plain input at the moment of replacement. */
export interface Handover {
  start: number | null
  end: number | null
  isTyped: boolean
}

interface ComboboxSuggestProps<Item> {
  text: string
  onTextChange: (text: string) => void
  groups: readonly SuggestionGroup<Item>[]
  itemKey: (item: Item) => string
  renderItem: (item: Item) => ReactNode
  onChoose: (item: Item) => void
  onRemove?: ((item: Item) => void) | undefined
  listLabel: string
  status?: string | undefined
  openOnFocus?: boolean
  choosesFirst?: boolean
  /** The list has this element's width and opens below it. */
  anchor: RefObject<HTMLElement | null>
  inputProps: SuggestInputProps
  inputRef: Ref<HTMLInputElement> | undefined
  handover: Handover | undefined
}

/** The input of a Combobox with its list of suggestions, by Base UI. Loaded by Combobox. */
export function ComboboxSuggest<Item>({
  text,
  onTextChange,
  groups,
  itemKey,
  renderItem,
  onChoose,
  onRemove,
  listLabel,
  status,
  openOnFocus = false,
  choosesFirst = false,
  anchor,
  inputProps,
  inputRef,
  handover,
}: ComboboxSuggestProps<Item>) {
  const highlighted = useRef<Item>(undefined)
  const [open, setOpen] = useState(handover?.isTyped === true)
  const filled = groups.filter(({ items }) => items.length > 0)
  const isEmpty = filled.length === 0
  const isShown = open && (!isEmpty || (status !== undefined && text.trim() !== ''))

  useLayoutEffect(() => {
    if (handover === undefined) return
    const input = anchor.current?.querySelector('input')
    input?.focus({ preventScroll: true })
    input?.setSelectionRange(handover.start, handover.end)
    // Once, when it replaces the plain input.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Delete' || !isShown || highlighted.current === undefined || !onRemove) return
    onRemove(highlighted.current)
    event.preventDefault()
  }

  return (
    <Autocomplete.Root
      items={filled}
      filter={null}
      value={text}
      // Choosing and Escape call this too, but the caller sets the text of a chosen item, and Escape keeps the text.
      onValueChange={(next, { reason }) => {
        if (reason === 'input-change') onTextChange(next)
      }}
      autoHighlight={choosesFirst ? 'always' : false}
      open={isShown}
      onOpenChange={setOpen}
      openOnInputClick={openOnFocus || text !== ''}
      onItemHighlighted={(item: Item | undefined) => {
        highlighted.current = item
      }}
    >
      <Autocomplete.Input
        {...inputProps}
        ref={inputRef}
        onFocus={(event) => {
          event.target.select()
          if (openOnFocus) setOpen(true)
        }}
        onKeyDown={handleKey}
      />
      <span className="sr-only" role="status">
        {isShown ? status : ''}
      </span>
      <Autocomplete.Portal>
        <Autocomplete.Positioner
          anchor={anchor}
          sideOffset={8}
          collisionAvoidance={{ side: 'none', align: 'none' }}
          className="z-50 outline-none"
        >
          <Autocomplete.Popup className="w-(--anchor-width) rounded-xl border border-line bg-card p-1.5 text-ink shadow-float outline-none">
            <Autocomplete.List
              aria-label={listLabel}
              className="max-h-[min(24rem,60dvh)] overflow-y-auto overscroll-contain outline-none"
            >
              {(group: SuggestionGroup<Item>, index: number) => (
                <Autocomplete.Group key={index} items={group.items}>
                  {group.heading && (
                    <Autocomplete.GroupLabel className="px-3 pt-2 pb-1 text-xs font-semibold text-ink-3">
                      {group.heading}
                    </Autocomplete.GroupLabel>
                  )}
                  <Autocomplete.Collection>
                    {(item: Item) => (
                      <Autocomplete.Item
                        key={itemKey(item)}
                        value={item}
                        onClick={() => onChoose(item)}
                        className="flex min-h-12 cursor-pointer items-center rounded-md px-3 py-2 outline-none data-highlighted:bg-act-soft"
                      >
                        {renderItem(item)}
                      </Autocomplete.Item>
                    )}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
            {isEmpty && <p className="px-3 py-2.5 text-ink-2">{status}</p>}
          </Autocomplete.Popup>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  )
}
