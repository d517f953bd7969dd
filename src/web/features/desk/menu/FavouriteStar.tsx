import { Star } from 'lucide-react'
import { useDeskWords } from '#web/features/lists/words.ts'
import { cx } from '#web/ui/cx.ts'

interface FavouriteStarProps {
  name: string
  isOn: boolean
  onToggle: () => void
  className?: string | false
}

/** Marks a screen, so that it stands on top of the menu. */
export function FavouriteStar({ name, isOn, onToggle, className }: FavouriteStarProps) {
  const { t } = useDeskWords()
  const label = t('desk.menu_favourite', { name })
  return (
    <button
      type="button"
      aria-pressed={isOn}
      aria-label={label}
      title={label}
      onClick={onToggle}
      className={cx(
        'grid size-8 shrink-0 place-items-center rounded-md text-ink-3 hover:text-ink focus-visible:opacity-100',
        className,
      )}
    >
      <Star aria-hidden="true" className={cx('size-4', isOn && 'fill-kerb')} />
    </button>
  )
}
