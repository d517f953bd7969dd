import type { end_reminder as english } from '#i18n/en/end_reminder.ts'
import type { Shape } from '#i18n/shape.ts'

/** Le rappel qu’un téléphone affiche avant la fin d’une réservation. */
export const end_reminder: Shape<typeof english> = {
  title: 'Votre stationnement se termine à {{time}}',
  body: '{{park}}. Besoin de plus de temps\u202f? Prolongez maintenant.',
  extend: 'Prolonger',
}
