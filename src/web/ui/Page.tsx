import type { ReactNode, Ref } from 'react'
import { cx } from './cx.ts'

const widths = { form: 'max-w-lg', text: 'max-w-3xl', wide: 'max-w-[86rem]' }

interface PageProps {
  children: ReactNode
  /** `form` for one column of fields, `text` for prose, `wide` for lists and grids. */
  width?: keyof typeof widths
  className?: string
  ref?: Ref<HTMLDivElement>
}

/** Side margins and maximum width of a page. */
export function Page({ children, width = 'wide', className, ref }: PageProps) {
  return (
    <div ref={ref} className={cx('mx-auto w-full px-4 sm:px-6 lg:px-10', widths[width], className)}>
      {children}
    </div>
  )
}

interface PageHeadProps {
  title: ReactNode
  /** Under the title. */
  lead?: ReactNode
  /** Buttons at the end of the line. */
  actions?: ReactNode
  className?: string
}

/** The header of a page with its only h1. */
export function PageHead({ title, lead, actions, className }: PageHeadProps) {
  return (
    <header className={cx('flex flex-wrap items-end justify-between gap-x-6 gap-y-3 pt-6 pb-5 sm:pt-9', className)}>
      <div className="min-w-0">
        <h1 className="text-2xl" tabIndex={-1}>
          {title}
        </h1>
        {lead && <p className="mt-2 max-w-prose text-md text-ink-2">{lead}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2.5">{actions}</div>}
    </header>
  )
}

interface SectionProps {
  title?: ReactNode
  /** A link or a button at the end of the title's line. */
  action?: ReactNode
  children: ReactNode
  className?: string
  /** The anchor of links to this part. */
  id?: string
}

/** A part of a page under its own heading. */
export function Section({ title, action, children, className, id }: SectionProps) {
  return (
    <section id={id} className={cx('py-5', id !== undefined && 'scroll-mt-20', className)}>
      {title && (
        <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 className="text-lg lg:text-xl">{title}</h2>
          {action}
        </div>
      )}
      {children}
    </section>
  )
}
