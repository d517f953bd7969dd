import { Menu as MenuIcon, Search, X } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { Profile } from '#contract/accounts/auth.ts'
import { languageRegister } from '#contract/geography.ts'
import type { DeskScreen } from '#contract/lists/screens.ts'
import { offeredLanguages } from '#contract/settings/languages.ts'
import { settings } from '#contract/settings/settings.ts'
import { textLanguageOf } from '#contract/text-languages.ts'
import { OwnAnnouncements } from '#web/features/content/OwnAnnouncements.tsx'
import { useBranchChoice } from '#web/features/lists/branchChoice.ts'
import { ToolMenu } from '#web/features/lists/ToolMenu.tsx'
import { useDeskWords } from '#web/features/lists/words.ts'
import { lazyDialog } from '#web/page/lazyPart.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { useSwitchLanguage } from '#web/page/useSwitchLanguage.ts'
import { paths } from '#web/paths.ts'
import { cx } from '#web/ui/cx.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Logo } from '#web/ui/Logo.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { DeskMenu } from './menu/DeskMenu.tsx'
import { NoticeBell } from './notices/NoticeBell.tsx'
import { ownEntries } from './ownEntries.ts'
import { Shortcuts } from './Shortcuts.tsx'
import { chooseTheme, themes, useThemeChoice } from './theme.ts'

const Palette = lazyDialog(async () => (await import('./Palette.tsx')).Palette)

interface DeskShellProps {
  /** Those that the person may open. */
  screens: readonly DeskScreen[]
  profile: Profile
  children: ReactNode
}

/** The frame of the desk: its menu by groups, the search over everything, and the person's own menu. */
export function DeskShell({ screens, profile, children }: DeskShellProps) {
  const { t } = useDeskWords()
  const { t: site } = useTranslation()
  const { pathname } = useLocation()
  // Open on a phone for the screen on which it was opened.
  const [openedOn, setOpenedOn] = useState<string>()
  const isMenuOpen = openedOn === pathname
  const hasBranches = profile.branches.length > 1
  // Numbered: one that is opened before the last has gone from the screen is a new one.
  const [palette, setPalette] = useState({ isOpen: false, number: 0 })
  // Also between a press and the rendering that shows what it did.
  const isPaletteOpen = useRef(false)
  // What is typed before the palette is loaded and has the focus.
  const typing = useRef<() => string>(undefined)
  const takeTyping = () => {
    const typed = typing.current?.() ?? ''
    typing.current = undefined
    return typed
  }
  const openPalette = () => {
    setPalette((last) => (last.isOpen ? last : { isOpen: true, number: last.number + 1 }))
    if (!isPaletteOpen.current) typing.current = collectTyping()
    isPaletteOpen.current = true
  }
  const closePalette = () => {
    takeTyping()
    isPaletteOpen.current = false
    setPalette((last) => ({ ...last, isOpen: false }))
  }
  useEffect(() => () => void typing.current?.(), [])
  const menu = useRef<HTMLElement>(null)
  // Beside the screen, the menu scrolls by itself. On a phone it is part of the page.
  useEffect(() => {
    if (!isMenuOpen) menu.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [pathname, isMenuOpen])
  return (
    <div className="min-h-dvh bg-paper lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr]">
      <a
        href="#main"
        onClick={(event) => {
          // Keep the address as it is.
          event.preventDefault()
          document.getElementById('main')?.focus()
        }}
        className="fixed top-2 left-2 z-80 -translate-y-[calc(100%+1rem)] rounded-lg bg-ink px-4 py-3 font-semibold text-paper focus:translate-y-0"
      >
        {site('shell.skip')}
      </a>
      <Shortcuts screens={screens} onSearch={openPalette} />
      {palette.isOpen && (
        <Suspense>
          <Palette
            key={palette.number}
            screens={screens}
            permissions={profile.permissions}
            takeTyping={takeTyping}
            onClose={closePalette}
          />
        </Suspense>
      )}
      <header className="sticky top-0 z-30 flex items-center gap-2 border-b border-line bg-card px-3 py-2 lg:col-start-2 print:hidden">
        <IconButton
          label={t(isMenuOpen ? 'desk.close' : 'desk.menu')}
          icon={isMenuOpen ? <X aria-hidden="true" /> : <MenuIcon aria-hidden="true" />}
          aria-expanded={isMenuOpen}
          aria-controls="desk-menu"
          onClick={() => setOpenedOn(isMenuOpen ? undefined : pathname)}
          className="lg:hidden"
        />
        <button
          type="button"
          onClick={openPalette}
          className={cx(
            'flex min-h-10 min-w-0 items-center gap-2 rounded-lg border border-line px-3 text-left text-ink-2 hover:bg-sunk sm:max-w-md sm:flex-1',
            !hasBranches && 'flex-1',
          )}
        >
          <Search aria-hidden="true" className="size-4.5 shrink-0" />
          <span className={cx('truncate', hasBranches && 'max-sm:sr-only')}>{t('desk.palette.title')}</span>
          <kbd className="rounded ml-auto hidden border border-line px-1.5 text-xs sm:inline">Ctrl K</kbd>
        </button>
        {hasBranches && <BranchSwitcher branches={profile.branches} />}
        {profile.counter === undefined && <NoticeBell />}
        <OwnMenu profile={profile} />
      </header>
      <nav
        ref={menu}
        id="desk-menu"
        aria-label={t('desk.menu')}
        className={cx(
          'border-line bg-card p-3 lg:sticky lg:top-0 lg:col-start-1 lg:row-span-2 lg:row-start-1 lg:block lg:h-dvh lg:overflow-y-auto lg:border-r print:hidden',
          isMenuOpen ? 'border-b' : 'hidden',
        )}
      >
        <PageLink to={paths.desk()} className="mb-4 flex rounded-md p-1 max-lg:hidden">
          <Logo name={settings().company.name} />
        </PageLink>
        <DeskMenu screens={screens} profile={profile} />
      </nav>
      <div className="min-w-0 lg:col-start-2">
        {profile.counter === undefined && (
          <OwnAnnouncements place="desk" label={t('desk.announcements')} closeLabel={t('desk.dismiss_announcement')} />
        )}
        <main id="main" tabIndex={-1} className="min-w-0 px-3 pt-4 pb-10 outline-none sm:px-5">
          {children}
        </main>
      </div>
    </div>
  )
}

function OwnMenu({ profile }: { profile: Profile }) {
  const { t, translateKey } = useDeskWords()
  const { t: site } = useTranslation()
  const { language, switchTo } = useSwitchLanguage()
  const theme = useThemeChoice()
  const name = profile.first_name || profile.email
  return (
    <ToolMenu
      trigger={
        <button
          type="button"
          className="flex min-h-10 min-w-0 items-center gap-2 rounded-lg px-2 text-left hover:bg-sunk"
        >
          <span className="grid size-8 shrink-0 place-items-center rounded-full bg-act-soft font-bold text-act">
            {name.charAt(0).toUpperCase()}
          </span>
          <span className="min-w-0 max-sm:sr-only">
            <span className="block truncate text-sm font-semibold">{name}</span>
            <span className="block truncate text-xs text-ink-2">
              {[
                profile.role_name?.[textLanguageOf(language)] ?? translateKey(`desk.words.roles.${profile.role}`),
                profile.operator?.name,
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </span>
        </button>
      }
      groups={[
        {
          heading: site('shell.language.label'),
          entries: offeredLanguages().map((entry) => ({
            label: <span lang={entry}>{languageRegister[entry].name}</span>,
            checked: entry === language,
            onSelect: () => void switchTo(entry),
          })),
        },
        {
          heading: t('desk.themes.label'),
          entries: themes.map((entry) => ({
            label: t(`desk.themes.${entry}`),
            checked: entry === theme,
            onSelect: () => chooseTheme(entry),
          })),
        },
        {
          // Who has unlocked a counter does nothing else with their account there.
          entries: ownEntries
            .filter(({ name: entry }) => profile.counter === undefined || entry === 'desk.log_out')
            .map(({ name: key, ...entry }) => ({ label: t(key), ...entry })),
        },
      ]}
    />
  )
}

/**
 * Collects what is typed from now on, until a field that was asked for has the focus: somebody who opens a dialog by
 * keyboard types at once. Returns a function that ends it and gives the text.
 */
function collectTyping(): () => string {
  let typed = ''
  const collect = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (event.key === 'Backspace') typed = typed.slice(0, -1)
    else if (event.key.length === 1) typed += event.key
    else return
    // Neither a shortcut of the screen nor a letter in another field.
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('keydown', collect, true)
  return () => {
    window.removeEventListener('keydown', collect, true)
    return typed
  }
}

/** Shows one branch alone, or all of them again, to people who work at several. */
function BranchSwitcher({ branches }: Pick<Profile, 'branches'>) {
  const { t } = useDeskWords()
  const { branch, choose } = useBranchChoice()
  return (
    <Field label={t('desk.branches.label')} hideLabel className="min-w-0 max-sm:flex-1">
      <NativeSelect
        value={branches.some(({ id }) => id === branch) ? branch : ''}
        options={[
          { value: '', label: t('desk.branches.all') },
          ...branches.map(({ id, name, city }) => ({ value: id, label: `${city} · ${name}` })),
        ]}
        onChange={({ target }) => choose(target.value)}
        className="w-full sm:w-56 xl:w-72"
      />
    </Field>
  )
}
