import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, Suspense, useState } from 'react'
import { findNameColumn } from '#contract/lists/list-facts.ts'
import type { DeskPage, DeskRow } from '#contract/lists/lists.ts'
import type { BulkAnswer, ServedRecord } from '#contract/lists/records.ts'
import { maxBulk } from '#contract/lists/records.ts'
import type { Permission } from '#contract/permissions.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { formatNumber } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormError } from '#web/ui/form/FormError.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { listQuery } from '../api.ts'
import { useReauth } from '../Reauth.tsx'
import { callDescribed } from '../record/api.ts'
import { useRecordForm } from '../record/useRecordForm.tsx'
import { useRecordWords } from '../record/useRecordWords.ts'
import { useDeskWords } from '../words.ts'
import type { ListAddress } from './useListAddress.ts'
import type { Selection } from './useSelection.ts'

/** A change of many records that is one, with a dialog of its own. */
export interface ChangeManyProps {
  ids: readonly string[]
  onClose: () => void
  /** Once it is stored. */
  onDone: () => void
}
/** Such changes by the name of the action, with the permission that each needs. */
export type ChangesOfMany = Readonly<Record<string, { permission: Permission; Dialog: ComponentType<ChangeManyProps> }>>

interface BulkBarProps {
  record: ServedRecord
  changes: ChangesOfMany | undefined
  selection: Selection
  address: ListAddress
  rows: readonly DeskRow[]
  total: number
}

/** So many at a time, so that no request waits for long and what is done is seen. */
const atOnce = 50

/** What can be done with the selected rows, and what became of each. */
export function BulkBar({ record, changes = {}, selection, address, rows, total }: BulkBarProps) {
  const { t, locale } = useDeskWords()
  const { data: profile } = useProfile()
  const queries = useQueryClient()
  const words = useRecordWords(record.list)
  const [opened, setOpened] = useState<{ name: string; ids: readonly string[] }>()
  const { withReauth, dialog } = useReauth()
  const actions = (record.bulk ?? []).filter(
    (name) => profile?.permissions.includes(record.actions![name]!.endpoint.auth) === true,
  )
  const ownChanges = Object.keys(changes).filter((name) => profile?.permissions.includes(changes[name]!.permission))
  const OwnDialog = opened === undefined ? undefined : changes[opened.name]?.Dialog
  const close = () => {
    setOpened(undefined)
    void queries.invalidateQueries({ queryKey: ['desk'] })
  }
  const count = selection.ids.size
  const isPageSelected = rows.every(({ id }) => selection.ids.has(id))
  const most = Math.min(total, maxBulk)
  const selectAll = () =>
    withReauth(async () => {
      const { page: _page, ...query } = address.params
      const all: DeskPage = await queries.fetchQuery(listQuery(record.list.name, { ...query, size: String(maxBulk) }))
      selection.replace(all.items.map(({ id }) => id))
    })
  return (
    <>
      {actions.length + ownChanges.length > 0 && count > 0 && (
        <div
          role="group"
          aria-label={t('desk.bulk.selected', { count })}
          className="mb-2 flex flex-wrap items-center gap-2 rounded-lg bg-act-soft px-3 py-2 print:hidden"
        >
          <span className="font-semibold">{t('desk.bulk.selected', { count })}</span>
          {isPageSelected && count < most && (
            <Button variant="link" size="sm" onClick={selectAll}>
              {t('desk.bulk.select_all', { total: formatNumber(most, locale) })}
            </Button>
          )}
          <Button variant="link" size="sm" onClick={() => selection.replace([])}>
            {t('desk.bulk.clear')}
          </Button>
          <span className="flex-1" />
          {[...ownChanges, ...actions].map((name) => (
            <Button
              key={name}
              variant="outline"
              size="md"
              disabled={count > maxBulk}
              onClick={() => setOpened({ name, ids: [...selection.ids] })}
            >
              {words.action(name)}
            </Button>
          ))}
        </div>
      )}
      {/* Stays when no row is selected any more: it says what became of each. */}
      {opened !== undefined && OwnDialog !== undefined && (
        <Suspense>
          <OwnDialog ids={opened.ids} onClose={close} onDone={() => selection.replace([])} />
        </Suspense>
      )}
      {opened !== undefined && OwnDialog === undefined && (
        <BulkDialog
          record={record}
          name={opened.name}
          ids={opened.ids}
          rows={rows}
          onClose={close}
          onDone={(left) => selection.replace(left)}
        />
      )}
      {dialog}
    </>
  )
}

interface BulkDialogProps {
  record: ServedRecord
  name: string
  ids: readonly string[]
  rows: readonly DeskRow[]
  onClose: () => void
  /** Gets the ids that were refused. */
  onDone: (left: string[]) => void
}

type Results = BulkAnswer['results']

function BulkDialog({ record, name, ids, rows, onClose, onDone }: BulkDialogProps) {
  const { t, locale } = useDeskWords()
  const words = useRecordWords(record.list)
  const [results, setResults] = useState<Results>([])
  const [isDone, setIsDone] = useState(false)
  const { endpoint, fields = {} } = record.actions![name]!
  const form = useRecordForm({ endpoint, fields }, undefined, words, async (input) => {
    const known = results.filter(({ ok }) => ok)
    const open = ids.filter((id) => !known.some((candidate) => candidate.id === id))
    const found: Results = [...known]
    setIsDone(false)
    for (let at = 0; at < open.length; at += atOnce) {
      const body = { action: name, ids: open.slice(at, at + atOnce), input }
      const answer = (await callDescribed(record.bulkEndpoint, { body })) as unknown as BulkAnswer
      found.push(...answer.results)
      setResults([...found])
    }
    setIsDone(true)
    onDone(found.filter(({ ok }) => !ok).map(({ id }) => id))
  })
  const failed = results.filter(({ ok }) => !ok)
  const named = findNameColumn(record.list.columns)
  const nameOf = (id: string) => String(rows.find((row) => row.id === id)?.[named as keyof DeskRow] ?? id)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      dismissible={!form.isSending}
      title={`${words.action(name)} (${formatNumber(ids.length, locale)})`}
      description={words.effect(name)}
      closeLabel={t('desk.close')}
      footer={
        isDone && failed.length === 0 ? (
          <Button size="md" onClick={onClose}>
            {t('desk.close')}
          </Button>
        ) : (
          <Button type="submit" form={`desk-bulk-${name}`} size="md" busy={form.isSending}>
            {isDone ? t('desk.bulk.retry', { count: failed.length }) : words.action(name)}
          </Button>
        )
      }
    >
      <form id={`desk-bulk-${name}`} noValidate onSubmit={form.submit} className="grid gap-4">
        {form.summary && <FormError {...form.summary} />}
        {!isDone && form.fields}
        {results.length > 0 && (
          <p role="status">
            {t('desk.bulk.progress', {
              done: formatNumber(results.length - failed.length, locale),
              total: formatNumber(ids.length, locale),
            })}
          </p>
        )}
        {failed.length > 0 && (
          <ul className="grid gap-1 text-sm">
            {failed.map(({ id, message }) => (
              <li key={id}>
                <span className="font-semibold">{nameOf(id)}</span>: {message}
              </li>
            ))}
          </ul>
        )}
      </form>
      {form.dialog}
    </Dialog>
  )
}
