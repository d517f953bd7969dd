import type { sliders as english } from '#i18n/en/sliders.ts'
import type { Shape } from '#i18n/shape.ts'

export const sliders: Shape<typeof english> = {
  kind: 'carrousel',
  title: 'À la une',
  count: '{{number}} sur {{total}}',
  previous: 'Image précédente',
  next: 'Image suivante',
}
