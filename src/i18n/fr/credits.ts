import type { credits as english } from '#i18n/en/credits.ts'
import type { Shape } from '#i18n/shape.ts'

export const credits: Shape<typeof english> = {
  title: 'Sources des données',
  lead: 'Nos parkings, nos lieux et nos cartes proviennent de données ouvertes. La page de chaque parking en indique la source et la date.',
  parks: 'Parkings',
  places: 'Lieux',
  map: 'Carte',
  drawings: 'Polices et icônes',
  public_work: 'domaine public, œuvre du gouvernement des États-Unis',
}
