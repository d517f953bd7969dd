import type { ReactNode } from 'react'

/** The heading of a sign-in page. */
export function AuthHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="mb-6 pt-5 sm:pt-0">
      <h1 tabIndex={-1} className="text-2xl">
        {title}
      </h1>
      {children && <p className="mt-2 text-md text-ink-2">{children}</p>}
    </div>
  )
}
