import { type ReactNode, useContext, useMemo } from 'react'
import { type Navigator, type To, UNSAFE_NavigationContext as NavigationContext } from 'react-router'
import { addLanguage } from '#contract/address.ts'
import { useRendered } from '#web/lib/rendering.ts'
import { useTranslation } from '#web/lib/translation.ts'

/**
 * Names the language in every link of a page whose address names it, until another one is chosen: without scripts the
 * next page would be in the browser's language.
 */
export function KeptLanguage({ children }: { children: ReactNode }) {
  const { addressLanguage } = useRendered()
  const { language } = useTranslation()
  const context = useContext(NavigationContext)
  const value = useMemo(() => {
    if (addressLanguage !== language) return context
    const { navigator } = context
    const createHref = (to: To) => addLanguage(navigator.createHref(to), addressLanguage)
    // Its own properties are getters, so it is not copied.
    return { ...context, navigator: Object.create(navigator, { createHref: { value: createHref } }) as Navigator }
  }, [context, addressLanguage, language])
  return <NavigationContext value={value}>{children}</NavigationContext>
}
