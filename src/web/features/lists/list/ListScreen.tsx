import type { ReactNode } from 'react'
import { areaOf } from '#contract/lists/list-facts.ts'
import type { DeskListDescription } from '#contract/lists/lists.ts'
import type { ServedRecord } from '#contract/lists/records.ts'
import { useDeskTitle } from '../useDeskTitle.ts'
import { useDeskWords } from '../words.ts'
import type { ChangesOfMany } from './BulkBar.tsx'
import { ListPanel } from './ListPanel.tsx'

/** The screen of any list: its description says everything that differs. */
export function ListScreen({
  list,
  record,
  changes,
  children,
}: {
  list: DeskListDescription
  record: ServedRecord | undefined
  changes?: ChangesOfMany | undefined
  /** What stands above the list. */
  children?: ReactNode
}) {
  const { translateKey } = useDeskWords()
  const area = areaOf(list.name)
  useDeskTitle(translateKey(`desk.lists.${area}.title`))
  return (
    <>
      <h1 className="text-xl">{translateKey(`desk.lists.${area}.title`)}</h1>
      <p className="mb-3 max-w-4xl text-sm text-pretty text-ink-2 print:hidden">
        {translateKey(`desk.lists.${area}.description`)}
      </p>
      {children}
      <ListPanel list={list} record={record} changes={changes} isScreen />
    </>
  )
}
