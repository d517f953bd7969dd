import { useLocation } from 'react-router'
import { findPage, type PageKey } from '#contract/pages.ts'

/** Key of the current page; undefined for unknown addresses. */
export const usePageKey = (): PageKey | undefined => findPage(useLocation().pathname)?.route.key
