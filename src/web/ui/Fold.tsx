import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

interface FoldProps {
  title: string
  /** Shown under the title, also while the rest is closed. */
  lead?: ReactNode
  /** At the end of the title's line. */
  mark?: ReactNode
  /** Whether it is open at first. */
  open?: boolean
  children: ReactNode
}

/** A part of a page that opens and closes under its own heading. Works without scripts. */
export function Fold({ title, lead, mark, open = false, children }: FoldProps) {
  return (
    <details open={open || undefined} className="group border-t border-line">
      <summary className="flex min-h-13 list-none items-center gap-x-4 rounded-md py-3 hover:text-act [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1">
          <h2 className="text-lg">{title}</h2>
          {lead && <span className="block text-ink-2">{lead}</span>}
        </span>
        {mark}
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 text-ink-3 transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="pb-5">{children}</div>
    </details>
  )
}
