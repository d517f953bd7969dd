import type { sms as english } from '#i18n/en/emails/sms.ts'
import type { Shape } from '#i18n/shape.ts'

export const sms: Shape<typeof english> = {
  test: 'Ceci est un message d’essai de {{product}}.',
  simulated: {
    title: 'Textos de développement',
    description:
      'Textos que ce serveur de développement aurait envoyés, du plus récent au plus ancien. Aucun n’est parti.',
    empty: 'Aucun texto pour l’instant.',
    from: 'De {{sender}} ({{provider}})',
    search: 'Afficher les textos envoyés au',
    show: 'Afficher',
  },
}
