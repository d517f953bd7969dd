import type { leads as english } from '#i18n/en/leads.ts'
import type { Shape } from '#i18n/shape.ts'

/** Ce que le serveur dit des formulaires des pages : réponses, courriels, agendas. */
export const leads: Shape<typeof english> = {
  thanks_lead: 'Merci. Une personne vous lit et vous répond par courriel.',
  thanks_demo: 'Le créneau est à vous. Un courriel part avec un fichier pour votre agenda.',
  kinds: {
    contact: 'Une question',
    demo: 'Une démonstration',
    business: 'Un compte professionnel',
    affiliate: 'Devenir affilié',
    career: 'Une candidature spontanée',
    charger: 'Une borne à partager',
    space: 'Un parking ou une place à partager',
    press: 'Une question de la presse',
    marketplace: 'Un service au parking',
    documents: 'Un document du véhicule',
  },
  subject: 'Votre message est bien arrivé',
  title: 'Votre message est bien arrivé',
  arrived: 'Merci d’avoir écrit à {{brand}}. Une personne vous lit et vous répond à cette adresse.',
  about: 'Sujet',
  reference: 'Référence',
  not_you: 'Ce n’était pas vous ? Quelqu’un a saisi votre adresse par erreur : il n’y a rien à faire.',
  demo_subject: 'Votre démonstration est réservée',
  demo_booked: 'Nous nous en réjouissons. Apportez deux ou trois adresses où vous vous garez vraiment.',
  demo_when: 'Quand',
  demo_duration: 'Durée',
  demo_minutes: '{{minutes}} minutes',
  demo_calendar:
    'Le fichier joint l’inscrit dans votre agenda. Un courriel vous dira avant le début comment nous rejoindre.',
  demo_cancel: 'Rendre le créneau',
  not_you_demo: 'Ce n’était pas vous ? Rendez le créneau avec le bouton : quelqu’un d’autre pourra le prendre.',
  demo_title: '{{brand}} : démonstration',
  demo_description: 'Une demi-heure avec {{brand}}. À cette adresse, le créneau peut être rendu.',
  demo_cancelled: 'Le créneau est de nouveau libre. Merci de nous avoir prévenus.',
  demo_cancelled_subject: 'Votre démonstration est annulée',
  demo_cancelled_text: 'Le créneau a été rendu. Le fichier joint le retire de votre agenda.',
  demo_cancelled_note: 'A rendu le créneau {{at}}.',
  another_time: 'Choisir un autre créneau',
}
