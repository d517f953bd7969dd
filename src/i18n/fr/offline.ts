import type { offline as english } from '#i18n/en/offline.ts'
import type { Shape } from '#i18n/shape.ts'

export const offline: Shape<typeof english> = {
  title: 'Vous êtes hors ligne',
  text: 'Cette page nécessite une connexion. Vos pass enregistrés s’ouvrent sans connexion.',
  text_guard: 'Cette page nécessite une connexion. Le contrôle des pass fonctionne sans connexion.',
  guard: 'Contrôler les pass',
  passes: 'Voir les pass enregistrés',
  retry: 'Réessayer',
}
