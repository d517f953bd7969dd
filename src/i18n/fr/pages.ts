import type { pages as english } from '#i18n/en/pages.ts'
import type { Shape } from '#i18n/shape.ts'

export const pages: Shape<typeof english> = {
  desk: {
    title: 'Back-office | Parkwell',
    description: 'Le back-office, pour celles et ceux qui gèrent parkings, réservations, argent et contenus.',
  },
  guard: {
    title: 'Contrôler les pass | Parkwell',
    description: 'Pour les gardiens : contrôler les pass à l’entrée du parking, avec ou sans réseau.',
  },
  courier: {
    title: 'Livraisons | Parkwell',
    description: 'Pour les livreurs : accepter les commandes et les apporter aux clients, avec ou sans réseau.',
  },
  home: {
    title: 'Parkwell : votre place, réservée avant de partir',
    description:
      'Trouvez et réservez un parking au Nigeria, au Canada, au Sénégal et aux États-Unis. Le prix affiché est le prix payé.',
  },
  search: {
    title: 'Trouver un parking près de vous | Parkwell',
    description:
      'Les parkings sur une carte et dans une liste, avec les places libres et le prix total, frais et taxes compris.',
  },
  parksList: {
    title: 'Tous les parkings | Parkwell',
    description:
      'Parcourez les parkings du Nigeria, du Canada, du Sénégal et des États-Unis par pays, ville et nom, avec leurs prix.',
  },
  airportParking: {
    title: 'Parkings d’aéroport | Parkwell',
    description:
      'Les aéroports du Nigeria, du Canada, du Sénégal et des États-Unis, avec les parkings alentour et leur prix total.',
  },
  cityParking: {
    title: 'Parkings en ville | Parkwell',
    description:
      'Les villes du Nigeria, du Canada, du Sénégal et des États-Unis, avec leurs parkings et leur prix total.',
  },
  stadiumParking: {
    title: 'Parkings de stade | Parkwell',
    description:
      'Les stades du Nigeria, du Canada et des États-Unis, avec les parkings accessibles à pied et leurs prix.',
  },
  stationParking: {
    title: 'Parkings de gare | Parkwell',
    description:
      'Les gares et gares routières, avec les parkings alentour, la marche jusqu’au quai et le prix total d’une heure.',
  },
  airportPlace: {
    title: 'Parking d’aéroport : {{name}} | Parkwell',
    description:
      '{{name}} : les parkings alentour, du plus proche au plus loin, avec le temps de marche, le prix total et les places à réserver.',
  },
  cityPlace: {
    title: 'Parking en ville : {{name}} | Parkwell',
    description:
      'Les parkings de {{name}}, en partant du centre, avec le prix total d’une heure et les places à réserver.',
  },
  stadiumPlace: {
    title: 'Parking de stade : {{name}} | Parkwell',
    description:
      '{{name}} : les parkings accessibles à pied, avec le temps de marche, le prix total d’une heure et les places à réserver.',
  },
  stationPlace: {
    title: 'Parking de gare : {{name}} | Parkwell',
    description:
      '{{name}} : les parkings accessibles à pied, avec le temps de marche, le prix total d’une heure et les places à réserver.',
  },
  place_unknown: {
    title: 'Lieu introuvable | Parkwell',
    description:
      'Ce lieu est introuvable. Choisissez un aéroport, une ville, un stade ou une gare dans nos listes, ou cherchez sur la carte.',
  },
  park: {
    title: '{{name}} | Parkwell',
    description:
      '{{name}} : tarif par véhicule, horaires, hauteur maximale, places libres et itinéraire. Réservez avant de partir.',
  },
  park_unknown: {
    title: 'Parking introuvable | Parkwell',
    description: 'Ce parking est introuvable. Il a peut-être déménagé ou fermé. Cherchez un parking à proximité.',
  },
  cart: {
    title: 'Votre panier | Parkwell',
    description: 'Tout ce que vous allez commander, aux prix du moment, toutes taxes comprises.',
  },
  cartCheckout: {
    title: 'Commande | Parkwell',
    description: 'Choisissez quand et où recevoir votre commande, vérifiez le total et payez avec votre portefeuille.',
  },
  orderSuccess: {
    title: 'Commande passée | Parkwell',
    description: 'Votre commande est payée. Voyez quand elle sera prête, votre numéro et comment la suivre.',
  },
  orders: {
    title: 'Mes commandes | Parkwell',
    description: 'Vos commandes à venir, passées et annulées, chacune avec son avancement et son reçu.',
  },
  order: {
    title: 'Votre commande | Parkwell',
    description:
      'L’avancement de votre commande avec ses heures, le code de remise, le reçu et le remboursement possible.',
  },
  orderReturn: {
    title: 'Retourner des articles | Parkwell',
    description:
      'Choisissez les articles à retourner et le motif, ajoutez une photo et suivez le retour jusqu’au remboursement.',
  },
  orderPay: {
    title: 'Payer votre commande | Parkwell',
    description: 'Nous gardons votre commande dix minutes. Créditez votre portefeuille et payez avant la fin du délai.',
  },
  documents: {
    title: 'Mes documents de véhicule | Parkwell',
    description:
      'Vos demandes de documents de véhicule au Nigeria : brouillons, devis, avancement de chacune et documents délivrés.',
  },
  documentRequest: {
    title: 'Demande de documents de véhicule | Parkwell',
    description:
      'L’avancement de votre demande de documents : son prix, ce qu’il nous manque, l’inspection et la remise.',
  },
  sharedBooking: {
    title: 'Réservation partagée avec vous | Parkwell',
    description: 'Où et quand la place est réservée, pour quelle plaque, et comment entrer dans le parking.',
  },
  favourites: {
    title: 'Vos parkings favoris | Parkwell',
    description:
      'Les parkings que vous avez ajoutés à vos favoris, avec leurs prix et leurs places libres pour les deux prochaines heures.',
  },
  addresses: {
    title: 'Vos adresses | Parkwell',
    description:
      'Les adresses où nous livrons vos commandes, avec leur point sur la carte et un message pour le livreur.',
  },
  shop_unknown: {
    title: 'Service introuvable | Parkwell',
    description:
      'Ce service, cet article ou ce point de service est introuvable. Découvrez ce qui est disponible en ce moment.',
  },
  checkout: {
    title: 'Réservation : {{name}} | Parkwell',
    description:
      'Vérifiez le détail du prix, choisissez votre véhicule et payez avec votre portefeuille. La date limite d’annulation est affichée.',
  },
  gate: {
    title: 'Se garer ici maintenant : {{name}} | Parkwell',
    description:
      'Vous êtes à l’entrée ? Saisissez votre plaque et l’heure de fin, vérifiez le prix total et payez pour avoir votre place.',
  },
  auth: {
    title: 'Connexion | Parkwell',
    description:
      'Connectez-vous à Parkwell pour réserver une place, retrouver vos pass et créditer votre portefeuille.',
  },
  register: {
    title: 'Créer un compte | Parkwell',
    description:
      'Créez un compte Parkwell gratuit avec votre adresse e-mail et réservez votre première place en une minute.',
  },
  verify: {
    title: 'Confirmer votre adresse e-mail | Parkwell',
    description: 'Saisissez le code à six chiffres envoyé à votre adresse e-mail pour activer votre compte Parkwell.',
  },
  invitation: {
    title: 'Votre invitation | Parkwell',
    description: 'Acceptez une invitation à travailler avec Parkwell : voyez le rôle et le lieu, puis connectez-vous.',
  },
  guest: {
    title: 'Continuer sans mot de passe | Parkwell',
    description: 'Réservez une place ou commandez avec un code reçu par e-mail ou par SMS, sans mot de passe.',
  },
  guest_accounts: {
    title: 'Se connecter avec un code | Parkwell',
    description: 'Connectez-vous à votre compte Parkwell avec un code reçu par e-mail ou par SMS, sans mot de passe.',
  },
  forgotPassword: {
    title: 'Réinitialiser le mot de passe | Parkwell',
    description: 'Mot de passe oublié ? Nous vous enverrons un code par e-mail pour en choisir un nouveau.',
  },
  notifications: {
    title: 'Notifications | Parkwell',
    description: 'Le suivi de vos commandes : confirmées, retardées, prêtes, livrées, annulées ou remboursées.',
  },
  bookings: {
    title: 'Vos réservations | Parkwell',
    description: 'Vos réservations à venir, en cours, passées et annulées, chacune avec son pass et son reçu.',
  },
  bookingDetails: {
    title: 'Votre réservation | Parkwell',
    description: 'Votre pass avec son code QR, l’itinéraire et le montant remboursé si vous annulez maintenant.',
  },
  wallet: {
    title: 'Votre portefeuille | Parkwell',
    description: 'Votre solde, tous vos paiements et remboursements, et les recharges par Paystack, Wave ou Stripe.',
  },
  walletCallback: {
    title: 'Votre recharge | Parkwell',
    description: 'Nous vérifions votre recharge auprès du prestataire de paiement et affichons votre nouveau solde.',
  },
  payment: {
    title: 'Votre paiement | Parkwell',
    description: 'L’état de votre paiement. Vous pouvez revenir sur cette page à tout moment.',
  },
  bookingSuccess: {
    title: 'Votre place est réservée | Parkwell',
    description: 'Votre réservation, votre pass, la date pour votre agenda et le reçu.',
  },
  profile: {
    title: 'Votre profil | Parkwell',
    description:
      'Vos informations personnelles, vos véhicules et leurs documents, votre pays, votre langue, vos appareils et vos données.',
  },
  unsubscribe: {
    title: 'Rappels de documents | Parkwell',
    description: 'Désactivez sans vous connecter les rappels d’expiration des documents de vos véhicules.',
  },
  events: {
    title: 'Événements à venir et parkings | Parkwell',
    description:
      'Concerts, matchs et spectacles à venir au Nigeria, au Canada, au Sénégal et aux États-Unis, avec les parkings accessibles à pied.',
  },
  event: {
    title: '{{name}} | Parkwell',
    description: '{{name}} : date, lieu et parkings à proximité, avec leur prix total pour l’événement.',
  },
  eventBooking: {
    title: 'Se garer : {{name}} | Parkwell',
    description:
      'Choisissez un parking pour {{name}} : temps de marche et prix total, d’avant l’ouverture des portes jusqu’après la fin.',
  },
  privateEvent: {
    title: 'Ouvrir un événement privé | Parkwell',
    description:
      'Vous êtes invité ? Saisissez le code de votre invitation pour voir l’événement et les parkings à proximité.',
  },
  partners: {
    title: 'Proposer votre place | Parkwell',
    description:
      'Vous exploitez un parking, avez une place libre ou une borne ? Revendiquez votre parking ou proposez une place.',
  },
  event_unknown: {
    title: 'Événement introuvable | Parkwell',
    description:
      'Cet événement est introuvable. Il est peut-être privé ou terminé depuis longtemps. Voyez les événements à venir.',
  },
  not_found: {
    title: 'Page introuvable (404) | Parkwell',
    description: 'Aucune page ne correspond à cette adresse. Cherchez un parking ou revenez à l’accueil de Parkwell.',
  },
}
