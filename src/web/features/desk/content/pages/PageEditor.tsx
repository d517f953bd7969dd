import { useQuery, useQueryClient } from '@tanstack/react-query'
import { diffLines } from 'diff'
import { useEffect, useRef, useState, useLayoutEffect } from 'react'
import { tinykeys } from 'tinykeys'
import type { DeskPage } from '#contract/content/desk/pages.ts'
import { textLanguages, type TextLanguage } from '#contract/text-languages.ts'
import { call } from '#web/api/call.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { Failure } from '#web/features/lists/Failure.tsx'
import { ChangedNotice } from '#web/features/lists/record/ChangedNotice.tsx'
import type { RecordPanel } from '#web/features/lists/record/RecordScreen.tsx'
import { useUnsavedGuard } from '#web/features/lists/record/useUnsavedGuard.tsx'
import { whileTyping } from '#web/features/lists/shortcutSetting.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { formatDateTime, zoneName } from '#web/time/format.ts'
import { deviceZone } from '#web/time/quarterHours.ts'
import { useSettled } from '#web/time/useSettled.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Fold } from '#web/ui/Fold.tsx'
import { Segmented } from '#web/ui/form/Segmented.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { usePanelCall } from '../../parks/usePanelCall.tsx'
import { previewQuery, type Texts } from './api.ts'
import { PagePictures } from './PagePictures.tsx'
import { PageText } from './PageText.tsx'

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
          {textLanguages.map((language) => (
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
          {page.source !== 'unpublished' && (
            <ButtonLink size="md" variant="ghost" href={page.address} target="_blank">
              {t('desk.records.pages.panel.open_page')}
            </ButtonLink>
          )}
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
        {textLanguages.map((language) => (
          <PageText
            key={language}
            language={language}
            text={texts[language]}
            mistakes={mistakes.filter((mistake) => mistake.language === language)}
            {...(mayEdit && { onChange: (text: string) => draft.change({ ...texts, [language]: text }) })}
          />
        ))}
      </div>
      {mayEdit && page.kind !== 'page' && (
        <PagePictures pictures={page.pictures} texts={texts} onChange={draft.change} />
      )}
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

/** What readers see, what is edited, and what is to happen at a time. */
function PageState({ page, mayEdit }: { page: DeskPage; mayEdit: boolean }) {
  const { t, locale } = useDeskWords()
  const { drafted_at, published, file_changed, publish_at, withdraw_at, publish_failed, timezone } = page
  const isHidden = page.source === 'unpublished'
  const when = drafted_at === null ? '' : formatDateTime(new Date(drafted_at), deviceZone(), locale)
  const planned = (at: string) => ({
    when: formatDateTime(new Date(at), timezone, locale),
    zone: zoneName(new Date(at), timezone, locale),
  })
  const state = !mayEdit
    ? t('desk.records.pages.panel.read_only')
    : drafted_at !== null
      ? t(isHidden ? 'desk.records.pages.panel.unpublished' : 'desk.records.pages.panel.draft', { when })
      : published !== null
        ? t('desk.records.pages.panel.from_desk', { number: published })
        : t('desk.records.pages.panel.from_file')
  return (
    <>
      <p className="text-ink-2">{state}</p>
      {publish_at !== null && <Notice>{t('desk.records.pages.panel.to_publish', planned(publish_at))}</Notice>}
      {withdraw_at !== null && <Notice>{t('desk.records.pages.panel.to_withdraw', planned(withdraw_at))}</Notice>}
      {publish_failed !== null && (
        <Notice tone="warning">{t(`desk.records.pages.panel.publish_failed.${publish_failed}`)}</Notice>
      )}
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
  const isChanged = textLanguages.some((language) => texts[language] !== began[language])
  const isOutdated = page.version !== base.version
  /** Goes on from the page as it is now; what was typed is kept in the languages in which something was. */
  const rebase = (keepsChanges: boolean) => {
    const theirs = textsOf(page)
    const choose = (language: TextLanguage) =>
      keepsChanges && texts[language] !== began[language] ? texts[language] : theirs[language]
    setBase(page)
    setTexts({ en: choose('en'), fr: choose('fr') })
  }
  // Nothing was typed: the page is shown as it is now.
  if (isOutdated && !isChanged) rebase(false)
  const params = { id: page.id }
  const showSaved = (saved: DeskPage) => {
    setBase(saved)
    onSaved(saved)
  }
  const send = async (work: () => Promise<DeskPage>, done: string): Promise<DeskPage | undefined> => {
    setIsBusy(true)
    const saved = await run(work, done).finally(() => setIsBusy(false))
    if (saved !== undefined) showSaved(saved)
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
    if (published === undefined) return
    for (const queryKey of [['content'], ['posts'], ['post']]) void queries.invalidateQueries({ queryKey })
  }
  return { texts, base: began, change: setTexts, isChanged, isOutdated, isBusy, rebase, save, publish, refusal, dialog }
}

interface PagePreviewProps {
  /** Undefined until it is rendered, null where it cannot be. */
  html: string | null | undefined
  language: TextLanguage
  onLanguage: (language: TextLanguage) => void
}

/** The page as the server renders it, in a frame in which no script runs. */
function PagePreview({ html, language, onLanguage }: PagePreviewProps) {
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
          segments={textLanguages.map((language) => ({ value: language, label: t(`desk.form.${language}`) }))}
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

interface TextChangesProps {
  language: TextLanguage
  before: string
  after: string
}

/** The lines of a text that were removed and added. */
function TextChanges({ language, before, after }: TextChangesProps) {
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

const subjects = ['help_head', 'help_sections', 'help_parts', 'help_values'] as const

/** How a text is written, for those who rarely do. */
function WritingHelp() {
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
