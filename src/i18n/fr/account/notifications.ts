import type { notifications as english } from '#i18n/en/account/notifications.ts'
import type { Shape } from '#i18n/shape.ts'

export const notifications: Shape<typeof english> = {
  pay_link: {
    title: 'Commande en attente de paiement',
    text: '{{branch}} a pris la commande {{number}} pour vous. Payez-la dans le délai, sinon elle sera annulée.',
  },
  substitute_offered: {
    title: 'Remplacement proposé',
    text: '{{branch}} vous propose un autre article pour {{amount}} de plus. Confirmez dans le délai, sinon votre commande reste inchangée.',
  },
  substituted: {
    title: 'Article remplacé',
    text: '{{branch}} a remplacé un article de la commande {{number}}.',
  },
  placed: {
    title: 'Commande envoyée',
    text: '{{branch}} a reçu la commande {{number}} et la confirmera bientôt.',
  },
  accepted: {
    title: 'Commande confirmée',
    text: '{{branch}} préparera la commande {{number}} pour le {{time}}.',
  },
  delayed: {
    title: 'Commande retardée',
    text: '{{branch}} a besoin de plus de temps pour la commande {{number}}. Elle sera prête le {{time}}.',
  },
  ready: {
    title: 'Commande prête',
    text: 'Retirez la commande {{number}} chez {{branch}}. Votre numéro au comptoir est le {{token}}.',
  },
  ready_for_delivery: {
    title: 'Commande prête',
    text: 'La commande {{number}} est prête chez {{branch}} et partira bientôt.',
  },
  out_for_delivery: {
    title: 'Commande en chemin',
    text: 'Préparez le code affiché sur la page de la commande {{number}} pour sa remise.',
  },
  delivered: {
    title: 'Commande livrée',
    text: 'Un problème avec la commande {{number}} ? Contactez-nous en indiquant ce numéro.',
  },
  rejected: {
    title: 'Commande refusée',
    text: '{{branch}} ne peut pas prendre la commande {{number}}. Tout ce que vous aviez payé est remboursé sur votre portefeuille.',
  },
  not_answered: {
    title: 'Commande non confirmée',
    text: '{{branch}} n’a pas confirmé la commande {{number}} à temps. Tout ce que vous aviez payé est remboursé sur votre portefeuille.',
  },
  canceled: {
    title: 'Commande annulée',
    text: 'Vous avez annulé la commande {{number}}. Tout ce que vous aviez payé est remboursé sur votre portefeuille.',
  },
  canceled_by_branch: {
    title: 'Commande annulée par le point de service',
    text: '{{branch}} a dû annuler la commande {{number}}. Tout ce que vous aviez payé est remboursé sur votre portefeuille.',
  },
  undeliverable: {
    title: 'Commande non livrée',
    text: 'Ce que vous aviez payé pour les articles de la commande {{number}} est remboursé sur votre portefeuille, mais pas les frais de livraison.',
  },
  not_collected: {
    title: 'Commande non retirée',
    text: 'La commande {{number}} est annulée. Les produits déjà payés sont remboursés sur votre portefeuille, moins {{kept}}. Les repas et les services ne le sont pas.',
  },
  problem_refunded: {
    title: 'Prestation remboursée',
    text: '{{branch}} vous a remboursé {{amount}} pour la prestation signalée de la commande {{number}}.',
  },
  problem_refused: {
    title: 'Réponse à votre signalement',
    text: '{{branch}} a répondu à votre signalement pour la commande {{number}}. Il n’y a pas de remboursement.',
  },
  problem_not_answered: {
    title: 'Prestation remboursée',
    text: '{{branch}} n’a pas répondu à temps à votre signalement pour la commande {{number}}. {{amount}} ont été remboursés sur votre portefeuille.',
  },
  return_approved: {
    title: 'Retour accepté',
    text: 'Rapportez les articles de la commande {{number}} chez {{branch}}. Nous vous rembourserons dès leur réception.',
  },
  return_refused: {
    title: 'Retour refusé',
    text: '{{branch}} ne peut pas reprendre les articles de la commande {{number}}.',
  },
  not_paid: {
    title: 'Commande non passée',
    text: 'Votre paiement est arrivé trop tard pour la commande {{number}} chez {{branch}}. L’argent est sur votre portefeuille.',
  },
  refunded: {
    title: 'Remboursement de {{amount}}',
    text: 'Nous avons remboursé {{amount}} de la commande {{number}} sur votre portefeuille.',
  },
  delivery_offered: {
    title: 'Livraison proposée',
    text: 'Commande {{number}}, {{branch}}, à livrer au plus tard {{time}}.',
  },
  delivery_assigned: {
    title: 'Une livraison vous est confiée',
    text: 'Livrez la commande {{number}}, {{branch}}, au plus tard {{time}}.',
  },
  delivery_withdrawn: {
    title: 'Livraison retirée',
    text: 'La commande {{number}}, {{branch}}, n’est plus à livrer par vous.',
  },
  delivery_canceled: {
    title: 'Livraison annulée',
    text: 'La commande {{number}} est annulée. Rapportez ce que vous avez pris au point de service {{branch}}.',
  },
}
