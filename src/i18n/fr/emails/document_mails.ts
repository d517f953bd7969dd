/** The mails of a request for vehicle documents. */
export const document_mails = {
  open: 'Ouvrir la demande',
  refused: '{{document}} : {{reason}}',
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
    phone: 'Téléphone',
    hours: 'Horaires',
  },
  topics: {
    paid: {
      subject: 'Paiement reçu : documents pour {{plate}}',
      title: 'Merci, votre paiement est reçu',
      intro:
        'Nous vérifions maintenant vos documents. S’il manque quelque chose, nous vous écrirons. Tant que vos documents ne sont pas auprès de l’administration, vous pouvez annuler et être intégralement remboursé.',
    },
    still_asked: {
      subject: 'Nous attendons votre réponse : {{plate}}',
      title: 'Votre demande vous attend',
      intro: 'Nous ne pouvons pas continuer sans ce que nous vous avons demandé. Vous le trouverez ci-dessous.',
    },
    asked: {
      subject: 'Il nous manque quelque chose : {{plate}}',
      title: 'Il nous manque quelque chose',
      intro: 'Ouvrez votre demande et ajoutez ce que nous indiquons ci-dessous pour que nous puissions continuer.',
    },
    with_agency: {
      subject: 'Auprès de l’administration : {{plate}}',
      title: 'Vos documents sont auprès de l’administration',
      intro: 'Nous vous écrirons dès qu’ils seront délivrés. La demande ne peut plus être annulée.',
    },
    cancelled: {
      subject: 'Annulée et remboursée : {{plate}}',
      title: 'Votre demande est annulée',
      intro:
        'Nous avons remboursé {{amount}} sur votre portefeuille : tout ce que vous avez payé, nos frais de service compris.',
    },
    refunded: {
      subject: 'Remboursement pour {{plate}}',
      title: 'Nous vous avons remboursé {{amount}}',
      intro:
        'La somme est sur votre portefeuille. Elle correspond à ce que l’administration et l’assureur ont remboursé et, le cas échéant, à la livraison. Nos frais de service ne sont plus remboursés une fois le dossier déposé auprès de l’administration.',
    },
    delivered: {
      subject: 'Documents remis pour {{plate}}',
      title: 'Vos documents ont été remis',
      intro: 'Merci. Nous vous préviendrons avant leur expiration.',
    },
    waiting: {
      subject: 'Nous vérifions les frais pour {{plate}}',
      title: 'Votre demande nous est parvenue',
      intro:
        'Au moins un des frais de votre véhicule ne figure pas encore dans notre liste. Nous nous renseignons et vous envoyons votre devis par e-mail sous deux jours ouvrés. D’ici là, vous n’avez rien à payer.',
    },
    incomplete: {
      subject: 'Votre demande est à compléter : {{plate}}',
      title: 'Votre demande est à compléter',
      intro:
        'Pendant que nous recherchions les frais, l’un de vos documents actuels a expiré ou ne couvre plus le premier jour de votre nouvelle vignette. Ouvrez la demande, corrigez ce qui est indiqué et redemandez le devis.',
    },
    quoted: {
      subject: 'Votre devis pour {{plate}}',
      title: 'Votre devis est prêt',
      intro:
        'Votre devis est valable jusqu’au {{until}}. Chaque montant y figure avec sa source et la date à laquelle nous l’avons vérifié.',
    },
    inspection_passed: {
      subject: 'Contrôle réussi : {{plate}}',
      title: 'Votre véhicule a réussi son contrôle',
      intro: 'Nous déposons votre demande à l’administration.',
    },
    inspection_failed: {
      subject: 'Contrôle échoué : {{plate}}',
      title: 'Votre véhicule n’a pas réussi son contrôle',
      intro:
        'Faites réparer les défauts ci-dessous, puis ouvrez votre demande et prenez un autre rendez-vous. Vous pouvez aussi annuler et être entièrement remboursé.',
    },
    issued: {
      subject: 'Documents délivrés : {{plate}}',
      title: 'Vos documents ont été délivrés',
      intro: 'Nous vous écrirons dès leur expédition ou leur mise à disposition.',
    },
    partly_issued: {
      subject: 'Documents délivrés en partie : {{plate}}',
      title: 'Une partie de vos documents a été délivrée',
      intro:
        'Vous trouverez ci-dessous ce qui n’a pas été délivré, et pourquoi. Nous vous reverserons ce que l’administration ou l’assureur remboursera, et nous vous écrirons dès que les documents délivrés seront en route ou prêts à être retirés.',
    },
    part_refunded: {
      subject: 'Remboursement pour {{plate}}',
      title: 'Nous vous avons remboursé {{amount}}',
      intro:
        'La somme est sur votre portefeuille. Elle correspond à ce que l’administration ou l’assureur a remboursé pour ce qui n’a pas été délivré. Nos frais de service ne sont plus remboursés une fois le dossier déposé auprès de l’administration.',
    },
    rejected: {
      subject: 'Demande refusée : {{plate}}',
      title: 'L’administration a refusé votre demande',
      intro:
        'Vous trouverez son motif ci-dessous. Nous vous reverserons ce que l’administration et l’assureur rembourseront et, le cas échéant, les frais de livraison.',
    },
    dispatched: {
      subject: 'Documents en route : {{plate}}',
      title: 'Vos documents sont en route',
      intro: 'Le transporteur vous les remettra.',
    },
    ready_for_pickup: {
      subject: 'Documents à retirer : {{plate}}',
      title: 'Vos documents sont prêts à être retirés',
      intro: 'Présentez le code qu’affiche votre demande.',
    },
    inspection_booked: {
      subject: 'Le contrôle technique de {{plate}} est réservé',
      title: 'Votre contrôle technique est réservé',
      intro: 'Présentez le véhicule et ses documents actuels au centre de contrôle.',
    },
    begun: {
      subject: 'Votre demande de documents : {{plate}}',
      title: 'Votre demande est commencée',
      intro:
        'Vous nous avez demandé des documents pour votre véhicule : nous avons rempli ce que vous nous avez indiqué. Ouvrez votre demande, complétez-la et demandez votre devis. D’ici là, vous n’avez rien à payer.',
    },
    inspection_reminder: {
      subject: 'Rappel : contrôle technique de {{plate}}',
      title: 'Votre contrôle technique approche',
      intro:
        'Présentez-vous au centre à l’heure indiquée ci-dessous, avec le véhicule et ses documents actuels. En cas d’empêchement, prévenez le centre.',
    },
    quote_expired: {
      subject: 'Votre devis pour {{plate}} a expiré',
      title: 'Votre devis a expiré',
      intro: 'Vous pouvez demander un nouveau devis à tout moment. Toutes vos informations sont conservées.',
    },
  },
}
