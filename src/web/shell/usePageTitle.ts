import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { brand } from '#brand.ts'
import { type ContentPage, findPage, isContentPage, type PageKey } from '#contract/pages.ts'

let own: string | undefined
let served: string | undefined = typeof document === 'undefined' ? undefined : window.location.pathname

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
  const { t } = useTranslation()
  const key = findPage(pathname)?.route.key ?? 'not_found'
  // These carry the name or the country of what they show: they set their titles themselves, once it is known.
  const named = ownTitle(key)
  const title = named ? brand.name : t(`pages.${key}.title`, { name: brand.name })
  useEffect(() => {
    // The server has put the name into the title of the page that it served.
    const kept = named && served === pathname
    served = kept ? served : undefined
    if (own === undefined && !kept) document.title = title
  }, [title, named, pathname])
}
