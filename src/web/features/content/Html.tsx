import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { findPage } from '#contract/pages.ts'
import { addLanguage } from '#contract/address.ts'
import type { Language } from '#contract/places.ts'
import { useRendered } from '#web/lib/rendering.ts'
import { useTranslation } from '#web/lib/translation.ts'
import { cx } from '#web/ui/cx.ts'
import './prose.css'

interface HtmlProps {
  /** Rendered by the server's Markdown renderer, which escapes markup in texts. */
  html: string
  className?: string
}

/** Content HTML. Its links inside the app navigate without a reload. */
export function Html({ html, className }: HtmlProps) {
  const navigate = useNavigate()
  const { addressLanguage } = useRendered()
  const { language } = useTranslation()
  const text = addressLanguage === language ? nameLanguage(html, language) : html
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const node = box.current
    const follow = (event: MouseEvent) => {
      const link = (event.target as Element).closest('a')
      if (link === null || event.button !== 0) return
      // Let the browser open a new tab or window.
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      const address = link.getAttribute('href') ?? ''
      if (!address.startsWith('/') || findPage(address.split(/[?#]/, 1)[0]!) === undefined) return
      event.preventDefault()
      void navigate(address)
    }
    node?.addEventListener('click', follow)
    return () => node?.removeEventListener('click', follow)
  }, [navigate])
  return <div ref={box} className={cx('prose', className)} dangerouslySetInnerHTML={{ __html: text }} />
}

/** As in the links of components (shell/KeptLanguage.tsx). */
const nameLanguage = (html: string, language: Language): string =>
  html.replaceAll(/ href="(\/(?!\/)[^"]*)"/g, (_all, address: string) => {
    const named = addLanguage(address.replaceAll('&amp;', '&'), language)
    return ` href="${named.replaceAll('&', '&amp;')}"`
  })
