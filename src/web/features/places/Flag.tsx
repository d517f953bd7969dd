import ca from 'circle-flags/flags/ca.svg'
import ng from 'circle-flags/flags/ng.svg'
import sn from 'circle-flags/flags/sn.svg'
import us from 'circle-flags/flags/us.svg'
import type { CountryCode } from '#contract/places/places.ts'
import { cx } from '#web/ui/cx.ts'

const flags: Record<CountryCode, string> = { NG: ng, CA: ca, SN: sn, US: us }

/** A round flag; decorative, beside the country's name. */
export function Flag({ code, className = 'size-5' }: { code: CountryCode; className?: string }) {
  return (
    <img
      src={flags[code]}
      alt=""
      width={20}
      height={20}
      className={cx('shrink-0 rounded-full ring-1 ring-ink/10', className)}
    />
  )
}
