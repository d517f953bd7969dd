import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { brand } from '#brand.ts'
import { type ContentPage, findPage, isContentPage, type PageKey } from '#contract/pages.ts'

let own: string | undefined
/** The page and the language whose title the server has written. */
let served: string | undefined = typeof document === 'undefined' ? undefined : window.location.pathname
const servedLanguage = typeof document === 'undefined' ? undefined : document.documentElement.lang

/** A page's own title, for the tab and the history, as long as the page stands; undefined while it is not yet known. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return
    own = title
    document.title = title
    return () => {
      own = undefined
    }
  }, [title])
}

type Named = ContentPage | 'post' | 'service'

const ownTitle = (key: PageKey | 'not_found'): key is Named =>
  key !== 'not_found' &&
  (isContentPage(key) ||
    /^(post|service|park|checkout|gate|parksList|(airport|city|stadium|station)(Parking|Place))$/.test(key))

/** Gives each page the title of the catalogue, unless it has one of its own. Once, in the shell. */
export function useCatalogueTitle(): void {
  const { pathname } = useLocation()
  const { t, i18n } = useTranslation()
  const key = findPage(pathname)?.route.key ?? 'not_found'
  // These carry the name or the country of what they show: they set their titles themselves, once it is known.
  const hasOwnTitle = ownTitle(key)
  // The server has put it into the page that it served, with the name where there is one.
  const isServed = served === pathname && (hasOwnTitle || i18n.language === servedLanguage)
  const title = isServed ? undefined : hasOwnTitle ? brand.name : t(`pages.${key}.title`, { name: brand.name })
  useEffect(() => {
    served = isServed ? served : undefined
    // Empty as long as the sentences are on their way.
    if (own === undefined && title) document.title = title
  }, [title, isServed])
}
