import { useLayoutEffect, useRef } from 'react'
import { languages } from '#contract/geography.ts'
import type { Language } from '#contract/places/places.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { Card } from '#web/ui/Card.tsx'
import { Segmented } from '#web/ui/form/Segmented.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

interface PagePreviewProps {
  /** Undefined until it is rendered, null where it cannot be. */
  html: string | null | undefined
  language: Language
  onLanguage: (language: Language) => void
}

/** The page as the server renders it, in a frame in which no script runs. */
export function PagePreview({ html, language, onLanguage }: PagePreviewProps) {
  const { t } = useDeskWords()
  const frame = useRef<HTMLIFrameElement>(null)
  const scrolled = useRef(0)
  // The next version is shown at the same place. Listeners would be scripts of the frame, which runs none.
  useLayoutEffect(
    () => () => {
      scrolled.current = frame.current?.contentWindow?.scrollY ?? 0
    },
    [html],
  )
  return (
    <Card as="section" padding="lg" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div>
          <h2 className="text-md font-bold">{t('desk.records.pages.panel.preview')}</h2>
          <p className="text-sm text-ink-2">{t('desk.records.pages.panel.preview_text')}</p>
        </div>
        <Segmented
          label={t('desk.records.pages.panel.preview')}
          value={language}
          onChange={onLanguage}
          segments={languages.map((one) => ({ value: one, label: t(`desk.form.${one}`) }))}
        />
      </div>
      {html === undefined ? (
        <Skeleton className="h-[70dvh] rounded-lg" />
      ) : html === null ? (
        <Notice tone="warning">{t('desk.records.pages.panel.no_preview')}</Notice>
      ) : (
        <iframe
          title={t('desk.records.pages.panel.preview')}
          sandbox="allow-same-origin"
          srcDoc={html}
          ref={frame}
          onLoad={() => frame.current?.contentWindow?.scrollTo(0, scrolled.current)}
          className="h-[70dvh] w-full rounded-lg border border-line"
        />
      )}
    </Card>
  )
}
