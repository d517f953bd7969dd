import type { staff_notices as english } from '#i18n/en/emails/staff_notices.ts'
import type { Shape } from '#i18n/shape.ts'

export const staff_notices: Shape<typeof english> = {
  open: 'Ouvrir dans le back-office',
  low_stock: {
    title: 'Stock bas : {{item}}',
    text_one: 'Il en reste {{count}} disponible à {{branch}}.',
    text_other: 'Il en reste {{count}} disponibles à {{branch}}.',
  },
  problem_reported: {
    title: 'Prestation signalée : {{number}}',
    text: 'Un client signale que « {{item}} » ({{branch}}) n’est pas conforme. Remboursez ou répondez sous 48 heures, sinon la prestation est remboursée.',
  },
  brought_back: {
    title: 'Rapportée {{count}} fois : {{number}}',
    text: 'Faites repartir la commande, ou annulez-la.',
  },
  documents_paid: {
    title: 'Documents à vérifier : {{number}}',
    text: 'Le client a payé les documents de {{plate}}. Vérifiez le formulaire et les fichiers joints.',
  },
  documents_answered: {
    title: 'Réponse à vérifier : {{number}}',
    text: 'Le client a ajouté ce qui manquait pour {{plate}}.',
  },
  documents_waiting: {
    title: 'Tarif manquant : {{number}}',
    text: 'Un tarif manque pour {{plate}}. Saisissez-le avec sa source sous deux jours ouvrés, pour que le client reçoive son devis.',
  },
  documents_assigned: {
    title: 'Demande pour vous : {{number}}',
    text: 'Les documents de {{plate}} vous ont été confiés.',
  },
  report_waiting: {
    title: 'Signalement à traiter : {{number}}',
    text: '{{item}} : un conducteur qui a déjà fait plusieurs signalements n’a pas pu s’y garer et n’a pas envoyé de photo. Son remboursement attend votre décision.',
  },
  mentioned: {
    title: '{{who}} vous a mentionné : {{number}}',
    text: 'Lisez la note sur {{number}}.',
  },
  mentioned_customer: {
    title: '{{who}} vous a mentionné dans une note sur un client',
    text: 'Lisez la note sur la page du client.',
  },
  booking_refund_waiting: {
    title: 'Remboursement à valider\u00a0: {{number}}',
    text: '{{who}} demande le remboursement de {{amount}} sur la réservation {{number}} ({{item}}). Acceptez ou refusez sur la page de la réservation.',
  },
  refund_waiting: {
    title: 'Remboursement à valider : {{number}}',
    text: '{{who}} demande le remboursement de {{amount}} sur la commande {{number}} ({{branch}}). Acceptez ou refusez sous « Paiements et remboursements ».',
  },
}
