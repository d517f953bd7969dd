import type { map as english } from '#i18n/en/map.ts'
import type { Shape } from '#i18n/shape.ts'

/** What every map says. */
export const map: Shape<typeof english> = {
  title: 'Carte des parkings',
  show: 'Afficher la carte',
  loading: 'Chargement de la carte',
  sources: 'Sources de la carte',
  zoom_in: 'Zoom avant',
  zoom_out: 'Zoom arrière',
  tools: 'Zoom et légende',
  wheel: 'Utilisez {{key}} + molette pour zoomer sur la carte',
  fingers: 'Utilisez deux doigts pour déplacer la carte',
  no_streets: 'Les rues de cette zone ne sont pas disponibles hors ligne',
  name_and_more_one: '{{name}} et {{count}} autre ici',
  name_and_more_other: '{{name}} et {{count}} autres ici',
  many_here_one: '{{total}} parking ici. Zoomez pour le voir.',
  many_here_other: '{{total}} parkings ici. Zoomez pour les voir.',
  key: {
    title: 'Légende',
    dot_name: 'Point',
    dot: 'Un parking. Touchez-le ou zoomez pour voir son prix.',
    more_one: '{{count}} autre parking ici. Zoomez pour le voir.',
    more_other: '{{count}} autres parkings ici. Zoomez pour les voir.',
    many: 'Plusieurs parkings. Touchez le nombre pour zoomer.',
    off_name: 'Gris',
    off: 'Complet, fermé ou trop petit pour votre véhicule',
  },
}
