import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, Fragment, useId, useState } from 'react'
import type { Language } from '#contract/places/places.ts'
import { type Sentence, sentenceLimits } from '#contract/settings/sentences.ts'
import { call, CallError } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useReauth } from '#web/features/lists/Reauth.tsx'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { toast } from '#web/ui/overlay/toast.ts'

interface SentenceDialogProps {
  sentence: Sentence
  language: Language
  version: number
  onClose: () => void
}

/** Changes one sentence in one language, with how it looks and what was delivered. */
export function SentenceDialog({ sentence: { key, texts }, language, version, onClose }: SentenceDialogProps) {
  const { t, translateKey } = useDeskWords()
  const { t: site } = useTranslation()
  const queries = useQueryClient()
  const { attempt, dialog } = useReauth()
  const form = useId()
  const { original, own } = texts.find((text) => text.language === language)!
  const delivered = original ?? texts.find((text) => text.original !== null)!.original!
  const [text, setText] = useState(own ?? delivered)
  const [failure, setFailure] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  const save = async (changed: string | null) => {
    setIsBusy(true)
    setFailure(undefined)
    try {
      await attempt(() =>
        call('PATCH /api/v1/admin/settings/sentences', { body: { key, language, text: changed, version } }),
      )
      await queries.invalidateQueries({ queryKey: ['desk', 'settings'] })
      toast(t(changed === null ? 'desk.settings.sentences.restored' : 'desk.settings.saved'))
      onClose()
    } catch (error) {
      if (error instanceof CallError && error.code === 'changed_meanwhile')
        await queries.invalidateQueries({ queryKey: ['desk', 'settings', 'sentences'] })
      setFailure(describeFailure(site, error))
    } finally {
      setIsBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save(text)
  }
  return (
    <>
      <Dialog
        open
        onOpenChange={(open) => !open && onClose()}
        size="md"
        title={t('desk.settings.sentences.title', { language: translateKey(`desk.words.languages.${language}`) })}
        description={<code className="wrap-anywhere">{key}</code>}
        closeLabel={t('desk.close')}
        footer={
          <>
            {own !== null && (
              <Button variant="outline" size="md" disabled={isBusy} onClick={() => void save(null)}>
                {t('desk.settings.sentences.restore')}
              </Button>
            )}
            <Button type="submit" form={form} size="md" busy={isBusy} disabled={text.trim() === (own ?? delivered)}>
              {t('desk.form.save')}
            </Button>
          </>
        }
      >
        <form id={form} noValidate onSubmit={submit} className="grid gap-4">
          <Field
            label={t('desk.settings.sentences.text')}
            hint={/\{\{|<\w/.test(delivered) ? t('desk.settings.sentences.text_hint') : undefined}
            error={failure}
          >
            <TextArea
              lang={language}
              dir="auto"
              maxLength={sentenceLimits.characters}
              value={text}
              onChange={({ target }) => {
                setText(target.value)
                setFailure(undefined)
              }}
            />
          </Field>
          <div>
            <h3 className="text-sm font-semibold text-ink-2">{t('desk.settings.sentences.preview')}</h3>
            <p lang={language} dir="auto" data-sentence className="wrap-anywhere">
              <Preview text={text} />
            </p>
          </div>
          <div>
            <h3 className="text-sm font-semibold text-ink-2">{t('desk.settings.sentences.delivered')}</h3>
            <p lang={language} dir="auto" data-sentence className="wrap-anywhere text-ink-2">
              {delivered}
            </p>
          </div>
        </form>
      </Dialog>
      {dialog}
    </>
  )
}

/** A sentence with its values as boxes, and its marked parts underlined. */
function Preview({ text }: { text: string }) {
  return text.split(/(\{\{\s*\w+\s*\}\}|<\w+>.*?<\/\w+>)/s).map((part, index) => {
    const value = /^\{\{\s*(\w+)\s*\}\}$/.exec(part)?.[1]
    const inside = /^<(\w+)>(.*)<\/\1>$/s.exec(part)?.[2]
    if (value !== undefined)
      return (
        <span key={index} className="rounded-sm bg-act-soft px-1 text-act">
          {value}
        </span>
      )
    if (inside !== undefined)
      return (
        <span key={index} className="underline underline-offset-4">
          {inside}
        </span>
      )
    return <Fragment key={index}>{part}</Fragment>
  })
}
