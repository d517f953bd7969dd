import { BayRow } from './BayRow.tsx'

/** The figure of a hero on a wide screen: a row of bays, one of them yours. Inside `bay-hero xl:before:hidden`. */
export function HeroBays() {
  return (
    <div
      aria-hidden="true"
      className="absolute inset-y-7 -right-24 -z-10 hidden mask-l-from-75% mask-l-to-100% xl:block 2xl:-right-6"
    >
      <BayRow
        bays={['free', 'yours', 'car', 'free', 'car']}
        weight={0.62}
        className="h-full max-h-72 w-auto text-on-night-2/55"
      />
    </div>
  )
}
