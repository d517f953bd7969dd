import type { vehicles as english } from '#i18n/en/vehicles.ts'
import type { Shape } from '#i18n/shape.ts'

export const vehicles: Shape<typeof english> = {
  papers: {
    licence: 'Licence du véhicule',
    registration: 'Immatriculation',
    insurance: 'Assurance',
    inspection: 'Contrôle technique',
    permit: 'Autorisation',
    ownership: 'Titre de propriété',
    other: 'Autre document',
  },
}
