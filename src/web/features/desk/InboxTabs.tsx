import type { DeskScreenName } from '#contract/desk/screens.ts'
import type { DeskScreen } from '#contract/lists/screens.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { paths } from '#web/paths.ts'
import { cx } from '#web/ui/cx.ts'
import { PageLink } from '#web/ui/PageLink.tsx'

/** The two lists of one inbox: what customers write about orders, and what the forms of the site bring. */
const inbox = ['messages', 'leads'] as const satisfies readonly DeskScreenName[]
type InboxName = (typeof inbox)[number]

export const isInInbox = (name: string): name is InboxName => inbox.some((candidate) => candidate === name)

/** Leads from one list of the inbox to the other, for people who may open both. */
export function InboxTabs({ current, screens }: { current: InboxName; screens: readonly DeskScreen[] }) {
  const { t } = useDeskWords()
  const names = inbox.filter((name) => screens.some((screen) => screen.name === name))
  if (names.length < 2) return null
  return (
    <nav aria-label={t('desk.inbox.label')} className="mb-4 border-b border-line print:hidden">
      <ul className="flex gap-5">
        {names.map((name) => (
          <li key={name}>
            <PageLink
              to={paths.desk(name)}
              aria-current={name === current ? 'page' : undefined}
              className={cx(
                'inline-flex min-h-11 items-center border-b-2 font-semibold',
                name === current ? 'border-act text-ink' : 'border-transparent text-ink-2 hover:text-ink',
              )}
            >
              {t(`desk.inbox.${name}`)}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
