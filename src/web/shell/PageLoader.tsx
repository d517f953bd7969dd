import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { brand } from '#brand.ts'
import { LoadingBar } from '#web/ui/LoadingBar.tsx'
import { Logo } from '#web/ui/Logo.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'

/** From the specification: the loader's bar stops here until the page is there, and the loader goes after this long. */
const HELD_PERCENT = 85
const LONGEST_MS = 8_000

let started = false

/** From now on a page has been shown: the next ones come with the spinner. */
export const pageStarted = (): void => {
  started = true
}

export const PageLoader = () => (started ? <Waiting /> : <StartLoader />)

/** Between two pages. Shown after a moment, so that what is there at once does not flicker. */
function Waiting() {
  const { t } = useTranslation()
  return (
    <div className="grid min-h-[70dvh] place-content-center text-xl text-ink-3">
      <Spinner
        label={t('shell.loading_page')}
        className="opacity-100 transition-opacity delay-200 duration-150 starting:opacity-0"
      />
    </div>
  )
}

/** The first page's loader, over the whole screen: it goes on from what index.html has painted before any script. */
function StartLoader() {
  const { t } = useTranslation()
  const [percent, setPercent] = useState(20)
  const [over, setOver] = useState(false)
  useEffect(() => {
    const step = setInterval(() => setPercent((now) => Math.min(HELD_PERCENT, now + (HELD_PERCENT - now) / 4 + 1)), 200)
    const end = setTimeout(() => setOver(true), LONGEST_MS)
    return () => {
      clearInterval(step)
      clearTimeout(end)
    }
  }, [])
  if (over) return <Waiting />
  const label = t('shell.loading_product', { brand: brand.name })
  return (
    <div className="fixed inset-0 z-70 grid place-content-center justify-items-center gap-5 bg-paper text-ink-2">
      <Logo className="text-[2.9rem]" />
      <LoadingBar label={label} percent={percent} />
      <p aria-hidden="true">{label}</p>
    </div>
  )
}
