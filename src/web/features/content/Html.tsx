import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { findPage } from '#contract/pages.ts'
import { cx } from '#web/ui/cx.ts'
import './prose.css'

interface HtmlProps {
  /** Made by the server's Markdown renderer, which lets no markup of a text through. */
  html: string
  className?: string
}

/** A text that came as HTML. Its links inside the product change the page without loading it anew. */
export function Html({ html, className }: HtmlProps) {
  const navigate = useNavigate()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const node = box.current
    const follow = (event: MouseEvent) => {
      const link = (event.target as Element).closest('a')
      if (link === null || event.button !== 0) return
      // A new tab or window is the browser's own business.
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      const address = link.getAttribute('href') ?? ''
      if (!address.startsWith('/') || findPage(address.split(/[?#]/, 1)[0]!) === undefined) return
      event.preventDefault()
      void navigate(address)
    }
    node?.addEventListener('click', follow)
    return () => node?.removeEventListener('click', follow)
  }, [navigate])
  return <div ref={box} className={cx('prose', className)} dangerouslySetInnerHTML={{ __html: html }} />
}
