import type { help as english } from '#i18n/en/site/help.ts'
import type { Shape } from '#i18n/shape.ts'

export const help: Shape<typeof english> = {
  search: 'Rechercher dans l’aide',
  articles: 'Guides',
  all: 'Aide et contact',
  more: 'Autres guides',
  unknown: 'Ce guide est introuvable',
  unknown_text: 'Il a peut-être été retiré. La page d’aide contient des réponses et un formulaire de contact.',
  search_example: 'remboursement, plaque, recharge…',
  found_one: '{{count}} réponse',
  found_other: '{{count}} réponses',
  none: 'Aucune réponse ne correspond à votre recherche.',
  none_text: 'Essayez avec moins de mots ou d’autres mots, ou écrivez-nous ci-dessous.',
  clear: 'Afficher toutes les questions',
  booking: 'Votre réservation : {{park}}',
  booking_text: 'Code de réservation : {{code}}. Voici les réponses aux questions les plus fréquentes à ce stade.',
  for_booking: 'Aide pour cette réservation',
  booking_open: 'Ouvrir la réservation',
  booking_failed:
    'Impossible d’ouvrir la réservation {{code}}. Connectez-vous avec le compte utilisé pour réserver. Les réponses restent disponibles ci-dessous.',
  write: 'Encore besoin d’aide ?',
  write_text:
    'Dites-nous ce qui s’est passé. Si cela concerne une réservation, indiquez le code de réservation, qui figure sur votre pass.',
}
