import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  Building2,
  Crosshair,
  GraduationCap,
  History,
  Hospital,
  Landmark,
  LocateFixed,
  type LucideIcon,
  MapPin,
  MapPinned,
  Plane,
  ShoppingBag,
  SquareParking,
  Ticket,
  TrainFront,
  Trophy,
  X,
} from 'lucide-react'
import { memo, type ReactNode, type Ref, useEffect, useState, useMemo } from 'react'
import type { Suggestion, CountryCode } from '#contract/places/places.ts'
import { knownPlacesOf, suggestionsOf } from '#web/features/parks/api.ts'
import { findTextRefusal } from '#web/features/parks/SearchAnswers.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { useCountry } from '#web/storage/country.ts'
import { cx } from '#web/ui/cx.ts'
import { Combobox } from '#web/ui/form/Combobox.tsx'
import type { SuggestionGroup } from '#web/ui/form/ComboboxSuggest.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { suggestionKey, suggestLocally } from './localSuggestions.ts'
import { useRecent } from './recent.ts'
import type { PositionState } from './usePosition.ts'

const icons: Record<Suggestion['kind'], LucideIcon> = {
  state: MapPinned,
  city: Building2,
  area: MapPin,
  airport: Plane,
  station: TrainFront,
  stadium: Trophy,
  poi: MapPin,
  park: SquareParking,
  neighbourhood: MapPin,
  postcode: MapPin,
  arena: Trophy,
  theatre: Ticket,
  convention_centre: Building2,
  museum: Landmark,
  mall: ShoppingBag,
  market: ShoppingBag,
  university: GraduationCap,
  hospital: Hospital,
  landmark: Landmark,
  address: MapPin,
  street: MapPin,
  position: Crosshair,
}

/** The entries that clear the recent searches, and switch them off and on. */
const settings = { clear: 'search.recent_clear_all', stop: 'search.recent_stop', start: 'search.recent_start' } as const
type Setting = keyof typeof settings
type Choice = Suggestion | Setting
const isSetting = (choice: Choice): choice is Setting => typeof choice === 'string'

interface WhereFieldProps {
  /** Initial text of the box. */
  known: string
  /** Called while typing; a submit reads the text from the box. */
  onTyped: () => void
  onChoose: (suggestion: Suggestion) => void
  position: { state: PositionState; ask: () => void }
  error?: string | undefined
  before?: ReactNode
  ref?: Ref<HTMLInputElement>
}

/** Place input with suggestions of places and parks, or the device's position. */
export function WhereField({ known, onTyped, onChoose, position, error, before, ref }: WhereFieldProps) {
  const { t } = useTranslation()
  const country = useCountry()
  const recent = useRecent()
  const [text, setText] = useState(known)
  useEffect(() => setText(known), [known])
  const typed = text.trim()
  const isTyped = typed !== '' && text !== known
  const [isNear, setIsNear] = useState(false)
  const { suggestions, pending, failed, refusal } = useSuggestions(
    isTyped ? typed : '',
    country.code,
    recent.list,
    isNear,
  )
  const isLocating = position.state === 'asking'
  const status = isTyped
    ? describeStatus()
    : recent.list.length > 0
      ? t('search.recent_count', { count: recent.list.length })
      : undefined
  const groups: SuggestionGroup<Choice>[] = isTyped
    ? [{ items: suggestions }]
    : [
        { heading: t('search.recent'), items: recent.list },
        { items: recent.isOff ? ['start'] : recent.list.length > 0 ? ['clear', 'stop'] : [] },
      ]

  function describeStatus() {
    if (failed) return refusal ?? t('search.suggestions_failed')
    if (pending) return t('search.suggesting')
    if (suggestions.length === 0) return t('search.no_suggestion', { text: typed })
    return t('search.suggestions', { count: suggestions.length })
  }

  const prefetch = () => setIsNear(true)
  return (
    // Prefetch local suggestions when the pointer reaches the field.
    <div className="contents" onFocus={prefetch} onPointerEnter={prefetch}>
      <Field
        label={<span className="text-xs font-normal text-ink-2">{t('search.where')}</span>}
        error={error}
        className="gap-y-0"
      >
        <Combobox
          ref={ref}
          bare
          className="-my-2.5"
          text={text}
          onTextChange={(next) => {
            setText(next)
            onTyped()
          }}
          groups={groups}
          itemKey={(value) => (isSetting(value) ? value : suggestionKey(value))}
          renderItem={(value) =>
            isSetting(value) ? (
              <span className="text-sm font-semibold text-act">{t(settings[value])}</span>
            ) : (
              <SuggestionRow suggestion={value} onForget={isTyped ? undefined : () => recent.forget(value)} />
            )
          }
          onChoose={(value) => {
            if (value === 'clear') recent.clear()
            else if (value === 'stop') recent.switchOff()
            else if (value === 'start') recent.switchOn()
            else {
              setText(value.name)
              recent.remember(value)
              onChoose(value)
            }
          }}
          onRemove={isTyped ? undefined : (value) => !isSetting(value) && recent.forget(value)}
          openOnFocus={!isTyped}
          listLabel={t('search.suggestions_label')}
          status={status}
          loading={pending && !failed}
          placeholder={t('search.where_placeholder')}
          name="search"
          before={before}
          after={
            <button
              type="button"
              onClick={position.ask}
              aria-label={t('search.near_me')}
              title={t('search.near_me')}
              aria-busy={isLocating || undefined}
              className="grid size-11 shrink-0 place-items-center rounded-lg text-act hover:bg-act-soft"
            >
              {isLocating ? <Spinner /> : <LocateFixed aria-hidden="true" className="size-5.5" />}
            </button>
          }
        />
      </Field>
    </div>
  )
}

interface SuggestionRowProps {
  suggestion: Suggestion
  onForget?: (() => void) | undefined
}

/** A suggestion; recent searches have a remove button for the pointer, and the Delete key. */
const SuggestionRow = memo(function SuggestionRow({ suggestion, onForget }: SuggestionRowProps) {
  const { t } = useTranslation()
  const Icon = onForget ? History : icons[suggestion.kind]
  return (
    <span className="flex min-w-0 flex-1 items-center gap-3">
      <Icon
        aria-hidden="true"
        className={cx('size-5 shrink-0', suggestion.kind === 'park' ? 'text-act' : 'text-ink-2')}
      />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold">{suggestion.name}</span>
        <span className="block truncate text-xs text-ink-2">
          {t(`search.kinds.${suggestion.kind}`)}
          {suggestion.context !== '' && ` · ${suggestion.context}`}
        </span>
      </span>
      {onForget && (
        // For pointers only; by keyboard the Delete key does the same.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
        <span
          aria-hidden="true"
          title={t('search.recent_remove')}
          onClick={(event) => {
            event.stopPropagation()
            onForget()
          }}
          className="-my-2 -mr-3 grid size-11 shrink-0 place-items-center text-ink-3 hover:text-ink"
        >
          <X className="size-4.5" />
        </span>
      )}
    </span>
  )
})

/** Debounce: short enough to feel immediate, long enough to skip requests while typing fast. */
const debounce_ms = 40
const none: readonly Suggestion[] = []

/**
 * Suggestions for a text while typing. The server is asked after a pause, and earlier requests are cancelled; until it
 * responds, `suggestions` come from local data and `pending` is true.
 */
function useSuggestions(
  text: string,
  country: CountryCode,
  recent: readonly Suggestion[],
  /** Whether the box is about to be used. */
  isNear: boolean,
) {
  const { language } = useTranslation()
  const client = useQueryClient()
  const { data: known = [] } = useQuery({ ...knownPlacesOf(language, country), enabled: isNear })
  const settled = useDebounced(text, debounce_ms)
  const suggestQuery = useQuery({ ...suggestionsOf(language, settled, country), enabled: settled !== '' })
  const answer =
    text === settled ? suggestQuery.data : client.getQueryData(suggestionsOf(language, text, country).queryKey)
  const local = useMemo(() => {
    if (text === '' || answer !== undefined) return none
    const earlier = () => {
      for (let length = text.length - 1; length > 0; length -= 1) {
        const prefix = text.slice(0, length).trim()
        const found = client.getQueryData(suggestionsOf(language, prefix, country).queryKey)
        if (found !== undefined) return found
      }
      return none
    }
    return suggestLocally(text, { earlier: earlier(), known, recent })
  }, [client, language, country, text, answer, known, recent])
  return {
    suggestions: answer ?? local,
    pending: text !== '' && answer === undefined,
    failed: text === settled && suggestQuery.isError,
    /** Why the server cannot read the text. */
    refusal: findTextRefusal(suggestQuery.error),
  }
}

/** A value once it has not changed for a while. */
function useDebounced(value: string, rest_ms: number): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), rest_ms)
    return () => clearTimeout(timer)
  }, [value, rest_ms])
  return settled
}
