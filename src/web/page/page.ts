import { useLocation } from 'react-router'
import { findPage, type PageKey } from '#contract/pages.ts'

/** Key of the current page; undefined for unknown addresses. */
export const usePageKey = (): PageKey | undefined => findPage(useLocation().pathname)?.route.key

/** The parameters in the path of the current page, decoded. */
export const usePageParams = (): Readonly<Record<string, string | undefined>> =>
  findPage(useLocation().pathname)?.params ?? {}
