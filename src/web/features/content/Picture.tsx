import { cx } from '#web/ui/cx.ts'

interface PictureProps {
  /** File name in `public/pictures`. */
  name: string
  /** Draws a dark tile with bay lines behind the picture, for light pages. */
  tile?: boolean
  /** Above the fold, so not loaded lazily. */
  first?: boolean
  className?: string
}

/** A decorative drawing, hidden from screen readers. */
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
