import type { partners as english } from '#i18n/en/parks/partners.ts'
import type { Shape } from '#i18n/shape.ts'

export const partners: Shape<typeof english> = {
  claimed:
    'Merci. Si le parking a une adresse e-mail publiée, nous y avons envoyé un code : saisissez-le ici dans les 60 minutes. Sinon, nous vérifions votre demande et vous écrivons.',
  listed: 'Merci. Nous examinons votre offre et vous écrivons.',
  code_mail: {
    subject: 'Un code pour confirmer qui exploite votre parking',
    title: 'Quelqu’un déclare exploiter votre parking',
    intro:
      'Une personne qui a un compte {{brand}} déclare exploiter le parking ci-dessous, dont cette adresse est le contact publié. S’il s’agit de vous ou d’un collègue, saisissez ce code sur la page où il vous est demandé. Il expire dans {{minutes}} minutes.',
    not_you:
      'Si cela ne vous dit rien, ignorez cet e-mail. Ne communiquez jamais ce code à une personne qui vous appelle.',
  },
  claim_approved: {
    subject: 'Vous exploitez désormais {{park}} sur {{brand}}',
    title: 'Votre parking est à vous',
    intro: 'Vous pouvez maintenant gérer {{park}} : ses informations, ses prix, ses places et ses réservations.',
    open: 'Ouvrir l’espace de gestion',
  },
  confirm: {
    subject: 'Merci de confirmer {{park}} avant le {{day}}',
    title: 'Les informations de votre parking sont-elles toujours exactes ?',
    intro:
      'Merci de vérifier les places, les horaires et l’entrée de {{park}}, puis de les confirmer avant le {{day}}. Sinon, aucune nouvelle réservation n’y sera vendue à partir de cette date. Les réservations existantes restent valables.',
    open: 'Vérifier et confirmer',
  },
  lapsed: {
    subject: '{{park}} n’est plus réservable',
    title: 'Votre parking n’est plus réservable',
    intro:
      'Personne n’a confirmé les places, les horaires et l’entrée de {{park}} avant le {{day}}. Les réservations existantes restent valables. Les ventes reprennent dès que vous confirmez.',
    open: 'Vérifier et confirmer',
  },
  claim_refused: {
    subject: 'Votre demande concernant {{park}}',
    title: 'Nous n’avons pas pu confirmer votre demande',
    intro: 'Nous avons vérifié votre demande concernant {{park}} et n’avons pas pu la confirmer, pour ce motif :',
    open: 'Voir vos demandes',
  },
  listing_approved: {
    subject: '{{park}} est sur {{brand}}',
    title: 'Votre offre est acceptée',
    intro: '{{park}} est maintenant sur {{brand}}. Vous pouvez le gérer dans l’espace de gestion.',
    open: 'Ouvrir l’espace de gestion',
  },
  listing_refused: {
    subject: 'Votre offre : {{park}}',
    title: 'Nous n’avons pas pu accepter votre offre',
    intro: 'Nous avons examiné {{park}} et ne pouvons pas le proposer, pour ce motif :',
    open: 'Voir vos offres',
  },
}
