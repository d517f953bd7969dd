import type { wallet_answers as english } from '#i18n/en/wallet_answers.ts'
import type { Shape } from '#i18n/shape.ts'

export const wallet_answers: Shape<typeof english> = {
  started: 'Continuez sur {{provider}} pour régler {{amount}}.',
  credited: 'Votre portefeuille a été crédité de {{amount}}.',
  pending:
    'Le paiement n’est pas encore terminé. Votre portefeuille sera crédité dès que {{provider}} l’aura confirmé.',
  in_progress: 'La vérification du paiement est déjà en cours',
  provider_silent:
    '{{provider}} ne répond pas pour le moment. Nous continuons de l’interroger : votre portefeuille sera crédité dès que le paiement sera confirmé.',
  failed: 'Le paiement n’a pas abouti. Votre portefeuille n’a pas été crédité.',
  for_staff: 'Le paiement reçu ne correspond pas à la demande. Notre équipe s’en occupe et régularisera la situation.',
  lines: {
    top_up: 'Recharge',
    top_up_of: 'Recharge par {{subject}}',
    booking: 'Stationnement',
    booking_of: 'Stationnement, réservation {{subject}}',
    extension: 'Prolongation',
    extension_of: 'Prolongation, réservation {{subject}}',
    overstay_of: 'Dépassement, réservation {{subject}}',
    due_of: 'Montant dû, réservation {{subject}}',
    refund: 'Remboursement',
    refund_of: 'Remboursement, réservation {{subject}}',
    order: 'Commande',
    order_of: 'Commande {{subject}}',
    ticket: 'Billet d’événement',
    ticket_of: 'Billet d’événement {{subject}}',
    document: 'Document du véhicule',
    document_of: 'Document du véhicule {{subject}}',
    adjustment: 'Correction de notre équipe',
    adjustment_of: 'Correction de notre équipe, {{subject}}',
  },
}
