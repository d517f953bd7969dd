import { Car, MapPin, Search } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Suggestion } from '#contract/places/places.ts'
import { type VehicleSizes, type ParkSearch, toWhere, writeSearch } from '#web/features/booking-window/parkSearch.ts'
import { VehicleCell } from '#web/features/booking-window/VehicleCell.tsx'
import { writeWindow } from '#web/features/booking-window/window.ts'
import { WindowCells } from '#web/features/booking-window/WindowCells.tsx'
import { useCountryZone } from '#web/features/booking-window/zones.ts'
import { useAskSuggestions, usePlaceZone } from '#web/features/parks/api.ts'
import { findTextRefusal } from '#web/features/parks/SearchAnswers.tsx'
import { useWideScreen } from '#web/page/media.ts'
import { useHydrating, useRendered } from '#web/page/rendering.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { useCountry } from '#web/storage/country.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { plainFields } from './plainSearch.ts'
import { useRecent } from './recent.ts'
import { usePosition } from './usePosition.ts'
import { WhereField } from './WhereField.tsx'

export type SearchBoxValue = Pick<
  ParkSearch,
  'place' | 'box' | 'text' | 'start' | 'end' | 'vehicle' | keyof VehicleSizes
>

type Where = ReturnType<typeof toWhere>

interface SearchBoxProps {
  value: SearchBoxValue
  /** Called when window or vehicle change; in rows also when a place is chosen. */
  onChange: (value: SearchBoxValue) => void
  /** Called on submit, and when a place is chosen unless the box has rows, where more may be changed first. */
  onSearch: (value: SearchBoxValue) => void
  /** `hero`: rows on phones, one line on wide screens; `bar`: one compact line; `rows`: rows at every width. */
  variant: 'hero' | 'bar' | 'rows'
  /** Time zone of the place; looked up by default. */
  zone?: string
}

const frames = {
  hero: 'grid grid-cols-2 rounded-2xl shadow-lift lg:grid-cols-[1.6fr_1fr_1fr_1.1fr_auto] lg:rounded-xl',
  bar: 'grid grid-cols-[minmax(12rem,1.5fr)_minmax(7.5rem,1fr)_minmax(7.5rem,1fr)_minmax(8rem,1fr)_auto] rounded-lg noscript:max-lg:grid-cols-2',
  rows: 'grid grid-cols-2 rounded-xl',
}

/** Focus style of the text cell, inside the box's rounded corners. */
const focused =
  'has-[input:focus-visible]:outline-3 has-[input:focus-visible]:-outline-offset-3 has-[input:focus-visible]:outline-focus'
const corners = {
  hero: 'rounded-t-2xl lg:rounded-l-xl lg:rounded-tr-none',
  bar: 'rounded-l-lg',
  rows: 'rounded-t-xl',
}

/** The search box: place, window and vehicle. */
export function SearchBox({ value, onChange, onSearch, variant, zone: givenZone }: SearchBoxProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const country = useCountry()
  const ask = useAskSuggestions(country.code)
  const { remember } = useRecent()
  const wide = useWideScreen()
  const where = useRef<HTMLInputElement>(null)
  const currentText = value.box
    ? t('search.this_area')
    : value.place
      ? (value.place.name ?? t('search.this_area'))
      : (value.text ?? '')
  const bar = variant === 'bar'
  const [missing, setMissing] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)
  const isHydrating = useHydrating()

  const placeZone = usePlaceZone(givenZone === undefined ? value.place : undefined)
  const defaultZone = useCountryZone(country.code)
  const zone = givenZone ?? placeZone ?? defaultZone
  const search = (where: Where) => onSearch({ ...value, ...where, box: undefined })
  const setWhere = (where: Where) => {
    setMissing(false)
    setRefusal(undefined)
    if (variant !== 'rows') search(where)
    else onChange({ ...value, ...where, box: undefined })
  }
  const position = usePosition((at) => setWhere({ place: { ...at, name: t('search.your_position') }, text: undefined }))

  const choose = (suggestion: Suggestion) => {
    position.forget()
    if (suggestion.kind === 'park' && suggestion.slug !== undefined)
      void navigate(paths.park(suggestion.slug, writeWindow(value)))
    else setWhere(toWhere(suggestion))
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const text = (where.current?.value ?? '').trim()
    if (text === '') {
      setMissing(true)
      where.current?.focus()
    } else if (text === currentText) onSearch(value)
    else {
      setBusy(true)
      // A submitted text without a chosen suggestion: use the first place it matches, otherwise search names and
      // addresses.
      const answer = await ask(text).catch((error: Error) => findTextRefusal(error) ?? [])
      setBusy(false)
      if (typeof answer === 'string') {
        setRefusal(answer)
        where.current?.focus()
        return
      }
      const [first] = answer
      if (first !== undefined && first.kind !== 'park') {
        remember(first)
        search(toWhere(first))
      } else onSearch({ ...value, place: undefined, box: undefined, text })
    }
  }

  const withIcons = !bar && !(variant === 'hero' && wide)
  const cell = cx(
    'min-w-0 border-line',
    bar ? 'border-r px-3.5 py-1' : 'border-b px-4 py-2.5',
    variant === 'hero' && 'lg:border-r lg:border-b-0',
  )
  return (
    <form
      role="search"
      action={paths.search()}
      onSubmit={submit}
      noValidate
      className={cx('relative border border-line bg-card text-ink', frames[variant])}
    >
      {isHydrating && <PlainFields value={value} known={currentText} zone={zone} />}
      <div
        className={cx(
          cell,
          focused,
          corners[variant],
          bar ? 'noscript:max-lg:col-span-2' : 'col-span-2',
          variant === 'hero' && 'lg:col-span-1',
        )}
      >
        <WhereField
          ref={where}
          known={currentText}
          onTyped={() => {
            setMissing(false)
            setRefusal(undefined)
          }}
          onChoose={choose}
          position={position}
          error={missing ? t('search.where_missing') : refusal}
          before={withIcons && <MapPin aria-hidden="true" />}
        />
        {(position.state === 'denied' || position.state === 'unavailable') && (
          <p role="alert" className="pb-1.5 text-sm text-ink-2">
            {t(`search.position_${position.state}`)}
          </p>
        )}
      </div>
      <WindowCells
        kinds
        plain={isHydrating}
        window={value}
        zone={zone}
        cellClass={cx(cell, 'text-left', !bar && 'first-of-type:border-r')}
        onChange={(window) => onChange({ ...value, ...window })}
      />
      <VehicleCell
        value={value}
        onChange={(vehicle) => onChange({ ...value, ...vehicle })}
        icon={withIcons && <Car aria-hidden="true" className="size-5.5 shrink-0 text-ink-2" />}
        className={cx(cell, !bar && 'col-span-2', variant === 'hero' && 'lg:col-span-1')}
      />
      <div className={bar ? 'contents' : cx('col-span-2 p-4', variant === 'hero' && 'lg:col-span-1 lg:p-0')}>
        <Button
          type="submit"
          busy={busy}
          wide={!bar}
          size={bar ? 'sm' : 'lg'}
          className={cx(bar && 'rounded-l-none px-5', variant === 'hero' && 'lg:h-full lg:rounded-l-none lg:px-8')}
        >
          <Search aria-hidden="true" className={bar ? 'size-4' : 'size-5 lg:hidden'} />
          {t('search.search')}
        </Button>
      </div>
    </form>
  )
}

/** What the form sends besides its fields where it is sent without scripts: what the search already has. */
function PlainFields({ value, known, zone }: { value: SearchBoxValue; known: string; zone: string }) {
  const {
    search: _text,
    start: _start,
    end: _end,
    vehicle: _vehicle,
    page: _page,
    chosen: _chosen,
    ...rest
  } = writeSearch({ sort: undefined, kind: undefined, amenities: [], page: 1, ...value })
  const { addressLanguage: lang } = useRendered()
  return Object.entries({ ...rest, lang, [plainFields.known]: known, [plainFields.zone]: zone }).map(
    ([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
  )
}
