import {
  Building2,
  LocateFixed,
  type LucideIcon,
  MapPin,
  MapPinned,
  Plane,
  SquareParking,
  TrainFront,
  Trophy,
} from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { useTranslation } from 'react-i18next'
import type { Suggestion } from '#contract/places.ts'
import { useSuggestions } from '#web/features/parks/api.ts'
import { useCountry } from '#web/features/places/country.ts'
import { Combobox } from '#web/ui/Combobox.tsx'
import { cx } from '#web/ui/cx.ts'
import { Field } from '#web/ui/Field.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
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
}

interface WhereFieldProps {
  text: string
  onTextChange: (text: string) => void
  onChoose: (suggestion: Suggestion) => void
  /** Enter was pressed and no suggestion was under the cursor. */
  onEnter: () => void
  position: { state: PositionState; ask: () => void }
  error?: string | undefined
  before?: ReactNode
  ref?: Ref<HTMLInputElement>
}

/** Where to park: a text with places and parks as it is typed, or the device's position. */
export function WhereField({ text, onTextChange, onChoose, onEnter, position, error, before, ref }: WhereFieldProps) {
  const { t } = useTranslation()
  const country = useCountry()
  const typed = text.trim()
  const found = useSuggestions(text, country.code)
  const suggestions = typed === '' ? [] : (found.data ?? [])
  const asking = position.state === 'asking'
  const status = found.isError
    ? t('search.suggestions_failed')
    : found.isFetching || found.data === undefined
      ? t('search.suggesting')
      : suggestions.length === 0
        ? t('search.no_suggestion', { text: typed })
        : t('search.suggestions', { count: suggestions.length })

  return (
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
        onTextChange={onTextChange}
        groups={[{ items: suggestions }]}
        itemKey={(one) => `${one.kind} ${one.id ?? one.name} ${one.lat} ${one.lng}`}
        renderItem={(one) => <SuggestionRow suggestion={one} />}
        onChoose={onChoose}
        onEnter={onEnter}
        listLabel={t('search.suggestions_label')}
        status={status}
        loading={found.isFetching && typed !== ''}
        placeholder={t('search.where_placeholder')}
        name="where"
        before={before}
        after={
          <button
            type="button"
            onClick={position.ask}
            aria-label={t('search.near_me')}
            title={t('search.near_me')}
            aria-busy={asking || undefined}
            className="grid size-11 shrink-0 place-items-center rounded-lg text-act hover:bg-act-soft"
          >
            {asking ? <Spinner /> : <LocateFixed aria-hidden="true" className="size-5.5" />}
          </button>
        }
      />
    </Field>
  )
}

function SuggestionRow({ suggestion }: { suggestion: Suggestion }) {
  const { t } = useTranslation()
  const Icon = icons[suggestion.kind]
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Icon
        aria-hidden="true"
        className={cx('size-5 shrink-0', suggestion.kind === 'park' ? 'text-act' : 'text-ink-2')}
      />
      <span className="min-w-0">
        <span className="block truncate font-semibold">{suggestion.name}</span>
        <span className="block truncate text-xs text-ink-2">
          {t(`search.kinds.${suggestion.kind}`)}
          {suggestion.context !== '' && ` · ${suggestion.context}`}
        </span>
      </span>
    </span>
  )
}
