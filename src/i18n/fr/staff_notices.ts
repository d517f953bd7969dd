import type { staff_notices as english } from '#i18n/en/staff_notices.ts'
import type { Shape } from '#i18n/shape.ts'

export const staff_notices: Shape<typeof english> = {
  open: 'Ouvrir dans le back-office',
  low_stock: {
    title: 'Stock bas : {{item}}',
    text_one: 'Il en reste {{count}} disponible à {{branch}}.',
    text_other: 'Il en reste {{count}} disponibles à {{branch}}.',
  },
  problem_reported: {
    title: 'Prestation signalée : {{number}}',
    text: 'Un client signale que « {{item}} » ({{branch}}) n’est pas conforme. Remboursez ou répondez sous 48 heures, sinon la prestation est remboursée.',
  },
  refund_waiting: {
    title: 'Remboursement à valider : {{number}}',
    text: '{{who}} demande le remboursement de {{amount}} sur la commande {{number}} ({{branch}}). Acceptez ou refusez sous « Paiements et remboursements ».',
  },
}
