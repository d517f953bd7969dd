import { useEffect, useState } from 'react'
import type { PageKey } from '#contract/pages.ts'
import { settings } from '#contract/settings/settings.ts'
import { usePageKey } from '#web/page/page.ts'
import { useTranslation } from '#web/page/translation.ts'
import { cx } from '#web/ui/cx.ts'
import { LoadingBar } from '#web/ui/LoadingBar.tsx'
import { Logo } from '#web/ui/Logo.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { LoadingFailure } from './errors/LoadingFailure.tsx'

/** The bar stops at this percentage, and the loader ends after this time (specification). */
const MAX_PERCENT = 85
const MAX_DURATION_MS = 8_000

let isPageShown = false

/** Call after the first page was rendered; later pages load with a spinner. */
export const markPageShown = (): void => {
  isPageShown = true
}

/** Ends with ways to continue if the code of the page is late. */
export function PageLoader() {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const end = setTimeout(() => setLate(true), MAX_DURATION_MS)
    return () => clearTimeout(end)
  }, [])
  if (isLate) return <LoadingFailure isLate />
  return isPageShown ? <BetweenPages /> : <StartLoader />
}

/** Shown between pages. */
function BetweenPages() {
  const { t } = useTranslation()
  return (
    <div className="grid min-h-[70dvh] place-content-center text-xl text-ink-3">
      <Spinner label={t('shell.loading_page')} late />
    </div>
  )
}

/** Full-screen loader of the first page; continues what the server has rendered. */
function StartLoader() {
  const [percent, setPercent] = useState(20)
  useEffect(() => {
    const step = setInterval(() => setPercent((now) => Math.min(MAX_PERCENT, now + (MAX_PERCENT - now) / 4 + 1)), 200)
    return () => clearInterval(step)
  }, [])
  return <FullLoader percent={percent} />
}

/** Pages that the server renders, and that nobody can use before their scripts run. */
const pagesWithCover: ReadonlySet<PageKey | undefined> = new Set(['checkout', 'gate'])

/** Whether the page of the address is covered by the loader until its scripts run. */
export const useStartCover = (): boolean => pagesWithCover.has(usePageKey())

/** The loader over such a page: until it is hydrated, and by its styles alone for eight seconds at most. */
export const StartCover = () => <FullLoader percent={20} isPlain />

function FullLoader({ percent, isPlain = false }: { percent: number; isPlain?: boolean }) {
  const { t } = useTranslation()
  const label = t('shell.loading_product', { brand: settings().company.name })
  return (
    <div
      data-nosnippet={isPlain ? '' : undefined}
      className={cx(
        'fixed inset-0 z-70 grid place-content-center justify-items-center gap-5 bg-paper text-ink-2',
        isPlain && 'start-cover noscript:hidden',
      )}
    >
      <Logo className="text-[2.9rem]" />
      <LoadingBar label={label} percent={percent} className={isPlain ? 'start-bar' : ''} />
      <p aria-hidden="true">{label}</p>
    </div>
  )
}
