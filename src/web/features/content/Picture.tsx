import { cx } from '#web/ui/cx.ts'

interface PictureProps {
  /** Of `public/pictures`. */
  name: string
  /** On a tile of night, with the lines of a bay; without it the ground is already night. */
  tile?: boolean
  /** Seen at once: not left until the reader comes near. */
  first?: boolean
  className?: string
}

/** A drawing that says again what the words beside it say: nothing for a screen reader. */
export function Picture({ name, tile, first, className }: PictureProps) {
  const drawing = (
    <img
      src={`/pictures/${name}.svg`}
      alt=""
      width={1200}
      height={630}
      decoding="async"
      loading={first ? 'eager' : 'lazy'}
      className={cx('h-auto w-full', !tile && className)}
    />
  )
  if (!tile) return drawing
  return <div className={cx('bay-hero rounded-2xl', className)}>{drawing}</div>
}
