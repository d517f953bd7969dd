import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { type ContentPage, findPage, isContentPage, type PageKey } from '#contract/pages.ts'
import { settings } from '#contract/settings/settings.ts'
import { useTranslation } from './translation.ts'

let currentOwnTitle: string | undefined
/** Path whose title the server has written; undefined after the first change of page. */
let servedPath: string | undefined = typeof document === 'undefined' ? undefined : window.location.pathname
const servedLanguage = typeof document === 'undefined' ? undefined : document.documentElement.lang

/** Sets the page's own title while it is mounted; undefined while the title is loading. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return
    currentOwnTitle = title
    document.title = title
    return () => {
      currentOwnTitle = undefined
    }
  }, [title])
}

type OwnTitlePage = ContentPage | 'post' | 'article' | 'service' | 'branch'

const setsOwnTitle = (key: PageKey | 'not_found'): key is OwnTitlePage =>
  key !== 'not_found' &&
  (isContentPage(key) ||
    /^(post|article|service|branch|park|checkout|gate|parksList|(airport|city|stadium|station)(Parking|Place))$/.test(
      key,
    ))

/** Sets the title of the catalogue for pages without their own. Used once, in the shell. */
export function useCatalogueTitle(): void {
  const { pathname } = useLocation()
  const { t, language } = useTranslation()
  const key = findPage(pathname)?.route.key ?? 'not_found'
  // These pages set their own titles, which contain a name or a country, once loaded.
  const hasOwnTitle = setsOwnTitle(key)
  // The server has already written the title of the first page.
  const isServed = servedPath === pathname && (hasOwnTitle || language === servedLanguage)
  const title = isServed
    ? undefined
    : hasOwnTitle
      ? settings().company.name
      : t(`pages.${key}.title`, { name: settings().company.name })
  useEffect(() => {
    servedPath = isServed ? servedPath : undefined
    // The title is empty while the sentences are loading.
    if (currentOwnTitle === undefined && title) document.title = title
  }, [title, isServed])
}
