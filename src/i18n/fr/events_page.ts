import type { events_page as english } from '#i18n/en/events_page.ts'
import type { Shape } from '#i18n/shape.ts'

export const events_page: Shape<typeof english> = {
  head: 'Événements à venir',
  head_in: 'Événements à venir {{where}}',
  none: 'Rien n’est annoncé ici pour le moment.',
  description:
    '{{name}}, {{when}}, {{venue}}, {{city}}. Réservez un parking à côté pour tout ce temps, à un prix connu d’avance.',
  parks: 'Parkings autour',
}
