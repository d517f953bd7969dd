import type { mails as english } from '#i18n/en/mails.ts'
import type { Shape } from '#i18n/shape.ts'

export const mails: Shape<typeof english> = {
  footer:
    'Vous recevez ce message parce que cette adresse a été utilisée sur {{brand}}. Une question ? Écrivez à {{support}}.',
  unsubscribe: 'Ne plus recevoir de rappels',
  verify_email: {
    subject: 'Votre code pour confirmer votre adresse',
    title: 'Confirmez votre adresse e-mail',
    intro: 'Saisissez ce code sur la page d’inscription. Il est valable dix minutes et ne sert qu’une fois.',
    button: 'Saisir le code',
    no_password:
      'Cette adresse a été inscrite plusieurs fois, avec des mots de passe différents. Par prudence, aucun n’a été conservé : une fois l’adresse confirmée, choisissez-en un sous « Mot de passe oublié ? ».',
    not_you:
      'Ce n’était pas vous ? Vous n’avez rien à faire : sans ce code, le compte reste fermé. Ne le communiquez à personne.',
  },
  reset_password: {
    subject: 'Votre code pour un nouveau mot de passe',
    title: 'Choisissez un nouveau mot de passe',
    intro: 'Saisissez ce code avec votre nouveau mot de passe. Il est valable dix minutes et ne sert qu’une fois.',
    button: 'Choisir un mot de passe',
    not_you:
      'Ce n’était pas vous ? Vous n’avez rien à faire : votre mot de passe reste le même. Ne communiquez ce code à personne.',
  },
  account_exists: {
    subject: 'Vous avez déjà un compte',
    title: 'Vous avez déjà un compte',
    intro:
      'Quelqu’un, sans doute vous, vient d’essayer de s’inscrire avec cette adresse. Elle a déjà un compte : rien n’a été modifié.',
    log_in: 'Se connecter',
    forgot: 'Mot de passe oublié ? Choisissez-en un nouveau ici : {{url}}',
    not_you:
      'Ce n’était pas vous ? Vous n’avez rien à faire : la personne qui a essayé n’a pas appris que ce compte existe.',
  },
  password_changed: {
    subject: 'Votre mot de passe a été modifié',
    title: 'Votre mot de passe a été modifié',
    intro: 'Le mot de passe de votre compte vient d’être modifié, et tous vos appareils ont été déconnectés.',
    not_you: 'Ce n’était pas vous ? Choisissez sans attendre un nouveau mot de passe et écrivez à {{support}}.',
    button: 'Choisir un nouveau mot de passe',
  },
  erase_account: {
    subject: 'Votre code pour effacer votre compte',
    title: 'Effacer votre compte',
    intro:
      'Saisissez ce code là où vous avez demandé l’effacement de votre compte. Il est valable dix minutes et ne sert qu’une fois.',
    not_you:
      'Ce n’était pas vous ? Quelqu’un est alors connecté à votre place : déconnectez tous les appareils depuis votre profil et écrivez à {{support}}. Ne communiquez ce code à personne.',
  },
  erased: {
    subject: 'Votre compte est effacé',
    title: 'Votre compte est effacé',
    intro:
      'Comme vous l’avez demandé, nous avons effacé votre nom, votre adresse, vos véhicules, vos appareils et tout ce qui dit qui vous êtes.',
    kept: 'Ce que la loi nous fait conserver, les réservations et les paiements, reste sans vous : personne ne peut plus dire à qui cela appartenait.',
    not_you: 'Ce n’était pas vous ? Écrivez sans attendre à {{support}}.',
  },
  kept: {
    title: 'Messages conservés',
    description:
      'Les messages que ce serveur de développement aurait envoyés, du plus récent au plus ancien ; aucun n’est parti.',
    empty: 'Aucun message pour l’instant.',
    to: 'À',
    search: 'Afficher les messages envoyés à',
    show: 'Afficher',
    as_text: 'En texte seul',
  },
}
