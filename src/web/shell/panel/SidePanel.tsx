import {
  Bell,
  CalendarDays,
  ChevronRight,
  CircleParking,
  CircleQuestionMark,
  FileText,
  Heart,
  House,
  Info,
  LogOut,
  Map,
  Newspaper,
  Rocket,
  ShoppingBag,
  SquareArrowOutUpRight,
  Ticket,
  UserRound,
  Wallet,
  X,
} from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { languageRegister } from '#contract/geography.ts'
import { partnerAddress } from '#contract/settings/company.ts'
import { switchLanguages } from '#contract/settings/languages.ts'
import { settings } from '#contract/settings/settings.ts'
import { logOut } from '#web/api/logout.ts'
import { useSignedIn } from '#web/api/session.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { Flag } from '#web/features/places/Flag.tsx'
import { openCountryPicker } from '#web/features/places/picker.ts'
import { useTranslation } from '#web/page/translation.ts'
import { useSwitchLanguage } from '#web/page/useSwitchLanguage.ts'
import { paths } from '#web/paths.ts'
import { useCountry } from '#web/storage/country.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Segmented } from '#web/ui/form/Segmented.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Logo } from '#web/ui/Logo.tsx'
import { NAVIGATION_DELAY_MS } from '#web/ui/overlay/menuDelay.ts'
import { Modal } from '#web/ui/overlay/Modal.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { listMenuEntries, type MenuEntry, type MenuName, menuPath } from '../header/menus.ts'
import { useAvatar } from '../header/useAvatar.ts'
import { useMenuLabel } from '../header/useMenuLabel.ts'
import { useStaffPages } from '../useStaffPages.tsx'

const icons: Record<MenuEntry, ReactNode> = {
  home: <House aria-hidden="true" />,
  find: <CircleParking aria-hidden="true" />,
  search: <Map aria-hidden="true" />,
  events: <CalendarDays aria-hidden="true" />,
  marketplace: <ShoppingBag aria-hidden="true" />,
  'get-started': <Rocket aria-hidden="true" />,
  blog: <Newspaper aria-hidden="true" />,
  about: <Info aria-hidden="true" />,
  'vehicle-docs-renewal': <FileText aria-hidden="true" />,
}

/** The menu, at every width: pages, account, language and country. */
export default function SidePanel({ menu, onClosed }: { menu: MenuName; onClosed: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const signedIn = useSignedIn()
  const { language, switchTo } = useSwitchLanguage()
  const country = useCountry()
  const label = useMenuLabel()
  const staffPages = useStaffPages()

  const go = (to: string) => (event: MouseEvent) => {
    // Let the browser open a new tab or window.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onClosed()
    setTimeout(() => void navigate(to), NAVIGATION_DELAY_MS)
  }

  return (
    <Modal
      onClosed={onClosed}
      label={t('shell.nav.menu')}
      className="w-[min(22rem,88vw)] bg-paper text-ink shadow-float transition-transform duration-200 ease-out data-starting-style:translate-x-8"
    >
      <div className="flex min-h-full flex-col px-5 safe-bottom">
        <div className="flex h-17 shrink-0 items-center justify-between">
          <Logo name={settings().company.name} />
          <IconButton
            label={t('shell.nav.close_menu')}
            icon={<X aria-hidden="true" />}
            onClick={onClosed}
            className="-mr-2.5"
          />
        </div>

        {signedIn ? (
          <Person />
        ) : (
          <ButtonLink to={paths.auth()} wide onClick={go(paths.auth())} className="mt-2">
            {menu === 'newer' ? t('shell.nav.log_in') : t('shell.nav.get_started')}
          </ButtonLink>
        )}

        <nav aria-label={t('shell.nav.main')} className="mt-4 grid">
          {listMenuEntries(menu, { country: country.code, signedIn }).map((entry) => (
            <PanelLink key={entry} to={menuPath(entry)} icon={icons[entry]} go={go}>
              {label(entry)}
            </PanelLink>
          ))}
          <PanelLink to={paths.content('help')} icon={<CircleQuestionMark aria-hidden="true" />} go={go}>
            {t('content.links.help')}
          </PanelLink>
          <PanelLink to={paths.favourites()} icon={<Heart aria-hidden="true" />} go={go}>
            {t('shell.nav.favourites')}
          </PanelLink>
          {signedIn && (
            <>
              <PanelLink to={paths.bookings()} icon={<Ticket aria-hidden="true" />} go={go}>
                {t('shell.nav.my_bookings')}
              </PanelLink>
              <PanelLink to={paths.orders()} icon={<ShoppingBag aria-hidden="true" />} go={go}>
                {t('shell.nav.my_orders')}
              </PanelLink>
              <PanelLink to={paths.wallet()} icon={<Wallet aria-hidden="true" />} go={go}>
                {t('shell.nav.wallet')}
              </PanelLink>
              <PanelLink to={paths.notifications()} icon={<Bell aria-hidden="true" />} go={go}>
                {t('account.notifications.title')}
              </PanelLink>
              <PanelLink to={paths.profile()} icon={<UserRound aria-hidden="true" />} go={go}>
                {t('shell.nav.profile')}
              </PanelLink>
              {staffPages.map((page) => (
                <PanelLink key={page.to} to={page.to} icon={page.icon} go={go}>
                  {page.label}
                </PanelLink>
              ))}
            </>
          )}
          {menu === 'older' && (
            <a
              href={partnerAddress()}
              onClick={partnerAddress().startsWith('/') ? go(partnerAddress()) : undefined}
              className="-mx-2.5 flex min-h-13 items-center gap-3.5 rounded-lg px-2.5 text-md font-semibold hover:bg-ink/7 [&_svg]:size-5.5 [&_svg]:shrink-0"
            >
              <SquareArrowOutUpRight aria-hidden="true" />
              {t('shell.nav.list_space')}
            </a>
          )}
        </nav>

        {switchLanguages().length > 0 && (
          <section className="mt-5 border-t border-line pt-5">
            <h2 className="mb-2 text-sm font-semibold tracking-normal text-ink-2">{t('shell.language.label')}</h2>
            <Segmented
              label={t('shell.language.label')}
              segments={switchLanguages().map((value) => ({
                value,
                label: <span lang={value}>{languageRegister[value].name}</span>,
              }))}
              value={language}
              onChange={(next) => void switchTo(next)}
              wide
              className="rounded-lg border border-line bg-card"
            />
          </section>
        )}

        <section className="mt-5">
          <h2 className="mb-2 text-sm font-semibold tracking-normal text-ink-2">{t('shell.country.label')}</h2>
          <button
            type="button"
            onClick={() => {
              onClosed()
              openCountryPicker()
            }}
            className="flex min-h-13 w-full items-center gap-3 rounded-lg border border-line bg-card px-3.5 py-2 text-left hover:border-edge"
          >
            <Flag code={country.code} className="size-7" />
            <span className="min-w-0 flex-1">
              <span className="block font-semibold">{t(`common.countries.${country.code}`)}</span>
              <span className="block text-sm text-act">{t('shell.country.change_link')}</span>
            </span>
            <ChevronRight aria-hidden="true" className="size-4.5 shrink-0 text-ink-3" />
          </button>
          <p className="mt-2 text-sm text-ink-2">{t('shell.country.cart_warning')}</p>
        </section>

        {signedIn && (
          <button
            type="button"
            onClick={() => void logOut()}
            className="mt-auto flex min-h-13 items-center gap-3 pt-4 font-semibold text-ink-2 hover:text-ink [&_svg]:size-5"
          >
            <LogOut aria-hidden="true" />
            {t('shell.nav.logout')}
          </button>
        )}
      </div>
    </Modal>
  )
}

function Person() {
  const { name, initial } = useAvatar()
  const { data: profile } = useProfile()
  return (
    <div className="mt-1 flex items-center gap-3">
      <span
        aria-hidden="true"
        className="grid size-12 shrink-0 place-items-center rounded-full bg-ink text-lg font-bold text-paper"
      >
        {initial}
      </span>
      <span className="min-w-0">
        <span className="block truncate text-lg font-black tracking-tighter">{name}</span>
        <span className="block truncate text-sm text-ink-2">{profile?.email}</span>
      </span>
    </div>
  )
}

interface PanelLinkProps {
  to: string
  icon: ReactNode
  children: ReactNode
  go: (to: string) => (event: MouseEvent) => void
}

function PanelLink({ to, icon, children, go }: PanelLinkProps) {
  const { pathname } = useLocation()
  return (
    <PageLink
      to={to}
      aria-current={pathname === to ? 'page' : undefined}
      onClick={go(to)}
      className="-mx-2.5 flex min-h-13 items-center gap-3.5 rounded-lg px-2.5 text-md font-semibold hover:bg-ink/7 aria-[current=page]:text-act [&_svg]:size-5.5 [&_svg]:shrink-0"
    >
      {icon}
      {children}
    </PageLink>
  )
}
