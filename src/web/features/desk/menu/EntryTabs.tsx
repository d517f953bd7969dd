import { useEffect, useRef } from 'react'
import type { Profile } from '#contract/accounts/auth.ts'
import { areaOf } from '#contract/lists/list-facts.ts'
import type { DeskScreen } from '#contract/lists/screens.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { paths } from '#web/paths.ts'
import { cx } from '#web/ui/cx.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { FavouriteStar } from './FavouriteStar.tsx'
import { useMenuChoices } from './menuChoices.ts'
import { listMenuEntries } from './menuEntries.ts'
import { useWaiting, WaitingCount } from './Waiting.tsx'

interface EntryTabsProps {
  current: string
  /** Those that the person may open. */
  screens: readonly DeskScreen[]
  profile: Pick<Profile, 'id' | 'permissions'>
}

/** Leads between the screens of one entry of the menu, for people who may open more than one of them. */
export function EntryTabs({ current, screens, profile }: EntryTabsProps) {
  const { translateKey } = useDeskWords()
  const waiting = useWaiting(profile.permissions.includes('dashboard.view'))
  const { favourites, toggleFavourite } = useMenuChoices(profile.id)
  const list = useRef<HTMLUListElement>(null)
  // On a phone, the later ones stand beyond the edge.
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [current])
  const entry = listMenuEntries(screens).find(({ screens: own }) => own.some(({ name }) => name === current))
  if (entry === undefined || entry.screens.length < 2) return null
  const titleOf = (name: string) => translateKey(`desk.lists.${areaOf(name)}.title`)
  const title = entry.label === undefined ? titleOf(entry.screens[0]!.name) : translateKey(entry.label)
  return (
    <nav aria-label={title} className="mb-4 flex items-center border-b border-line print:hidden">
      <ul ref={list} className="-mb-px flex min-w-0 flex-1 gap-5 overflow-x-auto px-1">
        {entry.screens.map(({ name }) => (
          <li key={name} className="shrink-0">
            <PageLink
              to={paths.desk(name)}
              aria-current={name === current ? 'page' : undefined}
              className={cx(
                'inline-flex min-h-11 items-center gap-1.5 border-b-2 font-semibold whitespace-nowrap focus-visible:-outline-offset-2',
                name === current ? 'border-act text-ink' : 'border-transparent text-ink-2 hover:text-ink',
              )}
            >
              {titleOf(name)}
              <WaitingCount value={waiting.get(name) ?? 0} />
            </PageLink>
          </li>
        ))}
      </ul>
      {current !== entry.screens[0]!.name && (
        <FavouriteStar
          name={titleOf(current)}
          isOn={favourites.includes(current)}
          onToggle={() => toggleFavourite(current)}
        />
      )}
    </nav>
  )
}
