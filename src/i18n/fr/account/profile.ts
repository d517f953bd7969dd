import type { profile as english } from '#i18n/en/account/profile.ts'
import type { Shape } from '#i18n/shape.ts'

export const profile: Shape<typeof english> = {
  title: 'Votre profil',
  lead: 'Vos informations personnelles et vos préférences',
  person: 'Informations personnelles',
  email: 'Adresse e-mail',
  email_hint: 'Elle vous sert à vous connecter et à recevoir nos e-mails.',
  first_name: 'Prénom',
  last_name: 'Nom',
  phone: 'Téléphone',
  region: 'Pays et langue',
  country: 'Pays',
  country_hint: 'Votre portefeuille est dans la monnaie de ce pays.',
  country_warning: 'Vous passez au pays suivant : {{country}}',
  country_warning_text:
    'Votre portefeuille passera en {{currency}}. L’argent que vous avez dans une autre monnaie est conservé : vous le retrouverez en revenant au pays correspondant. Votre panier sera vidé.',
  language: 'Langue',
  language_hint: 'Pour ce site sur cet appareil et pour nos e-mails.',
  save: 'Enregistrer',
  saved: 'Enregistré',
  mails: 'Préférences d’e-mail',
  favourites: 'Voir vos parkings favoris',
  reminders: 'Rappels d’expiration des documents',
  reminders_hint: '{{days}} jours avant l’expiration de chaque document que vous avez ajouté.',
  always_sent:
    'Nous envoyons toujours les reçus, les codes et les informations sur vos réservations, pour que vous en gardiez une trace.',
  orders: 'E-mails et notifications concernant vos commandes',
  mails_saved: 'Enregistré',
  unsubscribe: {
    working: 'Un instant…',
    done: 'Rappels désactivés',
    done_text:
      'Nous ne vous écrirons plus avant l’expiration d’un document de véhicule. Vous recevrez toujours les reçus et les informations sur vos réservations.',
    resubscribe: 'Réactiver les rappels',
    resubscribed: 'Rappels activés',
    resubscribed_text: 'Nous vous écrirons avant l’expiration d’un document de véhicule.',
    unsubscribe: 'Désactiver les rappels',
    unknown: 'Ce lien ne fonctionne pas',
    unknown_text:
      'Le lien est incomplet ou le compte n’existe plus. Connectez-vous pour choisir vos e-mails dans votre profil.',
    texts_done: 'Vous ne recevrez plus de SMS',
    texts_done_text:
      'Nous ne vous écrirons plus par SMS au sujet de vos réservations et commandes. Vous recevrez toujours nos e-mails.',
    news_done: 'Offres et actualités désactivées',
    news_done_text: 'Nous n’enverrons plus d’offres ni d’actualités sur vos appareils.',
    notifications: 'Réglages des notifications',
    failed: 'Impossible d’enregistrer votre choix',
    view_profile: 'Voir mon profil',
  },
  failed: 'Impossible de charger votre profil',
}
