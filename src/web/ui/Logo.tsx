import { sizeOfLogo } from '#contract/settings/logos.ts'
import { settings } from '#contract/settings/settings.ts'
import { cx } from './cx.ts'

interface LogoProps {
  /** The product's name; without it only the mark is shown, hidden from screen readers. */
  name?: string
  /** On a dark background only the stripes are drawn, without the tile. */
  onNight?: boolean
  className?: string
  nameClassName?: string | undefined
}

/** The mark (stripes on a tile) with the product's name, or the logo that the settings have in its place. */
export function Logo({ name, onNight, className, nameClassName }: LogoProps) {
  const { logo, logo_dark } = settings().theme
  if (logo !== null && name !== undefined)
    return (
      <span className={cx('inline-flex items-center', className)}>
        {onNight ? (
          <LogoImage address={logo_dark ?? logo} name={name} />
        ) : logo_dark === null ? (
          <LogoImage address={logo} name={name} />
        ) : (
          <>
            <LogoImage address={logo} name={name} className="dark:hidden" />
            <LogoImage address={logo_dark} name={name} className="hidden dark:block" />
          </>
        )}
      </span>
    )
  return (
    <span
      className={cx(
        'inline-flex items-center gap-2 text-[min(1.5rem,max(20px,6.2vw))] leading-none font-black tracking-display',
        className,
      )}
    >
      <svg viewBox="0 0 32 32" className="size-[1.2em] shrink-0" aria-hidden="true">
        {!onNight && <rect width="32" height="32" rx="8.5" className="fill-night" />}
        <g className="stroke-kerb" strokeWidth="4.2" strokeLinecap={onNight ? 'butt' : 'round'}>
          <path transform="matrix(.9 0 0 .9 .75 1.6)" d="M6 24 12.7 8M13.6 24 20.3 8M21.2 24 27.9 8" />
        </g>
      </svg>
      {name !== undefined && <span className={nameClassName}>{name}</span>}
    </span>
  )
}

/** As high as the mark; one that is hidden in a theme is not fetched. */
function LogoImage({ address, name, className }: { address: string; name: string; className?: string }) {
  return (
    <img
      src={address}
      alt={name}
      {...sizeOfLogo(address)}
      loading="lazy"
      className={cx('h-7 w-auto max-w-[min(13rem,45vw)] object-contain object-left', className)}
    />
  )
}
