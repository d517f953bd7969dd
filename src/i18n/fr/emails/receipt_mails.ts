import type { receipt_mails as english } from '#i18n/en/emails/receipt_mails.ts'

export const receipt_mails: typeof english = {
  receipt: {
    subject: 'Votre reçu de {{branch}}\u00a0: {{number}}',
    title: 'Votre reçu',
    intro: 'Vous avez payé {{amount}} chez {{branch}}. Votre reçu est joint à cet e-mail.',
    open: 'Ouvrir la commande',
    once: 'Cette adresse ne sert qu’à cet envoi\u00a0: nous la supprimons une fois l’e-mail envoyé.',
  },
}
