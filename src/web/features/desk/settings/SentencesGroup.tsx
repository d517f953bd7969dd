import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Language } from '#contract/places/places.ts'
import type { Sentence } from '#contract/settings/sentences.ts'
import { call } from '#web/api/call.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { Failure } from '#web/features/lists/Failure.tsx'
import { useDeskTitle } from '#web/features/lists/useDeskTitle.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { paths } from '#web/paths.ts'
import { formatNumber } from '#web/time/format.ts'
import { useSettled } from '#web/time/useSettled.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { SentenceDialog } from './SentenceDialog.tsx'
import { SettingHistory } from './SettingHistory.tsx'

/** The sentences of the interface: found by their words or their key, and changed one at a time. */
export function SentencesGroup() {
  const { t, translateKey, locale } = useDeskWords()
  useDeskTitle(t('desk.settings.groups.sentences.title'))
  const { data: profile } = useProfile()
  const mayUpdate = profile?.permissions.includes('settings.update') === true
  const [typed, setTyped] = useState('')
  const [isChanged, setIsChanged] = useState(false)
  const [edited, setEdited] = useState<{ key: string; language: Language }>()
  const search = useSettled(typed.trim(), 300)
  const { data, error, refetch } = useQuery({
    queryKey: ['desk', 'settings', 'sentences', search, isChanged],
    queryFn: ({ signal }) =>
      call('GET /api/v1/admin/settings/sentences', {
        query: { ...(search !== '' && { search }), ...(isChanged && { only: 'changed' as const }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
  // What holds now, whatever is searched for: by it the history knows what can be put back.
  const { data: changed } = useQuery({
    queryKey: ['desk', 'settings', 'sentences', 'changed'],
    queryFn: ({ signal }) => call('GET /api/v1/admin/settings/sentences', { query: { only: 'changed' }, signal }),
  })
  const sentence = edited && data?.items.find(({ key }) => key === edited.key)
  return (
    <div className="grid max-w-5xl gap-4">
      <div>
        <p className="text-sm">
          <PageLink to={paths.desk('settings')} className="text-act underline underline-offset-4">
            {t('desk.lists.settings.title')}
          </PageLink>
        </p>
        <h1 className="text-xl">{t('desk.settings.groups.sentences.title')}</h1>
        <p className="max-w-prose text-sm text-ink-2">{t('desk.settings.groups.sentences.description')}</p>
      </div>
      <div role="search" className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
        <Field label={t('desk.settings.sentences.search')} hint={t('desk.settings.sentences.search_hint')}>
          <TextInput
            type="search"
            value={typed}
            maxLength={100}
            onChange={({ target }) => setTyped(target.value)}
            autoComplete="off"
          />
        </Field>
        <Checkbox
          label={t('desk.settings.sentences.only_changed')}
          checked={isChanged}
          onChange={({ target }) => setIsChanged(target.checked)}
        />
      </div>
      {error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton className="h-96 rounded-xl" />}
      {data !== undefined && (
        <>
          <p role="status" className="text-sm text-ink-2">
            {data.total > data.items.length
              ? t('desk.settings.sentences.first', {
                  shown: formatNumber(data.items.length, locale),
                  count: formatNumber(data.total, locale),
                })
              : t('desk.settings.sentences.found', { count: data.total })}
          </p>
          <ul className="grid gap-3">
            {data.items.map(({ key, texts }) => (
              <li key={key}>
                <Card padding="md">
                  <code className="text-xs wrap-anywhere text-ink-2">{key}</code>
                  <dl className="mt-2 grid gap-4 sm:grid-cols-2">
                    {texts.map(({ language, original, own }) => (
                      <div key={language} className="min-w-0">
                        <dt className="flex flex-wrap items-center gap-2 text-xs font-semibold text-ink-2">
                          {translateKey(`desk.words.languages.${language}`)}
                          {own !== null && <Tag tone="act">{t('desk.settings.sentences.changed')}</Tag>}
                        </dt>
                        <dd className="mt-0.5">
                          <p lang={language} dir="auto" data-sentence className="wrap-anywhere">
                            {own ?? original ?? '–'}
                          </p>
                          {mayUpdate && (
                            <Button
                              variant="link"
                              onClick={() => setEdited({ key, language })}
                              aria-label={t('desk.settings.sentences.change_named', {
                                key,
                                language: translateKey(`desk.words.languages.${language}`),
                              })}
                            >
                              {t('desk.settings.sentences.change')}
                            </Button>
                          )}
                        </dd>
                      </div>
                    ))}
                  </dl>
                </Card>
              </li>
            ))}
          </ul>
          {changed !== undefined && (
            <SettingHistory group="sentences" record={{ version: changed.version, ...ownOf(changed.items) }} />
          )}
        </>
      )}
      {edited && sentence && data && (
        <SentenceDialog
          sentence={sentence}
          language={edited.language}
          version={data.version}
          onClose={() => setEdited(undefined)}
        />
      )}
    </div>
  )
}

/** The changed sentences by the names that they have in the settings. */
const ownOf = (items: readonly Sentence[]): Record<string, string> =>
  Object.fromEntries(
    items.flatMap(({ key, texts }) =>
      texts.flatMap(({ language, own }) => (own === null ? [] : [[`${language}.${key}`, own]])),
    ),
  )
