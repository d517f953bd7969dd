import type { ComponentProps } from 'react'
import { addLanguage } from '#contract/addresses/address.ts'
import { useRendered } from '#web/page/rendering.ts'
import { useTranslation } from '#web/page/translation.ts'

export interface PageLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** Path and query of a page of Parkwell. */
  to: string
}

/**
 * A link to a page of Parkwell. Clicks are followed by shell/FollowLinks.tsx. On a page whose address names the language
 * it names it too, until another one is chosen: without scripts the next page would be in the browser's language.
 */
export function PageLink({ to, children, ...rest }: PageLinkProps) {
  const { addressLanguage } = useRendered()
  const { language } = useTranslation()
  return (
    <a {...rest} href={addressLanguage === language ? addLanguage(to, language) : to}>
      {children}
    </a>
  )
}
