import type { app_update as english } from '#i18n/en/site/app_update.ts'
import type { Shape } from '#i18n/shape.ts'

export const app_update: Shape<typeof english> = {
  text: 'Une nouvelle version est disponible. Rechargez la page pour continuer.',
  reload: 'Recharger',
}
