import { useDeskWords } from '#web/features/lists/words.ts'
import { Fold } from '#web/ui/Fold.tsx'

const subjects = ['help_head', 'help_sections', 'help_parts', 'help_values'] as const

/** How a text is written, for those who rarely do. */
export function WritingHelp() {
  const { t } = useDeskWords()
  return (
    <Fold title={t('desk.records.pages.panel.help')}>
      <ul className="grid list-disc gap-1 pl-5">
        {subjects.map((subject) => (
          <li key={subject}>{t(`desk.records.pages.panel.${subject}`)}</li>
        ))}
      </ul>
    </Fold>
  )
}
