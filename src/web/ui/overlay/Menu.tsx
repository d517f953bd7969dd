import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import { Fragment, type ReactElement, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { cx } from '../cx.ts'
import { NAVIGATION_DELAY_MS } from './menuDelay.ts'

export interface MenuEntry {
  label: ReactNode
  icon?: ReactNode
  /** Secondary content at the end of the line. */
  aside?: ReactNode
  /** Address inside the app; otherwise `onSelect` runs. */
  to?: string
  /** Address of another site. */
  href?: string
  onSelect?: () => void
  /** For options: whether it is the chosen one. */
  checked?: boolean
  danger?: boolean
}

export interface MenuProps {
  /** A button element, which gets the menu's behaviour. */
  trigger: ReactElement<Record<string, unknown>>
  /** Groups are separated by a line and may have a heading. */
  groups: readonly { heading?: ReactNode; entries: readonly MenuEntry[] }[]
  defaultOpen?: boolean
  align?: 'start' | 'end'
}

const line =
  'flex min-h-11 w-full items-center gap-3 rounded-md px-3 py-2 text-base outline-none select-none ' +
  'data-highlighted:bg-act-soft data-highlighted:text-act [&_svg]:size-5 [&_svg]:shrink-0'

/** A menu below its button. Large, so use MenuButton, which loads it on demand. */
export function Menu({ trigger, groups, defaultOpen, align = 'end' }: MenuProps) {
  const navigate = useNavigate()

  const run = ({ to, href, onSelect }: MenuEntry) => {
    onSelect?.()
    if (to) setTimeout(() => void navigate(to), NAVIGATION_DELAY_MS)
    if (href) setTimeout(() => window.location.assign(href), NAVIGATION_DELAY_MS)
  }

  return (
    <Base.Root {...(defaultOpen && { defaultOpen })}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={8} collisionPadding={12} className="z-50 outline-none">
          <Base.Popup className="max-h-(--available-height) min-w-56 origin-(--transform-origin) overflow-y-auto rounded-xl border border-line bg-card p-1.5 text-ink shadow-float transition-[transform,opacity] duration-150 ease-out outline-none data-ending-style:scale-95 data-ending-style:opacity-0 data-starting-style:scale-95 data-starting-style:opacity-0">
            {groups.map((group, index) => (
              <Fragment key={index}>
                {index > 0 && <Base.Separator className="mx-3 my-1.5 h-px bg-line" />}
                <Base.Group>
                  {group.heading && (
                    <Base.GroupLabel className="px-3 pt-2 pb-1 text-xs font-semibold text-ink-3">
                      {group.heading}
                    </Base.GroupLabel>
                  )}
                  {group.entries.map((entry, position) => (
                    <Entry key={position} entry={entry} onRun={() => run(entry)} />
                  ))}
                </Base.Group>
              </Fragment>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function Entry({ entry, onRun }: { entry: MenuEntry; onRun: () => void }) {
  const inside = (
    <>
      {entry.icon}
      <span className="min-w-0 flex-1">{entry.label}</span>
      {entry.aside && <span className="text-sm text-ink-3">{entry.aside}</span>}
      {entry.checked && <Check aria-hidden="true" className="text-act" />}
    </>
  )
  const classes = cx(line, entry.danger && 'text-bad data-highlighted:bg-bad-soft data-highlighted:text-bad')

  if (entry.checked !== undefined)
    return (
      <Base.CheckboxItem checked={entry.checked} closeOnClick onCheckedChange={onRun} className={classes}>
        {inside}
      </Base.CheckboxItem>
    )
  const target = entry.to ?? entry.href
  if (target)
    return (
      <Base.LinkItem
        href={target}
        closeOnClick
        className={classes}
        onClick={(event) => {
          // Let the browser open a new tab or window.
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          onRun()
        }}
      >
        {inside}
      </Base.LinkItem>
    )
  return (
    <Base.Item onClick={onRun} className={classes}>
      {inside}
    </Base.Item>
  )
}
