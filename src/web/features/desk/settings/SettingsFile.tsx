import { useRef, useState } from 'react'
import type { FileChange } from '#contract/settings/settings-file.ts'
import { call } from '#web/api/call.ts'
import { download } from '#web/api/download.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useReauth } from '#web/features/lists/Reauth.tsx'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { SettingChange, useSettingName } from './SettingChange.tsx'

type Given = Record<string, Record<string, unknown>>

/** All settings as a file, and a file of another installation: its changes are shown before they are taken. */
export function SettingsFile({ mayImport, onApplied }: { mayImport: boolean; onApplied: () => void }) {
  const { t } = useDeskWords()
  const nameOf = useSettingName()
  const { t: site } = useTranslation()
  const { attempt, dialog } = useReauth()
  const input = useRef<HTMLInputElement>(null)
  const [read, setRead] = useState<{ given: Given; changes: readonly FileChange[] }>()
  const [failure, setFailure] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  const work = async (given: Given, apply: boolean) => {
    setIsBusy(true)
    setFailure(undefined)
    try {
      const answer = await attempt(() => call('POST /api/v1/admin/settings-file', { body: { settings: given, apply } }))
      if (answer === undefined) return
      if (answer.applied) {
        setRead(undefined)
        toast(t('desk.settings.saved'))
        onApplied()
      } else setRead({ given, changes: answer.changes })
    } catch (error) {
      setFailure(describeFailure(site, error))
    } finally {
      setIsBusy(false)
    }
  }
  const open = async (file: File | undefined) => {
    if (file === undefined) return
    const given = readFile(await file.text())
    if (given === undefined) setFailure(t('desk.settings.file.unreadable'))
    else await work(given, false)
  }
  const save = async () => {
    try {
      await download('GET /api/v1/admin/settings-file', undefined, 'settings.json')
    } catch (error) {
      toast(describeFailure(site, error), { tone: 'error' })
    }
  }
  const isWrong = read?.changes.some(({ problem }) => problem !== null) === true
  return (
    <Card as="section" padding="lg">
      <h2 className="mb-1 text-md font-bold">{t('desk.settings.file.title')}</h2>
      <p className="mb-3 max-w-prose text-sm text-ink-2">{t('desk.settings.file.text')}</p>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" size="md" onClick={() => void save()}>
          {t('desk.settings.file.save')}
        </Button>
        {mayImport && (
          <>
            <Button variant="outline" size="md" busy={isBusy} onClick={() => input.current?.click()}>
              {t('desk.settings.file.open')}
            </Button>
            <input
              ref={input}
              type="file"
              accept="application/json,.json"
              className="sr-only"
              tabIndex={-1}
              aria-label={t('desk.settings.file.open')}
              onChange={({ target }) => {
                const [file] = target.files ?? []
                target.value = ''
                void open(file)
              }}
            />
          </>
        )}
      </div>
      {failure !== undefined && (
        <div className="mt-3">
          <Notice tone="error" title={failure} />
        </div>
      )}
      {read !== undefined && (
        <div className="mt-4 grid gap-3" role="status">
          {read.changes.length === 0 ? (
            <p>{t('desk.settings.file.nothing')}</p>
          ) : (
            <>
              <ul className="grid">
                {read.changes.map(({ group, field, before, after, problem }) => (
                  <li
                    key={`${group}.${field}`}
                    className="border-b border-line py-2 text-sm wrap-anywhere last:border-0"
                  >
                    <span className="font-semibold">
                      {t(`desk.settings.groups.${group}.title`)}
                      {' · '}
                      {problem === null ? nameOf(group, field) : field}
                    </span>
                    <span className="block text-ink-2">
                      <SettingChange group={group} field={field} before={before} after={after} />
                    </span>
                    {problem !== null && <span className="block text-bad">{problem}</span>}
                  </li>
                ))}
              </ul>
              <div className="flex flex-wrap items-center gap-3">
                <Button size="md" busy={isBusy} disabled={isWrong} onClick={() => void work(read.given, true)}>
                  {t('desk.settings.file.apply', { count: read.changes.length })}
                </Button>
                <Button variant="outline" size="md" onClick={() => setRead(undefined)}>
                  {t('desk.form.cancel')}
                </Button>
                {isWrong && <span className="text-sm text-bad">{t('desk.settings.file.wrong')}</span>}
              </div>
            </>
          )}
        </div>
      )}
      {dialog}
    </Card>
  )
}

/** The settings in a file that this product has written; undefined for anything else. */
function readFile(text: string): Given | undefined {
  try {
    const { settings } = JSON.parse(text) as { settings?: unknown }
    const isGiven =
      typeof settings === 'object' &&
      settings !== null &&
      Object.values(settings).every((group) => typeof group === 'object' && group !== null && !Array.isArray(group))
    return isGiven ? (settings as Given) : undefined
  } catch {
    return undefined
  }
}
