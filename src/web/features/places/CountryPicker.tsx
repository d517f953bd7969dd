import { Check, MapPin, TriangleAlert, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { brand } from '#brand.ts'
import { languages } from '#contract/geography.ts'
import { useTranslation } from '#web/lib/translation.ts'
import { Modal, ModalTitle } from '#web/ui/overlay/Modal.tsx'
import { useSwitchLanguage } from '#web/lib/useSwitchLanguage.ts'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Logo } from '#web/ui/Logo.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { useCountries, useCountriesSettled } from './api.ts'
import { chooseCountry } from './country.ts'
import { useStoredCountry } from '#web/lib/country.ts'
import { noteOf, type DetectedCountry, detectedFrom } from './detected.ts'
import { Flag } from './Flag.tsx'
import type { IpData } from './ipData.ts'
import { lookUp, readLookup } from './lookup.ts'

interface CountryPickerProps {
  /** False if no country is stored yet, because one must be chosen. */
  dismissible: boolean
  onClosed: () => void
}

/** Full-screen choice of the country. A choice is stored and reloads the page. */
export default function CountryPicker({ dismissible, onClosed }: CountryPickerProps) {
  const { t } = useTranslation()
  const { language, switchTo } = useSwitchLanguage()
  const countries = useCountries()
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

  return (
    <Modal
      onClosed={onClosed}
      dismissible={dismissible}
      // Without a preselected country, screen readers start with the heading.
      initialFocus={() => (stored === undefined ? preselected.current : null) ?? title.current}
      className="w-full bg-paper text-ink"
    >
      <div className="safe-bottom flex min-h-full flex-col">
        <div className="bay-hero on-night flex flex-col px-4 pb-16 sm:px-6 lg:min-h-[54dvh] lg:pb-32">
          <div className="mx-auto flex w-full max-w-5xl flex-1 flex-col">
            <div className="flex h-17 items-center justify-between">
              <Logo name={brand.name} onNight />
              <div className="flex items-center gap-1">
                {languages.map((one) => (
                  <button
                    key={one}
                    type="button"
                    lang={one}
                    aria-pressed={one === language}
                    onClick={() => void switchTo(one)}
                    className="min-h-11 rounded-md px-2.5 text-sm font-semibold text-on-night-2 hover:text-on-night aria-pressed:text-on-night aria-pressed:underline aria-pressed:decoration-kerb aria-pressed:decoration-2 aria-pressed:underline-offset-6"
                  >
                    {t(`shell.language.${one}`)}
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
            <ModalTitle ref={title} tabIndex={-1} className="mt-8 text-2xl outline-none sm:text-3xl lg:mt-auto">
              {t('shell.country.title')}
            </ModalTitle>
            <p className="mt-3 max-w-prose text-md text-on-night-2">{t('shell.country.lead')}</p>
          </div>
        </div>

        <ul
          aria-label={t('shell.country.list')}
          className="relative mx-auto -mt-8 grid w-full max-w-5xl gap-3 px-4 pb-6 sm:grid-cols-2 sm:px-6 lg:-mt-16 xl:px-0"
        >
          {countries.map(({ id, code, currency }) => {
            const chosen = stored?.code === code
            const detected = country?.code === code ? country : undefined
            return (
              <li key={code}>
                <button
                  type="button"
                  ref={detected && preselected}
                  aria-current={chosen || undefined}
                  onClick={() =>
                    chooseCountry(
                      { id, code, name: t(`common.countries.${code}`) },
                      {
                        autoDetected: detected?.autoDetected ?? false,
                        ...(data && { ip: data.ip, city: data.location.city, region: data.location.region }),
                      },
                    )
                  }
                  className={cx(
                    'flex min-h-20 w-full items-center gap-4 rounded-xl border bg-card px-4 py-3.5 text-left shadow-lift transition-colors sm:px-5 lg:min-h-28 lg:px-6',
                    chosen || (detected && stored === undefined)
                      ? 'border-act ring-1 ring-act'
                      : 'border-line hover:border-edge',
                  )}
                >
                  <Flag code={code} className="size-11" />
                  <span className="min-w-0 flex-1">
                    <span className="block text-lg font-black tracking-tighter">{t(`common.countries.${code}`)}</span>
                    <span className="block text-sm text-ink-2">
                      {t('shell.country.pays_in', { currency: t(`shell.currencies.${currency}`) })}
                    </span>
                    {detected && (
                      <span className="mt-1.5 block">
                        <Tag tone="act" icon={<MapPin aria-hidden="true" />}>
                          {t(`shell.country.notes.${noteOf(detected)}`)}
                        </Tag>
                      </span>
                    )}
                  </span>
                  {chosen && (
                    <span className="text-act">
                      <Check aria-hidden="true" className="size-6" />
                      <span className="sr-only">{t('shell.country.current')}</span>
                    </span>
                  )}
                </button>
              </li>
            )
          })}
        </ul>
        <div className="mx-auto grid w-full max-w-5xl gap-2 px-4 pb-8 text-sm text-ink-2 sm:px-6 xl:px-0 [&_svg]:mt-0.5 [&_svg]:size-4.5 [&_svg]:shrink-0">
          {stored !== undefined && (
            <p className="flex gap-2.5">
              <TriangleAlert aria-hidden="true" />
              {t('shell.country.cart_warning')}
            </p>
          )}
          {data && (
            <p className="flex gap-2.5 tabular-nums">
              <MapPin aria-hidden="true" />
              {[t('shell.country.ip', { ip: data.ip }), data.location.city, data.location.country]
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

type Detection = { detecting: boolean; data: IpData | undefined; country: DetectedCountry | undefined }

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
        className="grid w-full max-w-sm gap-2 rounded-xl border border-night-line bg-night px-5 py-4 text-on-night shadow-float"
      >
        <span aria-hidden="true" className="bay-loading block w-full" />
        <span className="font-semibold">{t('shell.country.detecting')}</span>
        {ip && <span className="text-sm text-on-night-2 tabular-nums">{t('shell.country.ip', { ip })}</span>}
      </div>
    </div>
  )
}
