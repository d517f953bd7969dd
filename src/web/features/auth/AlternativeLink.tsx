import { PageLink } from '#web/ui/PageLink.tsx'

interface AlternativeLinkProps {
  question?: string
  to: string
  onLeave?: () => void
  children: string
}

/** The line under a sign-in form that links to the alternative form. */
export function AlternativeLink({ question, to, onLeave, children }: AlternativeLinkProps) {
  return (
    <p className="mt-5 flex flex-wrap items-center justify-center gap-x-2 border-t border-line pt-4 text-ink-2">
      {question}
      <PageLink
        to={to}
        onClick={onLeave}
        className="inline-flex min-h-11 items-center font-semibold text-act underline-offset-4 hover:underline"
      >
        {children}
      </PageLink>
    </p>
  )
}
