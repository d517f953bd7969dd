import { ScanSearch } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { codeAlphabet } from '#contract/codes.ts'
import type { ListedBooking } from '#contract/gate/guard-lists.ts'
import { normalizePlate } from '#contract/vehicles/plates.ts'
import { formatWindow } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { findBookings, leastPlate } from './findBookings.ts'
import type { GuardedPark, Phone } from './phone.ts'
import { isPassText } from './readCode.ts'
import { findSimilarPlates } from './similarPlates.ts'
import { spaceCode } from './spaceCode.ts'
import { useGuardWords } from './words.ts'

interface SearchProps {
  phone: Phone
  park: GuardedPark
  /** Both return why the code is refused, if it is. */
  onPass: (text: string) => Promise<string | undefined>
  onNumber: (booking_code: string) => Promise<string | undefined>
}

const bookingCode = new RegExp(`^[${codeAlphabet}]{8}$`)

/** Finds a booking by its number or plate. A pass that a reader types, as barcode readers do, is checked as a scanned one. */
export function Search({ phone, park, onPass, onNumber }: SearchProps) {
  const { t, locale } = useGuardWords()
  const now = phone.now()
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const [found, setFound] = useState<ListedBooking[]>([])
  const [isBusy, setIsBusy] = useState(false)

  const showTimes = (start: string, end: string) =>
    formatWindow(new Date(start), new Date(end), park.timezone, locale, now)
  const open = async (work: Promise<string | undefined>) => {
    setIsBusy(true)
    const refusal = await work
    setIsBusy(false)
    // A mistake in what was typed can be corrected.
    setError(refusal)
    if (refusal === undefined) setText('')
    setFound([])
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const typed = text.trim()
    const number = normalizePlate(typed)
    if (isPassText(typed)) return void open(onPass(typed))
    if (number.length < leastPlate) return setError(t('guard.search.required'))
    const { list } = phone.readState()
    const matches = list === undefined ? [] : findBookings(list, typed, phone.now())
    const [first, second] = matches
    if (first !== undefined && second === undefined) return void open(onNumber(first.booking_code))
    if (first === undefined && bookingCode.test(number)) return void open(onNumber(number))
    const similar = first === undefined && list !== undefined ? findSimilarPlates(list, typed, phone.now()) : []
    setFound(matches.length > 0 ? matches : similar)
    if (first === undefined) setError(t(similar.length > 0 ? 'guard.search.none_but_similar' : 'guard.search.none'))
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <Field label={t('guard.search.label')} error={error}>
        <TextInput
          name="booking"
          value={text}
          maxLength={1_000}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="go"
          className="text-lg uppercase"
          // What a reader types next replaces a code that was refused.
          onFocus={({ target }) => error !== undefined && target.select()}
          onChange={({ target }) => {
            setText(target.value)
            setError(undefined)
            setFound([])
          }}
        />
      </Field>
      <Button type="submit" variant="outline" busy={isBusy} wide>
        <ScanSearch aria-hidden="true" className="size-5" />
        {t('guard.search.submit')}
      </Button>
      {found.length > 0 && (
        <ul aria-label={t('guard.search.found')} className="grid gap-2">
          {found.map(({ booking_code, plate, start_time, end_time }) => (
            <li key={booking_code}>
              <button
                type="button"
                onClick={() => void open(onNumber(booking_code))}
                className="grid min-h-14 w-full rounded-lg border border-line bg-card px-4 py-2 text-left hover:border-edge"
              >
                <span className="font-semibold">{plate}</span>
                <span className="text-sm text-ink-2">
                  {spaceCode(booking_code)} · {showTimes(start_time, end_time)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </form>
  )
}
