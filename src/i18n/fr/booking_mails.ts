import type { booking_mails as english } from '#i18n/en/booking_mails.ts'
import type { Shape } from '#i18n/shape.ts'

export const booking_mails: Shape<typeof english> = {
  booked: {
    subject: 'Votre stationnement est réservé : {{code}}',
    title: 'Votre place vous attend',
    intro: 'Elle est payée et réservée à votre nom. À l’entrée, présentez votre pass ou donnez le code de réservation.',
    note: 'Un imprévu ? Vous pouvez annuler sur la même page, qui vous indique d’abord la somme remboursée.',
  },
  cancelled: {
    subject: 'La réservation {{code}} est annulée',
    title: 'Votre réservation est annulée',
    intro: 'La place est de nouveau libre. La somme remboursée est déjà dans votre portefeuille.',
  },
  extended: {
    subject: 'La réservation {{code}} est prolongée',
    title: 'Votre stationnement est prolongé',
    intro: 'La place est à vous jusqu’au nouveau départ. La différence a été réglée avec votre portefeuille.',
  },
  extend_failed: {
    subject: 'La réservation {{code}} n’a pas pu être prolongée',
    title: 'Nous n’avons pas pu prolonger votre stationnement',
    intro:
      'Il ne restait plus de place, ou plus assez d’argent dans votre portefeuille. Merci de partir à l’heure ci-dessous.',
  },
  overstayed: {
    subject: 'Réservation {{code}} : vous êtes resté plus longtemps',
    title: 'Vous êtes resté plus longtemps que prévu',
    intro: 'Le prix ordinaire du temps supplémentaire a été débité de votre portefeuille. Il n’y a pas d’amende.',
    note: 'Ce que votre portefeuille n’a pas pu payer reste dû : c’est réglé d’abord à votre prochaine réservation, ou tout de suite sur la page de la réservation.',
  },
  moved: {
    subject: 'Votre nouvelle place : réservation {{code}}',
    title: 'Nous vous avons trouvé une autre place',
    intro: 'Désolés que vous n’ayez pas pu vous garer. Cette place est payée ; ce qu’elle coûte en plus est pour nous.',
  },
  facts: {
    code: 'Code de réservation',
    park: 'Parking',
    from: 'Arrivée',
    to: 'Départ',
    plate: 'Plaque',
    paid: 'Payé',
    due: 'Reste dû',
    refunded: 'Remboursé dans votre portefeuille',
  },
  open: 'Ouvrir la réservation',
}
