import { TriangleAlert, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { languageRegister } from '#contract/geography.ts'
import { nameCode } from '#contract/numbers.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import { switchLanguages } from '#contract/settings/languages.ts'
import { settings } from '#contract/settings/settings.ts'
import { useTranslation } from '#web/page/translation.ts'
import { useSwitchLanguage } from '#web/page/useSwitchLanguage.ts'
import { useStoredCountry } from '#web/storage/country.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Logo } from '#web/ui/Logo.tsx'
import { Modal, ModalTitle } from '#web/ui/overlay/Modal.tsx'
import { useCountriesSettled } from './api.ts'
import { lookUp } from './askServices.ts'
import { CountryCards, FirstChoice } from './CountryCards.tsx'
import { changeCountry } from './countryChange.ts'
import { type DetectedCountry, detectedFrom } from './detected.ts'
import type { IpData } from './ipData.ts'
import { readLookup } from './lookup.ts'

interface CountryPickerProps {
  /** False if no country is stored yet, because one must be chosen. */
  dismissible: boolean
  onClosed: () => void
}

/** Full-screen choice of the country. A choice is stored and reloads the page. */
export default function CountryPicker({ dismissible, onClosed }: CountryPickerProps) {
  const { t } = useTranslation()
  const { language, switchTo } = useSwitchLanguage()
  const stored = useStoredCountry()
  const { detecting, data, country } = useDetected(stored !== undefined)
  const title = useRef<HTMLHeadingElement>(null)
  const preselected = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // Focus the preselected country, unless the user has already chosen a focus.
    const focused = document.activeElement
    if (stored === undefined && (focused === document.body || focused === title.current))
      preselected.current?.focus({ preventScroll: true })
  }, [country, stored])

  const choose = ({ id, code }: { id: number; code: CountryCode }) =>
    changeCountry(
      { id, code, name: t(`common.countries.${code}`) },
      {
        autoDetected: country?.code === code && country.autoDetected,
        ...(data && { ip: data.ip, city: data.location.city, region: data.location.region }),
      },
    )

  return (
    <Modal
      onClosed={onClosed}
      dismissible={dismissible}
      // Without a preselected country, screen readers start with the heading.
      initialFocus={() => (stored === undefined ? preselected.current : null) ?? title.current}
      className="w-full bg-paper text-ink"
    >
      <div className="flex min-h-full flex-col safe-bottom">
        <div className="bay-hero flex flex-col px-4 pb-14 on-night sm:px-6 lg:min-h-[46dvh] lg:pb-28">
          <div className="mx-auto flex w-full max-w-5xl flex-1 flex-col">
            <div className="flex min-h-17 flex-wrap items-center justify-between">
              <Logo name={settings().company.name} onNight />
              <div className="flex items-center gap-1">
                {switchLanguages().map((entry) => (
                  <button
                    key={entry}
                    type="button"
                    lang={entry}
                    aria-pressed={entry === language}
                    onClick={() => void switchTo(entry)}
                    className="min-h-11 rounded-md px-2.5 text-sm font-semibold text-on-night-2 hover:text-on-night aria-pressed:text-on-night aria-pressed:underline aria-pressed:decoration-kerb aria-pressed:decoration-2 aria-pressed:underline-offset-6"
                  >
                    {languageRegister[entry].name}
                  </button>
                ))}
                {dismissible && (
                  <IconButton
                    label={t('common.close')}
                    icon={<X aria-hidden="true" />}
                    variant="night"
                    onClick={onClosed}
                    className="-mr-2.5"
                  />
                )}
              </div>
            </div>
            <ModalTitle ref={title} tabIndex={-1} className="mt-5 text-2xl outline-none sm:text-3xl lg:mt-auto">
              {t('shell.country.title')}
            </ModalTitle>
            <p className="mt-2 max-w-prose text-on-night-2">{t('shell.country.lead')}</p>
          </div>
        </div>

        <div className="relative mx-auto -mt-8 w-full max-w-5xl px-4 pb-5 sm:px-6 lg:-mt-16 xl:px-0">
          {stored === undefined ? (
            <FirstChoice detected={country} onChoose={choose} preselected={preselected} />
          ) : (
            <CountryCards detected={country} current={stored.code} onChoose={choose} />
          )}
        </div>
        <div className="mx-auto grid w-full max-w-5xl gap-2 px-4 pb-8 text-sm text-ink-2 sm:px-6 xl:px-0 [&_svg]:mt-0.5 [&_svg]:size-4.5 [&_svg]:shrink-0">
          {stored !== undefined && (
            <p className="flex gap-2.5">
              <TriangleAlert aria-hidden="true" />
              {t('shell.country.cart_warning')}
            </p>
          )}
          {data && (
            <p className="text-xs tabular-nums">
              {[
                t('shell.country.ip', { ip: data.ip }),
                data.location.city,
                nameRegion(data.location.countryCode, language),
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
          )}
        </div>
      </div>
      <DetectingOverlay detecting={detecting} ip={data?.ip} />
    </Modal>
  )
}

/** A country's name in a language: the services that look addresses up have English ones. */
const nameRegion = (code: string, language: Language) => nameCode('region', code, language)

/** How long the result is shown. */
const RESULT_SHOWN_MS = 1_200

/** The progress and result of the detection, shown over the picker; it lets clicks through. */
function DetectingOverlay({ detecting, ip }: { detecting: boolean; ip: string | undefined }) {
  const { t } = useTranslation()
  const [isResultOver, setIsResultOver] = useState(false)
  useEffect(() => {
    if (detecting) return
    const timer = setTimeout(() => setIsResultOver(true), RESULT_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [detecting])
  if (isResultOver) return null
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-0 z-10 grid justify-items-center px-4 pb-6">
      <div
        role="status"
        className="grid gap-1.5 rounded-xl border border-night-line bg-night px-4 py-3 text-sm text-on-night shadow-float"
      >
        <span aria-hidden="true" className="block bay-loading w-full" />
        <span className="font-semibold">{t('shell.country.detecting')}</span>
        {ip && <span className="text-xs text-on-night-2 tabular-nums">{t('shell.country.ip', { ip })}</span>}
      </div>
    </div>
  )
}

/** `country` is undefined while `detecting`. */
interface Detection {
  detecting: boolean
  data: IpData | undefined
  country: DetectedCountry | undefined
}

/** Detects the reader's country once the list of countries is loaded (specification, section 4). */
function useDetected(chosen: boolean): Detection {
  const settled = useCountriesSettled()
  const [data, setData] = useState(readLookup)
  const [done, setDone] = useState(data !== undefined)
  useEffect(() => {
    if (!settled || done) return
    let left = false
    void lookUp().then((found) => {
      if (left) return
      setData(found)
      setDone(true)
    })
    return () => {
      left = true
    }
  }, [settled, done])
  return { detecting: !done, data, country: done ? detectedFrom(data, chosen) : undefined }
}
