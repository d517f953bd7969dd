import type { pages as english } from '#i18n/en/pages.ts'
import type { Shape } from '#i18n/shape.ts'

export const pages: Shape<typeof english> = {
  staffLeads: {
    title: 'Messages | Parkwell',
    description:
      'Pour l’équipe : ce que l’on nous a envoyé par les formulaires des pages, avec son état et les notes prises.',
  },
  staffMoney: {
    title: 'Écarts de paiement | Parkwell',
    description:
      'Pour l’équipe : là où un prestataire de paiement et nos livres ne disent pas la même chose, ce qu’il faut faire et ce qui a été fait.',
  },
  home: {
    title: 'Parkwell : une place à vous avant de partir',
    description:
      'Trouvez et réservez un parking au Nigeria, au Canada, au Sénégal et aux États-Unis. Le prix affiché est celui du reçu.',
  },
  search: {
    title: 'Trouver un parking près de vous | Parkwell',
    description:
      'Les parkings sur une carte et dans une liste, avec le prix complet de votre stationnement et les places libres.',
  },
  parksList: {
    title: 'Tous les parkings | Parkwell',
    description:
      'Parcourez les parkings du Nigeria, du Canada, du Sénégal et des États-Unis par pays, ville et nom, avec leurs prix.',
  },
  airportParking: {
    title: 'Parkings d’aéroport | Parkwell',
    description:
      'Les aéroports du Nigeria, du Canada, du Sénégal et des États-Unis, leurs parkings alentour et les prix complets.',
  },
  cityParking: {
    title: 'Parkings en ville | Parkwell',
    description:
      'Les villes du Nigeria, du Canada, du Sénégal et des États-Unis, avec leurs parkings et les prix complets.',
  },
  stadiumParking: {
    title: 'Parkings de stade | Parkwell',
    description:
      'Des stades du Nigeria, du Canada et des États-Unis, les parkings d’où l’on y va à pied, et leurs prix.',
  },
  stationParking: {
    title: 'Parkings de gare | Parkwell',
    description:
      'Les gares et gares routières, les parkings alentour, le trajet à pied jusqu’au quai et le prix complet d’une heure.',
  },
  airportPlace: {
    title: 'Se garer à l’aéroport : {{name}} | Parkwell',
    description:
      'Les parkings autour de l’aéroport {{name}}, les plus proches d’abord : trajet à pied, prix complet, place à réserver.',
  },
  cityPlace: {
    title: 'Se garer en ville : {{name}} | Parkwell',
    description:
      'Les parkings de {{name}}, les plus proches du centre d’abord : prix complet d’une heure et place à réserver.',
  },
  stadiumPlace: {
    title: 'Se garer au stade : {{name}} | Parkwell',
    description:
      'Les parkings d’où l’on va à pied au stade {{name}} : le trajet, le prix complet d’une heure et une place à réserver.',
  },
  stationPlace: {
    title: 'Se garer à la gare : {{name}} | Parkwell',
    description:
      'Les parkings d’où l’on va à pied à la gare {{name}} : le trajet, le prix complet d’une heure et une place à réserver.',
  },
  place_unknown: {
    title: 'Lieu introuvable | Parkwell',
    description:
      'Nous ne connaissons pas ce lieu. Choisissez un aéroport, une ville, un stade ou une gare, ou cherchez sur la carte.',
  },
  park: {
    title: '{{name}} | Parkwell',
    description:
      '{{name}} : tarif par véhicule, horaires, hauteur maximale, places libres et itinéraire. Réservez avant de partir.',
  },
  park_unknown: {
    title: 'Parking introuvable | Parkwell',
    description:
      'Nous ne connaissons pas ce parking. Il a pu déménager ou fermer ; cherchez plutôt un parking à proximité.',
  },
  checkout: {
    title: 'Réservation : {{name}} | Parkwell',
    description:
      'Chaque ligne du prix, votre plaque, le paiement depuis le portefeuille. Annulation gratuite jusqu’à votre arrivée.',
  },
  gate: {
    title: 'Se garer ici maintenant : {{name}} | Parkwell',
    description:
      'Vous êtes à l’entrée : votre plaque, jusqu’à quelle heure, le prix complet, et la place est à vous tout de suite.',
  },
  auth: {
    title: 'Connexion | Parkwell',
    description:
      'Connectez-vous à Parkwell pour réserver une place, retrouver vos laissez-passer et recharger votre portefeuille.',
  },
  register: {
    title: 'Créer un compte | Parkwell',
    description:
      'Ouvrez un compte Parkwell gratuit avec votre adresse e-mail et réservez votre première place en une minute.',
  },
  verify: {
    title: 'Confirmer votre adresse e-mail | Parkwell',
    description: 'Saisissez le code à six chiffres envoyé à votre adresse e-mail, et votre compte Parkwell est prêt.',
  },
  forgotPassword: {
    title: 'Choisir un nouveau mot de passe | Parkwell',
    description:
      'Mot de passe oublié ? Nous envoyons un code à votre adresse e-mail, et vous en choisissez un nouveau.',
  },
  bookings: {
    title: 'Vos réservations | Parkwell',
    description:
      'Vos réservations à venir, en cours, passées et annulées, chacune avec son laissez-passer et son reçu.',
  },
  bookingDetails: {
    title: 'Votre réservation | Parkwell',
    description:
      'Votre laissez-passer avec son code QR, l’itinéraire, et ce que vous récupérez si vous annulez maintenant.',
  },
  wallet: {
    title: 'Votre portefeuille | Parkwell',
    description:
      'Votre solde, chaque paiement et remboursement au centime près, et les recharges par Paystack, Wave ou Stripe.',
  },
  walletCallback: {
    title: 'Votre recharge | Parkwell',
    description: 'Nous demandons au prestataire de paiement où en est votre recharge et affichons votre nouveau solde.',
  },
  payment: {
    title: 'Votre paiement | Parkwell',
    description: 'Où en est votre paiement, en mots simples, que vous reveniez maintenant, plus tard ou deux fois.',
  },
  bookingSuccess: {
    title: 'Votre place est réservée | Parkwell',
    description: 'Ce que vous avez réservé et payé, le numéro de votre pass, la date pour votre agenda et le reçu.',
  },
  profile: {
    title: 'Votre profil | Parkwell',
    description:
      'Votre nom, vos véhicules et leurs documents, votre pays et votre langue, vos appareils et vos données.',
  },
  unsubscribe: {
    title: 'Plus de rappels | Parkwell',
    description: 'Désactivez sans vous connecter les e-mails de Parkwell qui rappellent l’échéance de vos documents.',
  },
  events: {
    title: 'Événements à venir et leur stationnement | Parkwell',
    description:
      'Concerts, matchs et pièces à venir au Nigeria, au Canada, au Sénégal et aux États-Unis, avec les parkings d’où l’on peut venir à pied.',
  },
  event: {
    title: '{{name}} | Parkwell',
    description: '{{name}} : quand, où, et les parkings autour du lieu avec leur prix complet pour ce moment-là.',
  },
  eventBooking: {
    title: 'Se garer : {{name}} | Parkwell',
    description:
      '{{name}} : choisissez votre parking, la marche, le prix complet, d’avant l’ouverture des portes jusqu’après la fin.',
  },
  privateEvent: {
    title: 'Ouvrir un événement privé | Parkwell',
    description: 'Vous êtes invité ? Le code de votre invitation ouvre l’événement et le stationnement autour.',
  },
  event_unknown: {
    title: 'Événement introuvable | Parkwell',
    description:
      'Nous ne connaissons pas cet événement. Il est peut-être privé, ou terminé depuis longtemps ; voyez ceux qui sont à venir.',
  },
  not_found: {
    title: 'Page introuvable (404) | Parkwell',
    description: 'Il n’y a pas de page à cette adresse. Cherchez un parking ou revenez à l’accueil de Parkwell.',
  },
}
