import { ChevronDown } from 'lucide-react'
import { useMemo } from 'react'
import { useLocation } from 'react-router'
import type { Profile } from '#contract/accounts/auth.ts'
import { areaOf } from '#contract/lists/list-facts.ts'
import { deskGroups, type DeskGroup, type DeskScreen } from '#contract/lists/screens.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { paths } from '#web/paths.ts'
import { cx } from '#web/ui/cx.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { FavouriteStar } from './FavouriteStar.tsx'
import { useMenuChoices } from './menuChoices.ts'
import { listMenuEntries, type MenuEntry } from './menuEntries.ts'
import { useWaiting, WaitingCount } from './Waiting.tsx'

/** Groups that are folded until somebody opens them: what few people need each day. */
const foldedAtFirst: readonly DeskGroup[] = ['documents', 'content', 'settings', 'system']

const entryStyle =
  'flex min-h-9 min-w-0 flex-1 items-center gap-2 rounded-md px-2.5 py-1.5 font-medium hover:bg-sunk aria-[current]:bg-act-soft aria-[current]:text-act'

/** The screens that a person may open, in groups that fold, with their favourites and what waits. */
export function DeskMenu({ screens, profile }: { screens: readonly DeskScreen[]; profile: Profile }) {
  const { t } = useDeskWords()
  const { pathname } = useLocation()
  const mayCount = profile.permissions.includes('dashboard.view')
  const waiting = useWaiting(mayCount)
  const { open, favourites, fold, toggleFavourite } = useMenuChoices(profile.id)
  const entries = useMemo(() => listMenuEntries(screens), [screens])
  const marked = favourites.flatMap((name): MenuEntry[] => {
    const screen = screens.find((candidate) => candidate.name === name)
    return screen === undefined ? [] : [{ group: screen.group, screens: [screen], label: undefined }]
  })
  const common = { waiting, favourites, onToggle: toggleFavourite }
  return (
    <>
      {mayCount && (
        <PageLink
          to={paths.desk()}
          aria-current={pathname === paths.desk() ? 'page' : undefined}
          className={cx(entryStyle, 'mb-2')}
        >
          {t('desk.menu_dashboard')}
        </PageLink>
      )}
      {marked.length > 0 && (
        <div className="mb-3">
          <h2 className="px-2.5 pt-1 pb-1 text-xs font-semibold text-ink-3">{t('desk.menu_favourites')}</h2>
          <Entries entries={marked} {...common} />
        </div>
      )}
      {deskGroups.map((group) => {
        const own = entries.filter((entry) => entry.group === group)
        const isCurrent = own.some((entry) => isCurrentEntry(pathname, entry))
        return (
          <MenuGroup
            key={group}
            group={group}
            entries={own}
            isOpen={open[group] ?? (isCurrent || !foldedAtFirst.includes(group))}
            onFold={(isOpen) => fold(group, isOpen)}
            {...common}
          />
        )
      })}
    </>
  )
}

const isCurrentEntry = (pathname: string, { screens }: MenuEntry) =>
  screens.some(({ name }) => {
    const path = paths.desk(name)
    return pathname === path || pathname.startsWith(`${path}/`)
  })

interface EntriesProps {
  entries: readonly MenuEntry[]
  waiting: ReadonlyMap<string, number>
  favourites: readonly string[]
  onToggle: (name: string) => void
}

interface MenuGroupProps extends EntriesProps {
  group: DeskGroup
  isOpen: boolean
  onFold: (isOpen: boolean) => void
}

const countWaiting = ({ screens }: MenuEntry, waiting: ReadonlyMap<string, number>) =>
  screens.reduce((sum, { name }) => sum + (waiting.get(name) ?? 0), 0)

function MenuGroup({ group, isOpen, onFold, ...common }: MenuGroupProps) {
  const { t } = useDeskWords()
  const { entries, waiting } = common
  if (entries.length === 0) return null
  const count = entries.reduce((sum, entry) => sum + countWaiting(entry, waiting), 0)
  const id = `desk-menu-${group}`
  return (
    <div className="mb-2">
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => onFold(!isOpen)}
          className="flex min-h-8 w-full items-center gap-2 rounded-md px-2.5 text-left text-xs font-semibold text-ink-3 hover:bg-sunk"
        >
          <span className="min-w-0 flex-1 truncate">{t(`desk.groups.${group}`)}</span>
          {!isOpen && <WaitingCount value={count} />}
          <ChevronDown aria-hidden="true" className={cx('size-4 shrink-0', !isOpen && '-rotate-90')} />
        </button>
      </h2>
      <div id={id} hidden={!isOpen}>
        <Entries {...common} />
      </div>
    </div>
  )
}

function Entries({ entries, waiting, favourites, onToggle }: EntriesProps) {
  const { translateKey } = useDeskWords()
  const { pathname } = useLocation()
  return (
    <ul>
      {entries.map((entry) => {
        const { name } = entry.screens[0]!
        const title = translateKey(entry.label ?? `desk.lists.${areaOf(name)}.title`)
        const isMarked = favourites.includes(name)
        return (
          <li key={name} className="group/entry flex items-center">
            <PageLink
              to={paths.desk(name)}
              aria-current={
                pathname === paths.desk(name) ? 'page' : isCurrentEntry(pathname, entry) ? 'true' : undefined
              }
              className={entryStyle}
            >
              <span className="min-w-0 flex-1">{title}</span>
              <WaitingCount value={countWaiting(entry, waiting)} />
            </PageLink>
            <FavouriteStar
              name={title}
              isOn={isMarked}
              onToggle={() => onToggle(name)}
              className={
                !isMarked && 'lg:opacity-0 lg:group-focus-within/entry:opacity-100 lg:group-hover/entry:opacity-100'
              }
            />
          </li>
        )
      })}
    </ul>
  )
}
