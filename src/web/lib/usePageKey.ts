import { useLocation } from 'react-router'
import { findPage, type PageKey } from '#contract/pages.ts'

/** Which page is shown, whichever of its addresses it was asked for by; undefined where there is none. */
export const usePageKey = (): PageKey | undefined => findPage(useLocation().pathname)?.route.key
