import { type ReactNode, type RefObject, useId } from 'react'
import { useTranslation } from '#web/page/translation.ts'
import { cx } from '#web/ui/cx.ts'
import { positionAfterPress, positionBelow } from './sheet.ts'
import type { Sheet } from './useSheet.ts'

interface ListSheetProps {
  sheet: Sheet
  /** The scrolling content. */
  list: RefObject<HTMLDivElement | null>
  /** Whether there is a map, under the list on narrow screens and beside it on wide ones. */
  withMap: boolean
  children: ReactNode
}

/** Height of the space above the sheet at half: 41 % of the map, less its rounded corners. */
const halfSpace = 'h-[calc(max(41%,12rem)-1.25rem)]'
/** At the lowest position, where the head of the list and the first card's name are visible. */
const peekSpace = 'h-[max(100%-12.5rem,max(41%,12rem)-1.25rem)]'
/** The difference of the two: how far the sheet is scrolled at half. */
const halfOffset = 'top-[calc(max(100%-12.5rem,max(41%,12rem)-1.25rem)-max(41%,12rem)+1.25rem)]'

/**
 * The list: a sheet over the map on narrow screens, a column beside it on wide ones, alone without a map. Its snap points are
 * the start of the space above it, a mark and the sheet itself. The server renders it at half, without space to lower it.
 */
export function ListSheet({ sheet, list, withMap, children }: ListSheetProps) {
  const { t } = useTranslation()
  const id = useId()
  const { position } = sheet
  const isFull = position === 'full'
  return (
    <div
      ref={sheet.scroller}
      data-position={position}
      className={cx(
        'relative z-10 min-w-0 flex-1',
        withMap
          ? 'max-lg:pointer-events-none max-lg:absolute max-lg:inset-0 max-lg:overflow-y-auto max-lg:overscroll-none max-lg:[scrollbar-width:none] lg:max-w-[35rem] lg:basis-[40%] lg:border-r lg:border-line mapless:max-w-4xl mapless:basis-0 mapless:border-r-0'
          : 'max-w-4xl',
        position && 'snap-y snap-mandatory',
      )}
    >
      {withMap && (
        <>
          <div
            aria-hidden="true"
            // Under reduced motion a change of size would be late by a frame.
            className={cx('snap-start transition-none lg:hidden mapless:hidden', position ? peekSpace : halfSpace)}
          />
          <span
            ref={sheet.half}
            aria-hidden="true"
            className={cx('absolute h-px w-px snap-start lg:hidden mapless:hidden', halfOffset)}
          />
        </>
      )}
      <div
        ref={sheet.body}
        className={cx(
          'pointer-events-auto flex h-full flex-col bg-paper',
          withMap && 'max-lg:snap-start max-lg:shadow-float mapless:rounded-none',
          withMap && !isFull && 'max-lg:rounded-t-2xl',
        )}
        onKeyDown={(event) => {
          // Not the dialogs opened from the list, whose events arrive here too.
          if (event.key !== 'Escape' || event.defaultPrevented || position === undefined) return
          if (event.currentTarget.contains(event.target as Node)) sheet.moveTo(positionBelow[position])
        }}
      >
        {withMap && (
          <button
            type="button"
            aria-label={t(`search_list.sheet.${position ?? 'half'}`)}
            aria-expanded={isFull}
            aria-controls={id}
            onClick={() => position && sheet.moveTo(positionAfterPress[position])}
            className="relative grid h-7 w-full shrink-0 place-items-center rounded-t-2xl before:absolute before:bottom-0 before:left-1/2 before:h-11 before:w-28 before:-translate-x-1/2 focus-visible:-outline-offset-3 lg:hidden mapless:hidden"
          >
            <span className="h-1 w-10 rounded-full bg-edge/50" />
          </button>
        )}
        <div
          ref={list}
          id={id}
          data-list
          className={cx(
            'relative min-h-0 flex-1 transition-none',
            // Below full, dragging moves the sheet; at full, overscroll at the start of the list does.
            position && !isFull ? 'overflow-y-hidden pb-[var(--sheet-below,0px)]' : 'overflow-y-auto',
            position === undefined && 'overscroll-contain',
          )}
        >
          {children}
        </div>
      </div>
    </div>
  )
}
