import type { mistakes as english } from '#i18n/en/mistakes.ts'
import type { Shape } from '#i18n/shape.ts'

export const mistakes: Shape<typeof english> = {
  thanks: 'Merci. Nous allons vérifier et corriger si besoin.',
}
