import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { findPage } from '#contract/pages.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { settings } from '#contract/settings/settings.ts'
import { useSignedIn } from '#web/api/session.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { useCartCount } from '#web/storage/cartCount.ts'
import { useCountry } from '#web/storage/country.ts'
import { cx } from '#web/ui/cx.ts'
import { Logo } from '#web/ui/Logo.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { PanelButton } from '../panel/PanelButton.tsx'
import { Account } from './Account.tsx'
import { CartSlot } from './CartSlot.tsx'
import { CountryMenu } from './CountryMenu.tsx'
import { pillOnPaper, pillOnPhoneNight } from './headerStyles.ts'
import { LanguageMenu } from './LanguageMenu.tsx'
import { listMenuEntries, menuPath, type MenuEntry } from './menus.ts'
import { useMenuLabel } from './useMenuLabel.ts'
import { VehicleDocsLink } from './VehicleDocsLink.tsx'

/** The header becomes sticky after this many pixels of scrolling (specification). */
const STICKY_AFTER_PX = 20

/** The newer header of the specification, in the standard layout. */
export function Header() {
  const { t, language } = useTranslation()
  const signedIn = useSignedIn()
  const { pathname } = useLocation()
  const label = useMenuLabel()
  const country = useCountry()
  const hasCart = useCartCount() > 0
  const isStuck = useScrolled(STICKY_AFTER_PX)
  const onNight = isHome(pathname) && !isStuck
  const pillStyle = onNight ? pillOnPhoneNight : pillOnPaper

  return (
    <header
      className={cx(
        'sticky top-0 z-40 border-b transition-colors duration-150',
        isStuck ? 'border-line bg-card' : 'border-transparent bg-paper lg:border-line lg:bg-card',
        onNight && 'max-lg:bg-night max-lg:on-night',
      )}
    >
      <div className="mx-auto flex min-h-17 w-full max-w-[86rem] flex-wrap items-center gap-x-2 px-4 sm:px-6 lg:gap-3 lg:px-10">
        {/* Beside a cart, the narrowest phones have room for the mark alone. */}
        <PageLink to={paths.home()} className="-ml-1 flex rounded-md p-1 lg:mr-5">
          <Logo name={settings().company.name} nameClassName={hasCart ? 'max-[22rem]:sr-only' : undefined} />
        </PageLink>
        <nav aria-label={t('shell.nav.main')} className="hidden lg:flex lg:flex-wrap lg:gap-1">
          {listMenuEntries('newer', { country: country.code, signedIn })
            // For visitors this is the button at the end.
            .filter((entry) => entry !== 'get-started')
            // French words and the buttons of visitors leave no room for it; the footer and the menu have it.
            .filter((entry) => entry !== 'about' || language === 'en' || signedIn)
            .map((entry) => (
              <HeaderLink
                key={entry}
                to={menuPath(entry)}
                current={entry === 'home' ? isHome(pathname) : pathname === menuPath(entry)}
                visibleFrom={visibleFrom(entry, country.code, { isFrench: language === 'fr', signedIn })}
              >
                {label(entry)}
              </HeaderLink>
            ))}
        </nav>
        {/* A long name of a country is cut before this wraps, which only large text makes it do. */}
        <div className="ml-auto flex min-w-0 grow basis-[9.5rem] items-center justify-end gap-2 lg:basis-[22rem]">
          <CartSlot />
          {country.code === 'NG' && (
            <VehicleDocsLink
              className={cx(language === 'fr' ? 'xl:hidden' : 'lg:hidden', onNight && 'max-lg:text-on-night')}
            />
          )}
          <CountryMenu className={pillStyle} />
          <span className="hidden lg:contents">
            <LanguageMenu className={pillStyle} />
          </span>
          <span className="hidden lg:contents">
            <Account newer />
          </span>
          <PanelButton menu="newer" onNight={onNight} className="-mr-2 lg:hidden" />
          {/* Never on the night of the home page. */}
          <PanelButton menu="newer" className="-mr-2 max-lg:hidden" />
        </div>
      </div>
    </header>
  )
}

/**
 * Vehicle documents are in Nigeria's header at every width, before what other countries have there, and before home, to
 * which the logo leads as well. French words and the buttons of visitors take the most room (test/e2e/layout.spec.ts).
 */
function visibleFrom(
  entry: MenuEntry,
  country: CountryCode,
  { isFrench, signedIn }: { isFrench: boolean; signedIn: boolean },
): HeaderLinkProps['visibleFrom'] {
  const isNigeria = country === 'NG'
  if (isNigeria && entry === 'home' && !signedIn) return isFrench ? '100rem' : 'xl'
  if (entry === 'home' || entry === 'find' || entry === 'vehicle-docs-renewal')
    return isNigeria && isFrench ? 'xl' : 'lg'
  if (!isNigeria || (entry !== 'about' && entry !== 'marketplace')) return 'xl'
  return isFrench && !signedIn ? '100rem' : '90rem'
}

const isHome = (pathname: string) => findPage(pathname)?.route.key === 'home'

interface HeaderLinkProps {
  to: string
  current: boolean
  /** Minimum width; on narrower screens the link is in the menu and the footer. */
  visibleFrom: 'lg' | 'xl' | '90rem' | '100rem'
  children: string
}

function HeaderLink({ to, current, visibleFrom, children }: HeaderLinkProps) {
  return (
    <PageLink
      to={to}
      aria-current={current ? 'page' : undefined}
      className={cx(
        'inline-flex min-h-11 items-center rounded-md px-3 text-base font-medium text-ink-2 transition-colors hover:text-ink aria-[current=page]:font-semibold aria-[current=page]:text-ink',
        visibleFrom === 'xl' && 'max-xl:hidden',
        visibleFrom === '90rem' && 'max-[90rem]:hidden',
        visibleFrom === '100rem' && 'max-[100rem]:hidden',
      )}
    >
      {children}
    </PageLink>
  )
}

/** Cached, because reading window.scrollY forces a layout. */
let top_px = 0
const subscribe = (changed: () => void) => {
  const handleScroll = () => {
    top_px = window.scrollY
    changed()
  }
  window.addEventListener('scroll', handleScroll, { passive: true })
  // After a reload the page may be scrolled already; read the position after the first layout.
  const first = requestAnimationFrame(() => setTimeout(handleScroll))
  return () => {
    window.removeEventListener('scroll', handleScroll)
    cancelAnimationFrame(first)
  }
}

/** Whether the page is scrolled by more than this many pixels. */
const useScrolled = (least_px: number): boolean =>
  useSyncExternalStore(
    subscribe,
    () => top_px > least_px,
    () => false,
  )
