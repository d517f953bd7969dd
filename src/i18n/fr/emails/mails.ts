import type { mails as english } from '#i18n/en/emails/mails.ts'
import type { Shape } from '#i18n/shape.ts'

export const mails: Shape<typeof english> = {
  footer:
    'Vous recevez cet e-mail parce que cette adresse a été utilisée sur {{brand}}. Une question ? Contactez-nous : {{contact}}',
  test: {
    subject: 'E-mail d’essai de {{brand}}',
    title: 'Les e-mails arrivent',
    intro:
      'Cet e-mail a été envoyé depuis les réglages de {{brand}} pour essayer l’expéditeur et le serveur de messagerie.',
  },
  unsubscribe: 'Ne plus recevoir de rappels',
  invitation: {
    subject: '{{by}} vous invite sur {{brand}}',
    title: 'Vous êtes invité',
    intro: '{{by}} vous invite à travailler avec {{brand}}. Rôle proposé : {{role}}.',
    button: 'Ouvrir l’invitation',
    until: 'Le lien ne peut servir qu’une fois, jusqu’au {{day}}.',
    not_you:
      'Si vous n’attendiez pas cette invitation, ignorez cet e-mail. Rien ne change tant que vous n’acceptez pas.',
  },
  verify_email: {
    subject: 'Votre code de vérification',
    title: 'Confirmez votre adresse e-mail',
    intro: 'Saisissez ce code sur la page d’inscription. Il expire dans {{time}} et ne peut servir qu’une fois.',
    button: 'Saisir le code',
    no_password:
      'Cette adresse a été inscrite plusieurs fois avec des mots de passe différents. Par sécurité, aucun n’a été conservé. Une fois l’adresse confirmée, choisissez-en un sous « Mot de passe oublié ? ».',
    not_you: 'Si vous n’êtes pas à l’origine de cette demande, ignorez cet e-mail. Ne communiquez ce code à personne.',
  },
  log_in: {
    subject: 'Votre code de connexion',
    title: 'Connectez-vous pour continuer',
    has_account: 'Vous avez déjà un compte avec cette adresse. Le code vous y connecte.',
    intro:
      'Saisissez ce code sur la page où vous l’avez demandé. Il expire dans {{time}} et ne peut servir qu’une fois.',
    not_you: 'Si vous n’êtes pas à l’origine de cette demande, ignorez cet e-mail. Ne communiquez ce code à personne.',
  },
  no_account: {
    subject: 'Aucun compte avec cette adresse',
    title: 'Créez un compte pour continuer',
    intro:
      'Vous avez demandé un code de connexion, mais aucun compte n’utilise cette adresse e-mail. Créez-en d’abord un avec un mot de passe.',
    button: 'Créer un compte',
    not_you: 'Si vous n’êtes pas à l’origine de cette demande, ignorez cet e-mail.',
  },
  reset_password: {
    subject: 'Votre code pour réinitialiser votre mot de passe',
    title: 'Choisissez un nouveau mot de passe',
    intro: 'Saisissez ce code avec votre nouveau mot de passe. Il expire dans {{time}} et ne peut servir qu’une fois.',
    button: 'Choisir un nouveau mot de passe',
    not_you:
      'Si vous n’êtes pas à l’origine de cette demande, ignorez cet e-mail : votre mot de passe ne change pas. Ne communiquez ce code à personne.',
  },
  account_exists: {
    subject: 'Vous avez déjà un compte',
    title: 'Vous avez déjà un compte',
    intro:
      'Quelqu’un, sans doute vous, a essayé de s’inscrire avec cette adresse. Elle a déjà un compte : rien n’a été modifié.',
    log_in: 'Se connecter',
    forgot: 'Mot de passe oublié ? Choisissez-en un nouveau ici : {{url}}',
    not_you: 'Si ce n’était pas vous, ignorez cet e-mail. Nous n’avons pas révélé l’existence de ce compte.',
  },
  password_changed: {
    subject: 'Votre mot de passe a été modifié',
    title: 'Votre mot de passe a été modifié',
    intro: 'Votre mot de passe vient d’être modifié et tous vos appareils ont été déconnectés.',
    not_you: 'Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe et contactez-nous : {{contact}}',
    button: 'Choisir un nouveau mot de passe',
  },
  factor_set: {
    subject: 'La validation en deux étapes est activée',
    title: 'La validation en deux étapes est activée',
    intro:
      'Désormais, un code de votre application d’authentification vous sera demandé à la connexion. Conservez vos codes de secours en lieu sûr.',
    not_you:
      'Si ce n’était pas vous, demandez à un administrateur de la réinitialiser et changez votre mot de passe : {{url}}',
    button: 'Ouvrir le back-office',
  },
  number_login: {
    subject: 'Nouvelle connexion avec votre numéro de mobile',
    title: 'Nouvelle connexion avec votre numéro de mobile',
    intro:
      'Quelqu’un, sans doute vous, s’est connecté à votre compte sur un nouvel appareil, avec un code envoyé à votre numéro de mobile.',
    not_you:
      'Si ce n’était pas vous, votre numéro appartient peut-être à quelqu’un d’autre. Connectez-vous avec votre adresse e-mail, supprimez ce numéro de votre profil et déconnectez-y tous les autres appareils.',
    button: 'Se connecter',
  },
  recovery_code_used: {
    subject: 'Un code de secours a été utilisé',
    title: 'Un code de secours a été utilisé',
    intro: 'Quelqu’un, sans doute vous, s’est connecté avec l’un de vos codes de secours. Ce code ne peut plus servir.',
    not_you:
      'Si ce n’était pas vous, demandez à un administrateur de la réinitialiser et changez votre mot de passe : {{url}}',
    button: 'Ouvrir le back-office',
  },
  factor_reset: {
    subject: 'Validation en deux étapes réinitialisée',
    title: 'Validation en deux étapes réinitialisée',
    intro:
      'Votre validation en deux étapes a été désactivée et tous vos appareils ont été déconnectés. Configurez-la de nouveau à votre prochaine connexion.',
    not_you: 'Si vous n’avez rien demandé, prévenez un administrateur et changez votre mot de passe : {{url}}',
    button: 'Ouvrir le back-office',
  },
  erase_account: {
    subject: 'Votre code pour supprimer votre compte',
    title: 'Supprimer votre compte',
    intro:
      'Saisissez ce code là où vous avez demandé la suppression de votre compte. Il expire dans {{time}} et ne peut servir qu’une fois.',
    not_you:
      'Si ce n’était pas vous, quelqu’un d’autre est connecté à votre compte : ne communiquez ce code à personne, déconnectez tous les appareils depuis votre profil et contactez-nous : {{contact}}',
  },
  confirm_login: {
    subject: 'Votre code de confirmation',
    title: 'Confirmez que c’est vous',
    intro: 'Saisissez ce code là où il vous a été demandé. Il expire dans {{time}} et ne peut servir qu’une fois.',
    not_you:
      'Si ce n’était pas vous, quelqu’un d’autre est connecté à votre compte : ne communiquez ce code à personne, déconnectez tous les appareils depuis votre profil et contactez-nous : {{contact}}',
  },
  erased: {
    subject: 'Votre compte a été supprimé',
    title: 'Votre compte a été supprimé',
    intro:
      'Nous avons supprimé votre nom, votre adresse, vos véhicules, vos appareils et tout ce qui permet de vous identifier.',
    kept: 'La loi nous oblige à conserver les réservations et les paiements, mais ils ne permettent plus de vous identifier.',
    not_you: 'Si ce n’était pas vous, contactez-nous tout de suite : {{contact}}',
  },
  kept: {
    title: 'Messagerie de développement',
    description:
      'E-mails que ce serveur de développement aurait envoyés, du plus récent au plus ancien. Aucun n’est parti.',
    empty: 'Aucun e-mail pour l’instant.',
    to: 'À',
    search: 'Afficher les e-mails envoyés à',
    show: 'Afficher',
    as_text: 'Afficher en texte brut',
  },
}
