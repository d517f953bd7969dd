import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { tinykeys } from 'tinykeys'
import type { DeskPage } from '#contract/content/desk/pages.ts'
import { languages } from '#contract/geography.ts'
import type { Language } from '#contract/places/places.ts'
import { call } from '#web/api/call.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { Failure } from '#web/features/lists/Failure.tsx'
import { ChangedNotice } from '#web/features/lists/record/ChangedNotice.tsx'
import type { RecordPanel } from '#web/features/lists/record/RecordScreen.tsx'
import { useUnsavedGuard } from '#web/features/lists/record/useUnsavedGuard.tsx'
import { whileTyping } from '#web/features/lists/shortcutSetting.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { formatDateTime } from '#web/time/format.ts'
import { deviceZone } from '#web/time/quarterHours.ts'
import { useSettled } from '#web/time/useSettled.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { usePanelCall } from '../../parks/usePanelCall.tsx'
import { previewQuery, type Texts } from './api.ts'
import { PagePreview } from './PagePreview.tsx'
import { PageText } from './PageText.tsx'
import { TextChanges } from './TextChanges.tsx'
import { WritingHelp } from './WritingHelp.tsx'

const textsOf = ({ text_en, text_fr }: DeskPage): Texts => ({ en: text_en, fr: text_fr })

/** Edits the texts of a page side by side; what is saved is a draft until it is published. */
export const PageEditor: RecordPanel = ({ record, onChanged }) => {
  const page = record as unknown as DeskPage
  const { t, language: reader } = useDeskWords()
  const { data: profile } = useProfile()
  const mayEdit = profile?.permissions.includes('pages.update') === true
  const draft = usePageDraft(page, (saved) => onChanged(saved as never))
  const { texts, isChanged } = draft
  const guard = useUnsavedGuard(isChanged)
  const [shown, setShown] = useState(reader)
  const preview = useQuery(previewQuery(page.id, shown, useSettled(texts, 700)))
  const mistakes = preview.data?.mistakes ?? page.mistakes
  const { save } = draft
  const latest = useRef(save)
  latest.current = save
  useEffect(() => {
    if (!mayEdit) return undefined
    return tinykeys(
      window,
      {
        '$mod+s': (event) => {
          event.preventDefault()
          void latest.current()
        },
      },
      whileTyping,
    )
  }, [mayEdit])
  return (
    <div className="grid grid-cols-1 gap-4">
      <PageState page={page} mayEdit={mayEdit} />
      {draft.isOutdated && isChanged && (
        <ChangedNotice refusal={draft.refusal} onTake={draft.rebase}>
          <p>{t('desk.records.pages.panel.changed_text')}</p>
          {languages.map((language) => (
            <TextChanges
              key={language}
              language={language}
              before={draft.base[language]}
              after={textsOf(page)[language]}
            />
          ))}
        </ChangedNotice>
      )}
      {mayEdit && (
        <div className="flex flex-wrap items-center gap-2">
          <Button size="md" variant="outline" disabled={!isChanged} busy={draft.isBusy} onClick={() => void save()}>
            {t('desk.records.pages.panel.save')}
          </Button>
          <Button
            size="md"
            disabled={!isChanged && page.drafted_at === null}
            busy={draft.isBusy}
            onClick={() => void draft.publish()}
          >
            {t(isChanged ? 'desk.records.pages.panel.publish_unsaved' : 'desk.records.pages.panel.publish')}
          </Button>
          <ButtonLink size="md" variant="ghost" href={page.address} target="_blank">
            {t('desk.records.pages.panel.open_page')}
          </ButtonLink>
          <span className="flex-1" />
          <p role="status" className={mistakes.length > 0 ? 'font-semibold text-bad' : 'text-ink-2'}>
            {mistakes.length > 0
              ? t('desk.records.pages.panel.mistakes', { count: mistakes.length })
              : t('desk.records.pages.panel.no_mistakes')}
          </p>
        </div>
      )}
      {mistakes.length > 0 && <p className="text-sm text-ink-2">{t('desk.records.pages.panel.mistakes_block')}</p>}
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        {languages.map((language) => (
          <PageText
            key={language}
            language={language}
            text={texts[language]}
            mistakes={mistakes.filter((mistake) => mistake.language === language)}
            {...(mayEdit && { onChange: (text: string) => draft.change({ ...texts, [language]: text }) })}
          />
        ))}
      </div>
      <WritingHelp />
      {preview.error !== null && preview.data === undefined ? (
        <Failure error={preview.error} onRetry={() => void preview.refetch()} />
      ) : (
        <PagePreview html={preview.data?.html} language={shown} onLanguage={setShown} />
      )}
      {guard}
      {draft.dialog}
    </div>
  )
}

/** What readers see, and what is edited. */
function PageState({ page, mayEdit }: { page: DeskPage; mayEdit: boolean }) {
  const { t, locale } = useDeskWords()
  const { drafted_at, published, file_changed } = page
  const state = !mayEdit
    ? t('desk.records.pages.panel.read_only')
    : drafted_at !== null
      ? t('desk.records.pages.panel.draft', { when: formatDateTime(new Date(drafted_at), deviceZone(), locale) })
      : published !== null
        ? t('desk.records.pages.panel.from_desk', { number: published })
        : t('desk.records.pages.panel.from_file')
  return (
    <>
      <p className="text-ink-2">{state}</p>
      {file_changed && <Notice tone="warning">{t('desk.records.pages.panel.file_changed')}</Notice>}
    </>
  )
}

/** The texts as they are typed, over the version that they began with. */
function usePageDraft(page: DeskPage, onSaved: (page: DeskPage) => void) {
  const { t } = useDeskWords()
  const { run, refusal, dialog } = usePanelCall()
  const queries = useQueryClient()
  const [base, setBase] = useState(page)
  const [texts, setTexts] = useState(textsOf(page))
  const [isBusy, setIsBusy] = useState(false)
  const began = textsOf(base)
  const isChanged = languages.some((language) => texts[language] !== began[language])
  const isOutdated = page.version !== base.version
  /** Goes on from the page as it is now; what was typed is kept in the languages in which something was. */
  const rebase = (keep: boolean) => {
    const theirs = textsOf(page)
    const choose = (language: Language) =>
      keep && texts[language] !== began[language] ? texts[language] : theirs[language]
    setBase(page)
    setTexts({ en: choose('en'), fr: choose('fr') })
  }
  // Nothing was typed: the page is shown as it is now.
  if (isOutdated && !isChanged) rebase(false)
  const params = { id: page.id }
  const keep = (saved: DeskPage) => {
    setBase(saved)
    onSaved(saved)
  }
  const send = async (work: () => Promise<DeskPage>, done: string): Promise<DeskPage | undefined> => {
    setIsBusy(true)
    const saved = await run(work, done).finally(() => setIsBusy(false))
    if (saved !== undefined) keep(saved)
    return saved
  }
  const save = async (): Promise<DeskPage | undefined> => {
    if (!isChanged) return base
    const body = { text_en: texts.en, text_fr: texts.fr, version: base.version }
    return send(() => call('PATCH /api/v1/admin/pages/{id}', { params, body }), t('desk.records.pages.panel.saved'))
  }
  const publish = async () => {
    const saved = await save()
    if (saved === undefined) return
    const body = { version: saved.version }
    const published = await send(
      () => call('POST /api/v1/admin/pages/{id}/publish', { params, body }),
      t('desk.records.pages.panel.published'),
    )
    // This tab may have read the page before.
    if (published !== undefined) void queries.invalidateQueries({ queryKey: ['content'] })
  }
  return { texts, base: began, change: setTexts, isChanged, isOutdated, isBusy, rebase, save, publish, refusal, dialog }
}
