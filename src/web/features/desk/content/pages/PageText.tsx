import { type RefObject, useRef, useState } from 'react'
import type { PageMistake } from '#contract/content/desk/pages.ts'
import type { TextLanguage } from '#contract/text-languages.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { formatNumber } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Field, useField } from '#web/ui/form/Field.tsx'
import { lineAt, selectLine } from './selectLine.ts'

interface PageTextProps {
  language: TextLanguage
  text: string
  mistakes: readonly PageMistake[]
  /** Without one, the text can only be read. */
  onChange?: (text: string) => void
}

/** The text of a page in one language, with its mistakes, each of which leads to its line. */
export function PageText({ language, text, mistakes, onChange }: PageTextProps) {
  const { t, locale } = useDeskWords()
  const area = useRef<HTMLTextAreaElement>(null)
  const [line, setLine] = useState(1)
  const lines = text.split('\n').length
  const name = t(`desk.records.pages.panel.languages.${language}`)
  return (
    <div className="grid min-w-0 content-start gap-2">
      <Field
        label={t('desk.records.pages.panel.text', { language: name })}
        aside={t('desk.records.pages.panel.position', {
          line: formatNumber(Math.min(line, lines), locale),
          lines: formatNumber(lines, locale),
        })}
      >
        <PlainText
          area={area}
          language={language}
          text={text}
          onChange={onChange}
          onMove={(position) => setLine(lineAt(text, position))}
        />
      </Field>
      {mistakes.length > 0 && (
        <ul aria-label={t('desk.records.pages.panel.text', { language: name })} className="grid gap-0.5">
          {mistakes.map((mistake, index) => (
            <li key={index}>
              <Button
                variant="link"
                size="sm"
                onClick={() => selectLine(area.current!, mistake.line)}
                className="text-left whitespace-normal text-bad"
              >
                {t('desk.records.pages.panel.mistake', {
                  line: formatNumber(mistake.line, locale),
                  message: mistake.message,
                })}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

interface PlainTextProps extends Pick<PageTextProps, 'language' | 'text'> {
  area: RefObject<HTMLTextAreaElement | null>
  onChange: ((text: string) => void) | undefined
  onMove: (position: number) => void
}

/** A text area that keeps its height: two long texts stand side by side. */
function PlainText({ area, language, text, onChange, onMove }: PlainTextProps) {
  return (
    <textarea
      {...useField()}
      ref={area}
      name={`text_${language}`}
      lang={language}
      value={text}
      readOnly={onChange === undefined}
      spellCheck
      onChange={({ target }) => onChange?.(target.value)}
      onSelect={({ currentTarget }) => onMove(currentTarget.selectionEnd)}
      className={cx(
        'field-box h-[min(60dvh,40rem)] min-h-64 resize-y font-mono text-sm leading-relaxed',
        onChange === undefined && 'text-ink-2',
      )}
    />
  )
}
