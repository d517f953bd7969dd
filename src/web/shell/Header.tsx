import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { brand } from '#brand.ts'
import type { ContentPage } from '#contract/pages.ts'
import { useCountry } from '#web/features/places/country.ts'
import { paths } from '#web/paths.ts'
import { cx } from '#web/ui/cx.ts'
import { Logo } from '#web/ui/Logo.tsx'
import { Account } from './Account.tsx'
import { CountryMenu } from './CountryMenu.tsx'
import { pillOnPaper, pillOnPhoneNight } from './headerStyles.ts'
import { LanguageMenu } from './LanguageMenu.tsx'
import { PanelButton } from './PanelButton.tsx'
import { usePageKey } from './usePageKey.ts'
import { useScrolled } from './useScrolled.ts'

/** From the specification: the header turns sticky after so many pixels of scroll. */
const STICKY_AFTER_PX = 20

/** Vehicle documents are Nigeria's alone. */
const texts = ['marketplace', 'vehicle-docs-renewal', 'about'] as const satisfies readonly ContentPage[]

/** The header of the standard layout. */
export function Header() {
  const { t } = useTranslation()
  const page = usePageKey()
  const country = useCountry()
  const stuck = useScrolled(STICKY_AFTER_PX)
  const onNight = page === 'home' && !stuck
  const look = onNight ? pillOnPhoneNight : pillOnPaper

  return (
    <header
      className={cx(
        'sticky top-0 z-40 border-b transition-colors duration-150',
        stuck ? 'border-line bg-card' : 'border-transparent bg-paper lg:border-line lg:bg-card',
        onNight && 'max-lg:bg-night max-lg:on-night',
      )}
    >
      <div className="mx-auto flex h-17 w-full max-w-[86rem] items-center gap-2 px-4 sm:px-6 lg:gap-3 lg:px-10">
        <Link to={paths.home()} className="-ml-1 flex rounded-md p-1 lg:mr-5">
          <Logo name={brand.name} />
        </Link>
        <nav aria-label={t('shell.nav.main')} className="hidden lg:flex lg:gap-1">
          <HeaderLink to={paths.home()} current={page === 'home'}>
            {t('shell.nav.home')}
          </HeaderLink>
          <HeaderLink to={paths.parksList()} current={page === 'parksList'}>
            {t('shell.nav.find')}
          </HeaderLink>
          {texts
            .filter((name) => name !== 'vehicle-docs-renewal' || country.code === 'NG')
            .map((name) => (
              <HeaderLink key={name} to={paths.content(name)} current={page === name} wide>
                {t(`content.links.${name}`)}
              </HeaderLink>
            ))}
        </nav>
        <div className="ml-auto flex min-w-0 items-center gap-2">
          <CountryMenu className={look} />
          <span className="hidden lg:contents">
            <LanguageMenu className={look} />
          </span>
          <span className="hidden lg:contents">
            <Account />
          </span>
          <PanelButton onNight={onNight} className="-mr-2 lg:hidden" />
        </div>
      </div>
    </header>
  )
}

interface HeaderLinkProps {
  to: string
  current: boolean
  /** Only where there is room for it; the footer has it too. */
  wide?: boolean
  children: string
}

function HeaderLink({ to, current, wide, children }: HeaderLinkProps) {
  return (
    <Link
      to={to}
      aria-current={current ? 'page' : undefined}
      className={cx(
        'inline-flex min-h-11 items-center rounded-md px-3 text-base font-medium text-ink-2 transition-colors hover:text-ink aria-[current=page]:font-semibold aria-[current=page]:text-ink',
        wide && 'max-xl:hidden',
      )}
    >
      {children}
    </Link>
  )
}
