import type { top_up_mails as english } from '#i18n/en/emails/top_up_mails.ts'
import type { Shape } from '#i18n/shape.ts'

export const top_up_mails: Shape<typeof english> = {
  partial: {
    subject: 'Nous avons reçu {{paid}} de votre recharge : {{reference}}',
    title: 'Votre recharge n’est arrivée qu’en partie',
    intro:
      '{{provider}} a confirmé un montant inférieur à celui demandé. Votre portefeuille a donc été crédité de {{paid}}.',
    reference: 'Recharge',
    requested: 'Montant demandé',
    received: 'Montant reçu',
    hint: 'Si vous avez réservé une place qui coûte plus cher, elle n’est pas encore payée : ajoutez le montant manquant pour finaliser la réservation. Si vous avez payé la totalité, répondez en indiquant cette référence et nous vérifierons.',
    open: 'Voir mon portefeuille',
  },
}
