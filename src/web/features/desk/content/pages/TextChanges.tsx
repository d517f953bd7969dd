import { diffLines } from 'diff'
import type { Language } from '#contract/places.ts'
import { useDeskWords } from '#web/features/desk/words.ts'

interface TextChangesProps {
  language: Language
  before: string
  after: string
}

/** The lines of a text that were removed and added. */
export function TextChanges({ language, before, after }: TextChangesProps) {
  const { t } = useDeskWords()
  const parts = diffLines(before, after).filter(({ added, removed }) => added || removed)
  if (parts.length === 0) return null
  const name = t(`desk.records.pages.panel.languages.${language}`)
  return (
    <section aria-label={t('desk.records.pages.panel.text_changes', { language: name })} className="mt-2">
      <h3 className="text-sm font-semibold">{t('desk.records.pages.panel.text_changes', { language: name })}</h3>
      <div
        lang={language}
        tabIndex={0}
        role="group"
        aria-label={name}
        className="mt-1 max-h-64 overflow-y-auto rounded-md bg-card p-2 font-mono text-sm wrap-anywhere whitespace-pre-wrap"
      >
        {parts.map(({ added, value }, index) => {
          const lines = value.replace(/\n$/, '')
          return added ? (
            <ins key={index} className="block font-semibold no-underline before:content-['+_']">
              {lines}
            </ins>
          ) : (
            <del key={index} className="block text-ink-2 before:inline-block before:content-['−_']">
              {lines}
            </del>
          )
        })}
      </div>
    </section>
  )
}
