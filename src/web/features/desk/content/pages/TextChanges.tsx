import { diffLines } from 'diff'
import type { Language } from '#contract/places/places.ts'
import { useDeskWords } from '#web/features/lists/words.ts'

interface TextChangesProps {
  language: Language
  before: string
  after: string
}

/** The lines of a text that were removed and added. */
export function TextChanges({ language, before, after }: TextChangesProps) {
  const { t } = useDeskWords()
  if (before === after) return null
  const changes = diffLines(before, after).flatMap(({ added, removed, value }) =>
    added || removed
      ? value
          .split('\n')
          .filter((line) => line.trim() !== '')
          .map((line) => ({ added, line }))
      : [],
  )
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
        {changes.length === 0 && t('desk.records.pages.panel.blank_lines')}
        {changes.map(({ added, line }, index) =>
          added ? (
            <ins key={index} className="block pl-4 -indent-4 font-semibold no-underline before:content-['+_']">
              {line}
            </ins>
          ) : (
            <del
              key={index}
              className="block pl-4 -indent-4 text-ink-2 before:inline-block before:whitespace-pre before:content-['−_']"
            >
              {line}
            </del>
          ),
        )}
      </div>
    </section>
  )
}
