import type { photo as english } from '#i18n/en/photo.ts'
import type { Shape } from '#i18n/shape.ts'

export const photo: Shape<typeof english> = {
  add: 'Ajouter une photo',
  take: 'Prendre une photo',
  again: 'Changer la photo',
  remove: 'Supprimer la photo',
  preparing: 'Préparation de votre photo',
  failed: 'Impossible de lire cette image. Choisissez-en une autre ou supprimez-la.',
}
