import type { ReactNode } from 'react'
import type { Content } from '#contract/content/content.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Page } from '#web/ui/Page.tsx'
import { Picture } from './Picture.tsx'

interface HeroProps {
  content: Pick<Content, 'headline' | 'eyebrow' | 'lead' | 'look' | 'actions' | 'picture'>
  /** Below the lead. */
  children?: ReactNode
  /** Above the headline. */
  trail?: ReactNode
}

/** The header of a page: full width and dark, or light with a picture. */
export function Hero({ content, children, trail }: HeroProps) {
  const { look, picture } = content
  const night = look === 'night'
  return (
    <div className={cx(night && 'bay-hero on-night -mt-2')}>
      <Page
        className={cx(
          'grid items-center gap-x-14 gap-y-6 lg:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)]',
          night ? 'pt-8 pb-10 lg:pt-14 lg:pb-16' : 'pt-6 pb-4 lg:pt-12 lg:pb-8',
        )}
      >
        <div>
          {trail}
          <HeroWords content={content} night={night} />
          {children}
        </div>
        <Picture name={picture} tile={!night} first className="max-lg:max-w-lg" />
      </Page>
    </div>
  )
}

function HeroWords({ content, night }: { content: HeroProps['content']; night: boolean }) {
  const { headline, eyebrow, lead, actions } = content
  return (
    <>
      {eyebrow !== null && (
        <p className={cx('mb-2 text-sm font-semibold', night ? 'text-on-night-2' : 'text-ink-2')}>{eyebrow}</p>
      )}
      <h1 tabIndex={-1} className="text-[2.15rem] leading-[1.08] tracking-display lg:text-3xl">
        {headline}
      </h1>
      <p
        className={cx(
          'mt-4 max-w-prose text-md lg:text-lg lg:leading-normal',
          night ? 'text-on-night-2' : 'text-ink-2',
        )}
      >
        {lead}
      </p>
      {actions.length > 0 && (
        <div className="mt-6 flex flex-wrap gap-3">
          {actions.map(({ label, to }, index) => (
            <ButtonLink key={to} {...whereTo(to)} {...(index > 0 && { variant: 'outline' })}>
              {label}
            </ButtonLink>
          ))}
        </div>
      )}
    </>
  )
}

/** Anchors and other sites use plain links. */
const whereTo = (to: string) => (to.startsWith('/') ? { to } : { href: to })
