import type { booking_access as english } from '#i18n/en/booking_access.ts'
import type { Shape } from '#i18n/shape.ts'

/** L’accès, sur la page d’une réservation et dans ses e-mails. */
export const booking_access: Shape<typeof english> = {
  title: 'Comment entrer',
  entrance: 'Rejoignez l’entrée.',
  entrance_named: 'Rejoignez l’entrée : {{name}}.',
  other_entrance: 'Vous pouvez passer par cette entrée.',
  other_entrance_named: 'Vous pouvez passer par cette entrée : {{name}}.',
  gate_code: 'À la barrière, saisissez ce code :',
  level: 'Garez-vous ici : {{level}}.',
}
