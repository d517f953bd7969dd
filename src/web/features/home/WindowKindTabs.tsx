import { useTranslation } from 'react-i18next'
import type { WindowKind } from '#web/features/booking-window/windowMoves.ts'
import { cx } from '#web/ui/cx.ts'

const kinds: readonly WindowKind[] = ['now', 'later', 'month', 'event']

interface WindowKindTabsProps {
  value: WindowKind
  onChoose: (kind: WindowKind) => void
  onPoint: () => void
}

/** Tabs on the search box: now, later, by the month, for an event. */
export function WindowKindTabs({ value, onChoose, onPoint }: WindowKindTabsProps) {
  const { t } = useTranslation()
  return (
    <div
      role="group"
      aria-label={t('home.window_label')}
      className="relative z-10 mx-3 -mb-px flex w-fit max-w-[calc(100%-1.5rem)] gap-0.5 overflow-x-auto rounded-t-lg border border-b-0 border-line bg-card p-1.5 text-ink [scrollbar-width:none] lg:mx-4"
    >
      {kinds.map((kind) => (
        <button
          key={kind}
          type="button"
          aria-pressed={kind === value}
          aria-haspopup={kind === 'later' || kind === 'event' ? 'dialog' : undefined}
          onClick={() => onChoose(kind)}
          onPointerEnter={onPoint}
          onFocus={onPoint}
          className={cx(
            'min-h-11 rounded-md px-2 text-xs font-semibold whitespace-nowrap transition-colors focus-visible:-outline-offset-2 xs:text-sm sm:px-4',
            kind === value ? 'bg-act-soft text-act' : 'text-ink-2 hover:text-ink',
          )}
        >
          {t(`home.window_kinds.${kind}`)}
        </button>
      ))}
    </div>
  )
}
