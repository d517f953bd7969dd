import type { leads as english } from '#i18n/en/site/leads.ts'
import type { Shape } from '#i18n/shape.ts'

/** Ce que le serveur dit des formulaires des pages : réponses, e-mails, agendas. */
export const leads: Shape<typeof english> = {
  thanks_lead: 'Merci. Nous lirons votre message et vous répondrons par e-mail.',
  thanks_demo: 'Votre démonstration est réservée. Nous vous avons envoyé par e-mail un fichier pour votre agenda.',
  kinds: {
    contact: 'Une question',
    demo: 'Une démonstration',
    business: 'Un compte professionnel',
    affiliate: 'Le programme d’affiliation',
    career: 'Votre candidature',
    charger: 'La location d’une borne',
    space: 'La location d’une place',
    press: 'Une question de la presse',
    marketplace: 'Un service dans un parking',
    documents: 'Un document de véhicule',
  },
  subject: 'Nous avons bien reçu votre message',
  title: 'Nous avons bien reçu votre message',
  arrived: 'Merci d’avoir écrit à {{brand}}. Nous lirons votre message et vous répondrons à cette adresse.',
  about: 'Sujet',
  reference: 'Référence',
  not_you: 'Ce n’était pas vous ? Quelqu’un a sans doute saisi votre adresse par erreur. Vous n’avez rien à faire.',
  demo_subject: 'Votre démonstration est réservée',
  demo_booked: 'Nous avons hâte de vous rencontrer. Préparez deux ou trois adresses où vous vous garez vraiment.',
  demo_when: 'Date et heure',
  demo_duration: 'Durée',
  demo_minutes: '{{minutes}} minutes',
  demo_calendar:
    'Ouvrez le fichier joint pour ajouter la démonstration à votre agenda. Nous vous expliquerons par e-mail comment participer avant le début.',
  demo_cancel: 'Annuler la démonstration',
  not_you_demo:
    'Ce n’était pas vous ? Annulez la démonstration avec le bouton : quelqu’un d’autre pourra réserver ce créneau.',
  demo_title: 'Démonstration {{brand}}',
  demo_description: 'Une démonstration de {{brand}} en une demi-heure. Utilisez ce lien pour l’annuler.',
  demo_cancelled: 'Votre démonstration est annulée. Merci de nous avoir prévenus.',
  demo_cancelled_subject: 'Votre démonstration est annulée',
  demo_cancelled_text: 'Votre démonstration est annulée. Ouvrez le fichier joint pour la retirer de votre agenda.',
  demo_cancelled_note: 'A annulé la démonstration du {{at}}.',
  another_time: 'Choisir un autre créneau',
}
