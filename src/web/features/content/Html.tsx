import { addLanguage } from '#contract/addresses/address.ts'
import type { Language } from '#contract/places/places.ts'
import { useRendered } from '#web/page/rendering.ts'
import { useTranslation } from '#web/page/translation.ts'
import { cx } from '#web/ui/cx.ts'
import './prose.css'

interface HtmlProps {
  /** Rendered by the server's Markdown renderer, which escapes markup in texts. */
  html: string
  className?: string
}

/** Content HTML. */
export function Html({ html, className }: HtmlProps) {
  const { addressLanguage } = useRendered()
  const { language } = useTranslation()
  const text = addressLanguage === language ? nameLanguage(html, language) : html
  return <div className={cx('prose', className)} dangerouslySetInnerHTML={{ __html: text }} />
}

/** Names the language in the links of a text (ui/PageLink.tsx). */
const nameLanguage = (html: string, language: Language): string =>
  html.replaceAll(/ href="(\/(?!\/)[^"]*)"/g, (_all, address: string) => {
    const named = addLanguage(address.replaceAll('&amp;', '&'), language)
    return ` href="${named.replaceAll('&', '&amp;')}"`
  })
