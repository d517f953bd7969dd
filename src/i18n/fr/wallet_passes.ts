import type { wallet_passes as english } from '#i18n/en/wallet_passes.ts'
import type { Shape } from '#i18n/shape.ts'

/** Les pass dans Apple Wallet et Google Wallet. Les libellés y ont peu de place. */
export const wallet_passes: Shape<typeof english> = {
  title: 'Pass de stationnement',
  description: 'Pass de stationnement pour {{park}}',
  nearby: 'Votre pass de stationnement pour {{park}}',
  until: 'Jusqu’à',
  status: 'Réservation',
  state: { valid: 'Valide', cancelled: 'Annulée', ended: 'Terminée' },
  park: 'Parking',
  start: 'Arrivée à partir de',
  end: 'Départ au plus tard',
  plate: 'Plaque',
  code: 'Code de réservation',
  address: 'Adresse',
  zone: 'Fuseau horaire',
  manage: 'Modifier la réservation',
  open_booking: 'Ouvrir la réservation',
  changed: {
    status: 'Votre réservation : %@',
    start: 'Nouvelle heure d’arrivée : %@.',
    end: 'Nouvelle heure de départ : %@.',
    plate: 'Nouvelle plaque sur votre réservation : %@.',
  },
}
