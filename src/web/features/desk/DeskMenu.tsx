import { useQuery } from '@tanstack/react-query'
import { ChevronDown, Star } from 'lucide-react'
import { useMemo, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import type { Profile } from '#contract/accounts/auth.ts'
import { areaOf } from '#contract/lists/list-facts.ts'
import { deskGroups, type DeskGroup, type DeskScreen } from '#contract/lists/screens.ts'
import { minute_ms } from '#contract/time.ts'
import { call } from '#web/api/call.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { paths } from '#web/paths.ts'
import { onStorageChange, readText, writeText } from '#web/storage/storage.ts'
import { formatNumber } from '#web/time/format.ts'
import { cx } from '#web/ui/cx.ts'
import { PageLink } from '#web/ui/PageLink.tsx'

/** Groups that are folded until somebody opens them: what few people need each day. */
const foldedAtFirst: readonly DeskGroup[] = ['documents', 'content', 'settings', 'system']

interface MenuChoices {
  /** Groups that were opened or folded by hand. */
  open: Partial<Record<DeskGroup, boolean>>
  /** Names of screens, in the order in which they were marked. */
  favourites: readonly string[]
}

const none: MenuChoices = { open: {}, favourites: [] }

function parse(text: string | undefined): MenuChoices {
  try {
    const { open, favourites } = JSON.parse(text ?? '') as Partial<MenuChoices>
    return { open: open ?? {}, favourites: Array.isArray(favourites) ? favourites : [] }
  } catch {
    return none
  }
}

/** What a person has chosen for the menu on this device. */
function useMenuChoices(user_id: string): [MenuChoices, (change: Partial<MenuChoices>) => void] {
  const key = `desk_menu_${user_id}`
  const stored = useSyncExternalStore(
    onStorageChange,
    () => readText(key),
    () => undefined,
  )
  const choices = useMemo(() => parse(stored), [stored])
  return [choices, (change) => writeText(key, JSON.stringify({ ...parse(readText(key)), ...change }))]
}

/** What waits, by the screen that shows it; the sum where a screen shows several. */
function useWaiting(isEnabled: boolean): ReadonlyMap<string, number> {
  const { data } = useQuery({
    queryKey: ['desk_waiting'],
    queryFn: ({ signal }) => call('GET /api/v1/admin/waiting', { signal }),
    refetchInterval: minute_ms,
    enabled: isEnabled,
  })
  return useMemo(() => {
    const waiting = new Map<string, number>()
    for (const { name, value, list } of data?.items ?? []) {
      // Late orders are open orders.
      if (name === 'late_orders') continue
      const screen = list.split('?')[0]!
      waiting.set(screen, (waiting.get(screen) ?? 0) + value)
    }
    return waiting
  }, [data])
}

const entryStyle =
  'flex min-h-9 min-w-0 flex-1 items-center gap-2 rounded-md px-2.5 py-1.5 font-medium hover:bg-sunk aria-[current=page]:bg-act-soft aria-[current=page]:text-act'

/** The screens that a person may open, in groups that fold, with their favourites and what waits. */
export function DeskMenu({ screens, profile }: { screens: readonly DeskScreen[]; profile: Profile }) {
  const { t } = useDeskWords()
  const { pathname } = useLocation()
  const mayCount = profile.permissions.includes('dashboard.view')
  const waiting = useWaiting(mayCount)
  const [{ open, favourites }, choose] = useMenuChoices(profile.id)
  const marked = favourites.flatMap((name) => screens.filter((screen) => screen.name === name))
  const toggle = (name: string) =>
    choose({
      favourites: favourites.includes(name) ? favourites.filter((other) => other !== name) : [...favourites, name],
    })
  const entries = { waiting, favourites, onToggle: toggle }
  return (
    <>
      {mayCount && (
        <PageLink
          to={paths.desk()}
          aria-current={pathname === paths.desk() ? 'page' : undefined}
          className={cx(entryStyle, 'mb-2')}
        >
          {t('desk.dashboard.title')}
        </PageLink>
      )}
      {marked.length > 0 && (
        <div className="mb-3">
          <h2 className="px-2.5 pt-1 pb-1 text-xs font-semibold text-ink-3">{t('desk.menu_favourites')}</h2>
          <Entries screens={marked} {...entries} />
        </div>
      )}
      {deskGroups.map((group) => {
        const own = screens.filter((screen) => screen.group === group)
        const isCurrent = own.some(({ name }) => isCurrentScreen(pathname, name))
        return (
          <MenuGroup
            key={group}
            group={group}
            screens={own}
            isOpen={open[group] ?? (isCurrent || !foldedAtFirst.includes(group))}
            onFold={(isOpen) => choose({ open: { ...open, [group]: isOpen } })}
            {...entries}
          />
        )
      })}
    </>
  )
}

const isCurrentScreen = (pathname: string, name: string) => {
  const path = paths.desk(name)
  return pathname === path || pathname.startsWith(`${path}/`)
}

interface EntriesProps {
  screens: readonly DeskScreen[]
  waiting: ReadonlyMap<string, number>
  favourites: readonly string[]
  onToggle: (name: string) => void
}

interface MenuGroupProps extends EntriesProps {
  group: DeskGroup
  isOpen: boolean
  onFold: (isOpen: boolean) => void
}

function MenuGroup({ group, isOpen, onFold, ...entries }: MenuGroupProps) {
  const { t } = useDeskWords()
  const { screens, waiting } = entries
  if (screens.length === 0) return null
  const count = screens.reduce((sum, { name }) => sum + (waiting.get(name) ?? 0), 0)
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
          {!isOpen && <Count value={count} />}
          <ChevronDown aria-hidden="true" className={cx('size-4 shrink-0', !isOpen && '-rotate-90')} />
        </button>
      </h2>
      <div id={id} hidden={!isOpen}>
        <Entries {...entries} />
      </div>
    </div>
  )
}

function Entries({ screens, waiting, favourites, onToggle }: EntriesProps) {
  const { t, translateKey } = useDeskWords()
  const { pathname } = useLocation()
  return (
    <ul>
      {screens.map(({ name }) => {
        const title = translateKey(`desk.lists.${areaOf(name)}.title`)
        const isMarked = favourites.includes(name)
        return (
          <li key={name} className="group/entry flex items-center">
            <PageLink
              to={paths.desk(name)}
              aria-current={isCurrentScreen(pathname, name) ? 'page' : undefined}
              className={entryStyle}
            >
              <span className="min-w-0 flex-1">{title}</span>
              <Count value={waiting.get(name) ?? 0} />
            </PageLink>
            <button
              type="button"
              aria-pressed={isMarked}
              aria-label={t('desk.menu_favourite', { name: title })}
              title={t('desk.menu_favourite', { name: title })}
              onClick={() => onToggle(name)}
              className={cx(
                'grid size-8 shrink-0 place-items-center rounded-md text-ink-3 hover:text-ink focus-visible:opacity-100',
                !isMarked && 'lg:opacity-0 lg:group-focus-within/entry:opacity-100 lg:group-hover/entry:opacity-100',
              )}
            >
              <Star aria-hidden="true" className={cx('size-4', isMarked && 'fill-kerb')} />
            </button>
          </li>
        )
      })}
    </ul>
  )
}

function Count({ value }: { value: number }) {
  const { t, locale } = useDeskWords()
  if (value === 0) return null
  return (
    <span className="shrink-0 rounded-full bg-act-soft px-1.5 text-xs font-bold text-act tabular-nums">
      {value > 999 ? `${formatNumber(999, locale)}+` : formatNumber(value, locale)}
      <span className="sr-only"> {t('desk.menu_waiting')}</span>
    </span>
  )
}
