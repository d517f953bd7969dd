import type { booking_mails as english } from '#i18n/en/booking_mails.ts'
import type { Shape } from '#i18n/shape.ts'

export const booking_mails: Shape<typeof english> = {
  booked: {
    subject: 'Votre stationnement est réservé : {{code}}',
    title: 'Votre place vous attend',
    intro: 'Elle est payée et réservée à votre nom. À l’entrée, présentez votre pass ou donnez le code de réservation.',
    note: 'Un imprévu ? Vous pouvez annuler sur la même page, qui vous indique d’abord la somme remboursée.',
  },
  cancelled: {
    subject: 'La réservation {{code}} est annulée',
    title: 'Votre réservation est annulée',
    intro: 'La place est de nouveau libre. La somme remboursée est déjà dans votre portefeuille.',
  },
  facts: {
    code: 'Code de réservation',
    park: 'Parking',
    from: 'Arrivée',
    to: 'Départ',
    plate: 'Plaque',
    paid: 'Payé',
    refunded: 'Remboursé dans votre portefeuille',
  },
  open: 'Ouvrir la réservation',
}
