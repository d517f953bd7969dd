import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { tinykeys } from 'tinykeys'
import { deskPageSizes } from '#contract/desk/list-facts.ts'
import type { DeskPage } from '#contract/desk/lists.ts'
import { ownKey } from '#web/features/desk/shortcutSetting.ts'
import { useDeskWords } from '#web/features/desk/words.ts'
import { formatNumber } from '#web/lib/format.ts'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import type { ListAddress } from './useListAddress.ts'

/** Which entries of how many are shown, the other pages, and how many rows a page has. */
export function ListPages({ data, address }: { data: DeskPage; address: ListAddress }) {
  const { t, locale } = useDeskWords()
  const navigate = useNavigate()
  const { page, pages, size, total, items } = data
  const from = items.length === 0 ? 0 : (page - 1) * size + 1
  const to = items.length === 0 ? 0 : from + items.length - 1
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
          summary={t('desk.showing', { from: number(from), to: number(to), total: number(total) })}
          previousLabel={t('desk.previous')}
          nextLabel={t('desk.next')}
          pageLabel={(one) => t('desk.page', { page: number(one) })}
          hrefFor={hrefFor}
        />
      </div>
      <label className="flex items-center gap-2 text-sm text-ink-2">
        {t('desk.page_size')}
        <NativeSelect
          value={size}
          onChange={({ target }) => address.show({ size: target.value })}
          options={deskPageSizes.map((value) => ({ value, label: number(value) }))}
          className="w-28"
        />
      </label>
    </div>
  )
}
