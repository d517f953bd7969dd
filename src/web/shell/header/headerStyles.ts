/** Round buttons of the header. */
export const pill =
  'inline-flex min-h-11 items-center gap-2 rounded-full border px-3.5 text-sm font-semibold whitespace-nowrap ' +
  'transition-colors duration-150 [&_svg]:size-4 [&_svg]:shrink-0'
export const pillOnPaper = 'border-line bg-card text-ink hover:border-edge'
export const pillOnNight = 'border-night-line bg-night-2 text-on-night hover:border-on-night'
/** On a phone's home page the header has the dark background of the headline. */
export const pillOnPhoneNight =
  'border-line bg-card text-ink hover:border-edge max-lg:border-night-line max-lg:bg-night-2 max-lg:text-on-night max-lg:hover:border-on-night'
