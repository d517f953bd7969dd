import type { profile as english } from '#i18n/en/profile.ts'
import type { Shape } from '#i18n/shape.ts'

export const profile: Shape<typeof english> = {
  title: 'Votre profil',
  lead: 'Qui vous êtes pour nous, et comment nous vous parlons.',
  person: 'Vous',
  email: 'Adresse e-mail',
  email_hint: 'Elle vous sert à vous connecter, et nos e-mails y arrivent.',
  first_name: 'Prénom',
  last_name: 'Nom',
  phone: 'Téléphone',
  region: 'Pays et langue',
  country: 'Pays',
  country_hint: 'Votre portefeuille est tenu dans la monnaie de ce pays.',
  country_warning: 'Désormais : {{country}}',
  country_warning_text:
    'Votre portefeuille sera tenu en {{currency}}. L’argent que vous avez dans une autre monnaie est conservé et revient avec son pays. Votre panier est vidé.',
  language: 'Langue',
  language_hint: 'Celle de ces pages sur cet appareil, et celle de nos e-mails.',
  save: 'Enregistrer',
  saved: 'Enregistré.',
  mails: 'Nos e-mails',
  reminders: 'Rappels des documents qui expirent',
  reminders_hint: '{{days}} jours avant, pour chaque document que vous nous avez indiqué.',
  always_sent: 'Les reçus, les codes et les nouvelles de vos réservations sont toujours envoyés : ce sont vos preuves.',
  mails_saved: 'Enregistré.',
  unsubscribe: {
    working: 'Un instant…',
    done: 'Plus de rappels',
    done_text:
      'Nous ne vous écrirons plus quand un document de vos véhicules expire. Les reçus et les nouvelles de vos réservations arrivent toujours.',
    resubscribe: 'Les recevoir tout de même',
    resubscribed: 'Vous recevez de nouveau les rappels',
    resubscribed_text: 'Nous vous écrirons à temps avant l’échéance d’un document de vos véhicules.',
    unsubscribe: 'Ne plus recevoir de rappels',
    unknown: 'Ce lien ne mène nulle part',
    unknown_text:
      'Il n’est pas entier, ou son compte n’existe plus. Une fois connecté, vous choisissez vos e-mails dans votre profil.',
    failed: 'Cela n’a pas fonctionné',
    view_profile: 'Vers votre profil',
  },
  failed: 'Votre profil n’a pas pu être chargé',
}
