import type { booking_mails as english } from '#i18n/en/emails/booking_mails.ts'
import type { Shape } from '#i18n/shape.ts'

export const booking_mails: Shape<typeof english> = {
  booked: {
    subject: 'Réservation confirmée : {{code}}',
    title: 'Votre réservation est confirmée',
    intro: 'Votre place est payée. À l’entrée, présentez ce code QR ou donnez le code de réservation.',
    note: 'Un imprévu ? Prolongez, changez la plaque ou annulez sur la page de la réservation : le prix ou le montant remboursé s’affiche avant de confirmer. Le fichier calendrier est en pièce jointe.',
  },
  cancelled: {
    subject: 'Réservation annulée : {{code}}',
    title: 'Votre réservation est annulée',
    intro: 'Votre place a été libérée. Le remboursement éventuel est déjà sur votre portefeuille.',
  },
  series_booked: {
    subject: 'Réservations hebdomadaires confirmées\u00a0: {{park}}',
    title: 'Vos réservations hebdomadaires sont confirmées',
    intro:
      'Vos places sont payées. Chaque jour est une réservation à part entière, avec son code et son pass\u00a0: ouvrez-la pour présenter le pass, la modifier ou l’annuler.',
  },
  series_cancelled: {
    subject: 'Réservations hebdomadaires annulées\u00a0: {{park}}',
    title: 'Vos réservations hebdomadaires sont annulées',
    intro: 'Vos places ont été libérées. Les remboursements éventuels sont déjà sur votre portefeuille.',
  },
  cancelled_by_park: {
    subject: 'Le parking a annulé votre réservation : {{code}}',
    title: 'Le parking a annulé votre réservation',
    intro:
      'Nous en sommes désolés : finalement, le parking ne peut pas vous accueillir. Tout ce que vous avez payé, frais compris, a été remboursé sur votre portefeuille.',
  },
  event_cancelled: {
    subject: 'L’événement est annulé, votre stationnement aussi\u00a0: {{code}}',
    title: 'Votre événement est annulé',
    intro:
      'L’événement pour lequel vous aviez réservé n’aura pas lieu\u00a0: nous avons annulé votre réservation. Tout ce que vous avez payé, frais compris, a été remboursé sur votre portefeuille.',
  },
  report_waiting: {
    subject: 'Nous vérifions votre signalement\u00a0: {{code}}',
    title: 'Nous vérifions votre signalement',
    intro:
      'Votre réservation a pris fin. Notre équipe va vérifier votre signalement et vous écrira par e-mail. Ajoutez une photo sur la page de la réservation pour être remboursé immédiatement.',
  },
  report_accepted: {
    subject: 'Votre réservation a été remboursée\u00a0: {{code}}',
    title: 'Votre signalement est confirmé',
    intro:
      'Nous sommes désolés que vous n’ayez pas pu vous garer. Tout ce que vous avez payé, frais compris, a été remboursé sur votre portefeuille.',
  },
  report_refused: {
    subject: 'Nous n’avons pas pu confirmer votre signalement\u00a0: {{code}}',
    title: 'Nous n’avons pas pu confirmer votre signalement',
    intro:
      'Notre équipe n’a pas pu confirmer que le stationnement était impossible\u00a0: les conditions d’annulation habituelles s’appliquent. Sa réponse\u00a0:',
  },
  rescheduled: {
    subject: 'Nouveaux horaires pour votre réservation\u00a0: {{code}}',
    title: 'Votre réservation a été déplacée',
    intro:
      'Voici les nouveaux horaires et le nouveau code de réservation. À l’entrée, présentez ce code QR\u00a0: l’ancienne réservation est annulée et son code n’est plus valable.',
  },
  times_offered: {
    subject: 'Confirmez les nouveaux horaires de la réservation {{code}}',
    title: 'Confirmez vos nouveaux horaires',
    intro:
      'Comme vous l’avez demandé, nous vous avons réservé de nouveaux horaires. Le supplément est de {{amount}}. Ouvrez votre réservation pour confirmer et payer avec votre portefeuille. Sans confirmation, votre réservation reste inchangée et vous ne payez rien.',
    extend: 'Nouveau départ\u00a0: {{end}}. Place réservée pour vous jusqu’au {{until}}.',
    move: 'Nouveaux horaires\u00a0: du {{start}} au {{end}}. Place réservée pour vous jusqu’au {{until}}.',
    promo: 'Le prix tient compte de votre code promo {{code}}.',
    promo_lost: 'Votre code promo {{code}} ne s’applique pas aux nouveaux horaires\u00a0: {{problem}}',
  },
  plate_changed: {
    subject: 'Nouvelle plaque pour la réservation {{code}}',
    title: 'La plaque de votre réservation a changé',
    intro: 'Voici la plaque enregistrée. À l’entrée, présentez ce code QR\u00a0: le précédent n’est plus valable.',
  },
  resent_receipt: {
    subject: 'Votre reçu pour la réservation {{code}}',
    title: 'Votre reçu',
    intro: 'Voici ce que vous avez payé pour cette réservation. Ouvrez-la pour télécharger le reçu au format PDF.',
  },
  refunded: {
    subject: 'Remboursement de {{amount}}\u00a0: réservation {{code}}',
    title: 'Nous vous avons remboursé {{amount}}',
    intro: 'Sur le prix de cette réservation, {{amount}} ont été remboursés sur votre portefeuille.',
  },
  goodwill: {
    subject: 'Votre portefeuille a été crédité de {{amount}} : réservation {{code}}',
    title: 'Un geste commercial pour votre réservation',
    intro:
      'Nous sommes désolés que tout ne se soit pas bien passé pour cette réservation. Nous avons crédité votre portefeuille de {{amount}}.',
  },
  extended: {
    subject: 'Réservation prolongée : {{code}}',
    title: 'Votre réservation est prolongée',
    intro:
      'Votre place est réservée jusqu’à la nouvelle heure de départ. Le supplément a été payé avec votre portefeuille. Présentez désormais ce code QR\u00a0: le précédent n’est plus valable.',
  },
  extend_failed: {
    subject: 'La réservation {{code}} n’a pas pu être prolongée',
    title: 'Nous n’avons pas pu prolonger votre réservation',
    intro:
      'Il n’y avait plus de place, ou le solde de votre portefeuille ne suffisait pas. Quittez le parking avant l’heure de départ ci-dessous.',
  },
  overstayed: {
    subject: 'Dépassement sur la réservation {{code}}',
    title: 'Vous êtes resté plus longtemps que prévu',
    intro: 'Le temps supplémentaire a été débité de votre portefeuille au tarif habituel. Il n’y a pas d’amende.',
    note: 'Ce que votre portefeuille n’a pas pu couvrir reste dû. Ce montant est réglé en premier lors de votre prochaine réservation, ou dès maintenant sur la page de la réservation.',
  },
  charge_returned: {
    subject: '{{amount}} remboursés : réservation {{code}}',
    title: 'Nous avons annulé un débit',
    intro:
      'Le téléphone du gardien était hors ligne à votre départ, et nous avons débité plus de temps que vous n’êtes resté. Nous vous rendons {{amount}} : ce montant réduit d’abord ce que vous devez encore, et le reste est crédité sur votre portefeuille.',
  },
  moved: {
    subject: 'Votre nouvelle place : réservation {{code}}',
    title: 'Nous vous avons trouvé une autre place',
    intro:
      'Nous sommes désolés que vous n’ayez pas pu vous garer. Votre nouvelle place est payée et nous avons pris en charge la différence de prix éventuelle.',
  },
  not_booked: {
    title: 'Votre paiement est arrivé, mais la place n’est pas réservée',
    title_paid: 'Vous avez payé deux fois : le second paiement est sur votre portefeuille',
    money:
      'Votre portefeuille a été crédité de {{amount}}. Utilisez ce montant pour une autre réservation, ou renvoyez-le vers le moyen de paiement d’origine depuis votre portefeuille.',
    added: 'Crédité sur votre portefeuille',
    nearby: 'Trouver une place à proximité',
    same_park: 'Voir d’autres horaires dans ce parking',
  },
  facts: {
    code: 'Code de réservation',
    park: 'Parking',
    address: 'Adresse',
    from: 'Arrivée',
    to: 'Départ',
    length: 'Durée',
    plate: 'Plaque',
    paid: 'Payé',
    due: 'Reste à régler',
    refunded: 'Remboursé sur votre portefeuille',
    credited: 'Crédité sur votre portefeuille',
  },
  open: 'Voir la réservation',
  open_all: 'Voir vos réservations',
  qr_code: 'Code QR de votre pass pour la réservation {{code}}',
  directions: 'Itinéraire',
  receipt: 'Voir le reçu',
  change: 'Prolonger, modifier ou annuler',
}
