import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { areaOf, headingKey } from '#contract/lists/list-facts.ts'
import type { DeskListDescription, DeskPage } from '#contract/lists/lists.ts'
import { formatNumber } from '#web/time/format.ts'
import { cx } from '#web/ui/cx.ts'
import { useDeskWords, useWholeWords } from '../words.ts'
import { Cell, isAtEnd } from './Cell.tsx'
import { PrintHead } from './PrintHead.tsx'
import type { ListAddress } from './useListAddress.ts'

interface ListPrintProps {
  list: DeskListDescription
  address: ListAddress
  /** All rows, as one page. */
  page: DeskPage
  onDone: () => void
}

/** Prints all rows of a list as a plain table, in place of the page, and says so when it is done. */
export function ListPrint(props: ListPrintProps) {
  const { isWhole } = useWholeWords(true)
  return isWhole && createPortal(<Sheet {...props} />, document.body)
}

function Sheet({ list, address, page, onDone }: ListPrintProps) {
  const { t, translateKey, locale } = useDeskWords()
  const paper = useRef<HTMLDivElement>(null)
  const done = useRef(onDone)
  useEffect(() => {
    done.current = onDone
  }, [onDone])
  useEffect(() => {
    let isOver = false
    const end = () => done.current()
    window.addEventListener('afterprint', end)
    const pictures = [...(paper.current?.querySelectorAll('img') ?? [])]
    void Promise.allSettled(pictures.map((picture) => picture.decode())).then(() => {
      if (!isOver) window.print()
    })
    return () => {
      isOver = true
      window.removeEventListener('afterprint', end)
    }
  }, [])
  const area = areaOf(list.name)
  const columns = address.columns.map((name) => ({ name, column: list.columns[name]! }))
  const title = translateKey(`desk.lists.${area}.title`)
  // Within the screen of a record, whose rows these are.
  const place = Object.keys(address.fixed).length === 0 ? undefined : document.querySelector('h1')?.textContent
  return (
    <div ref={paper} data-print-alone className="hidden text-xs text-qr print:block">
      <h1 className="mb-1 text-lg font-bold">{place === undefined ? title : `${place} · ${title}`}</h1>
      <PrintHead
        list={list}
        address={address}
        isByBranch={page.is_by_branch}
        rows={t('desk.printed.all', { count: page.total, total: formatNumber(page.total, locale) })}
      />
      <table className="w-full border-collapse">
        <thead>
          <tr className="border-b border-qr">
            {columns.map(({ name, column }) => (
              <th key={name} scope="col" className={cx('px-1 py-0.5', isAtEnd(column) ? 'text-right' : 'text-left')}>
                {translateKey(headingKey(list.name, name))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {page.items.map((row) => (
            <tr key={row.id} className="break-inside-avoid border-b border-line align-top">
              {columns.map(({ name, column }) => (
                <td
                  key={name}
                  className={cx('px-1 py-0.5 wrap-anywhere', isAtEnd(column) && 'text-right tabular-nums')}
                >
                  <Cell column={column} name={name} row={row} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
