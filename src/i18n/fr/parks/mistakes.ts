import type { mistakes as english } from '#i18n/en/parks/mistakes.ts'
import type { Shape } from '#i18n/shape.ts'

export const mistakes: Shape<typeof english> = {
  thanks: 'Merci. Nous allons vérifier et corriger si besoin.',
  outcome: {
    subject: 'Votre signalement concernant {{park}}',
    title: 'La suite donnée à votre signalement',
    intro:
      'Merci d’avoir signalé une erreur dans nos informations sur {{park}}. Voici ce que nous avons vérifié\u00a0:',
    open: 'Voir le parking',
  },
}
