import type { staff as english } from '#i18n/en/staff.ts'
import type { Shape } from '#i18n/shape.ts'

/** Les pages de l’équipe. */
export const staff: Shape<typeof english> = {
  pages: 'Équipe',
  desk: 'Back-office',
}
