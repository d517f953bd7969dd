/** The mails of a request for vehicle documents. */
export const document_mails = {
  open: 'Ouvrir la demande',
  facts: {
    number: 'Demande',
    vehicle: 'Immatriculation',
    documents: 'Documents',
    total: 'Total',
    reason: 'Précisions',
    refunded: 'Remboursé',
    appointment: 'Rendez-vous',
    courier: 'Transporteur',
    tracking: 'Numéro de suivi',
    place: 'Lieu',
    hours: 'Horaires',
  },
  topics: {
    waiting: {
      subject: 'Nous vérifions les frais pour {{plate}}',
      title: 'Votre demande nous est parvenue',
      intro:
        'Au moins un des frais de votre véhicule ne figure pas encore dans notre liste. Nous nous renseignons et vous envoyons votre devis par e-mail sous deux jours ouvrés. D’ici là, vous n’avez rien à payer.',
    },
    quoted: {
      subject: 'Votre devis pour {{plate}}',
      title: 'Votre devis est prêt',
      intro:
        'Votre devis est valable jusqu’au {{until}}. Chaque montant y figure avec sa source et la date à laquelle nous l’avons vérifié.',
    },
    quote_expired: {
      subject: 'Votre devis pour {{plate}} a expiré',
      title: 'Votre devis a expiré',
      intro: 'Vous pouvez demander un nouveau devis à tout moment. Toutes vos informations sont conservées.',
    },
  },
}
