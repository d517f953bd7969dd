import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { tinykeys } from 'tinykeys'
import { deskPageSizes, type DeskPageSize } from '#contract/lists/list-facts.ts'
import type { DeskListDescription, DeskPage } from '#contract/lists/lists.ts'
import { formatNumber } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { useSaveListSize } from '../api.ts'
import { ownKey } from '../shortcutSetting.ts'
import { useDeskWords, type DeskWords } from '../words.ts'
import type { ListAddress } from './useListAddress.ts'

/** How many there are, or that there are more than were counted. */
export const describeCount = (t: DeskWords['t'], count: number, isCapped: boolean, locale: string): string =>
  isCapped ? t('desk.more_than', { number: formatNumber(count, locale) }) : formatNumber(count, locale)

/** Which entries of how many a page shows, for the sentence `showing`. */
export function describeRows({ t, locale }: Pick<DeskWords, 't' | 'locale'>, page: DeskPage) {
  const { page: number, size, total, items, is_total_capped } = page
  const from = items.length === 0 ? 0 : (number - 1) * size + 1
  const to = items.length === 0 ? 0 : from + items.length - 1
  const [first, last] = [from, to].map((value) => formatNumber(value, locale))
  return { from: first, to: last, total: describeCount(t, total, is_total_capped, locale) }
}

interface ListPagesProps {
  list: DeskListDescription
  data: DeskPage
  address: ListAddress
  /** Asks for the exact number of entries. */
  onCount: () => void
}

/** Which entries of how many are shown, the other pages, and how many rows a page has. */
export function ListPages({ list, data, address, onCount }: ListPagesProps) {
  const { t, locale } = useDeskWords()
  const navigate = useNavigate()
  const rememberSize = useSaveListSize(list.name)
  const { page, pages, size } = data
  const { hrefFor } = address
  useEffect(() => {
    const turn = (step: number) => () => {
      const next = page + step
      if (next >= 1 && next <= pages) void navigate(hrefFor(next))
    }
    return tinykeys(window, { '[': ownKey(turn(-1)), ']': ownKey(turn(1)) })
  }, [page, pages, hrefFor, navigate])
  const number = (value: number) => formatNumber(value, locale)
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-4 print:hidden">
      <div className="min-w-full flex-1 sm:min-w-0">
        <Pagination
          page={page}
          pages={pages}
          label={t('desk.pages')}
          summary={
            <>
              {t('desk.showing', describeRows({ t, locale }, data))}
              {data.is_total_capped && (
                <Button variant="link" size="sm" onClick={onCount} className="ml-2">
                  {t('desk.count_all')}
                </Button>
              )}
            </>
          }
          previousLabel={t('desk.previous')}
          nextLabel={t('desk.next')}
          pageLabel={(value) => t('desk.page', { page: number(value) })}
          hrefFor={hrefFor}
        />
      </div>
      <label className="flex items-center gap-2 text-sm text-ink-2">
        {t('desk.page_size')}
        <NativeSelect
          value={size}
          onChange={({ target }) => {
            address.show({ size: target.value })
            void rememberSize(Number(target.value) as DeskPageSize)
          }}
          options={deskPageSizes.map((value) => ({ value, label: number(value) }))}
          className="w-28"
        />
      </label>
    </div>
  )
}
