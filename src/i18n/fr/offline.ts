import type { offline as english } from '#i18n/en/offline.ts'
import type { Shape } from '#i18n/shape.ts'

export const offline: Shape<typeof english> = {
  title: 'Vous êtes hors ligne',
  text: 'Cette page nécessite une connexion. Vos pass enregistrés s’ouvrent sans connexion.',
  text_work: 'Cette page nécessite une connexion. Votre application fonctionne sans connexion.',
  guard: 'Contrôler les pass',
  courier: 'Livraisons',
  counter: 'Caisse',
  passes: 'Voir les pass enregistrés',
  retry: 'Réessayer',
}
