import type { account as english } from '#i18n/en/account.ts'
import type { Shape } from '#i18n/shape.ts'

export const account: Shape<typeof english> = {
  failed: 'Impossible de charger cette partie.',
  code_sent: 'Nous avons envoyé le code à {{email}}. Il est valable 10 minutes.',
  password: {
    title: 'Mot de passe et connexion',
    text: 'Nous ne conservons jamais votre mot de passe sous une forme lisible.',
    none: 'Vous n’avez pas de mot de passe. Vous vous connectez avec un compte ci-dessus ou avec un code envoyé par e-mail.',
    connected: 'Associé',
    change: 'Modifier le mot de passe',
    set: 'Choisir un mot de passe',
    current: 'Mot de passe actuel',
    submit: 'Enregistrer le mot de passe',
    logs_out_others: 'Vous serez déconnecté de tous vos autres appareils.',
    changed: 'Votre nouveau mot de passe est enregistré. Vos autres appareils ont été déconnectés.',
  },
  devices: {
    title: 'Vos appareils',
    on: '{{browser}} sur {{system}}',
    unknown: 'Appareil inconnu',
    this: 'Cet appareil',
    last_used: 'Dernière activité : {{when}}',
    logged_in: 'Connecté : {{when}}',
    log_out: 'Déconnecter',
    log_out_one: 'Déconnecter : {{device}}',
    log_out_others: 'Déconnecter tous les autres appareils',
    logged_out: 'Appareil déconnecté.',
    others_logged_out: 'Tous les autres appareils ont été déconnectés.',
  },
  privacy: {
    title: 'Vos données',
    copy_text:
      'Obtenez toutes les données que nous conservons sur vous, dans un fichier lisible par d’autres logiciels.',
    copy: 'Télécharger vos données',
    erase_text: 'Supprimez définitivement votre compte, votre nom et vos véhicules.',
    erase: 'Supprimer le compte',
  },
  erase: {
    title: 'Supprimer votre compte ?',
    lead: 'Voici ce qui se passe si vous le supprimez.',
    deleted:
      'Votre nom, votre adresse, votre téléphone, vos véhicules, vos appareils et vos avis sont supprimés immédiatement.',
    retained: 'La loi nous oblige à conserver les réservations et les paiements, mais plus rien ne les relie à vous.',
    irreversible: 'Cette action est irréversible : nous ne pourrons pas rétablir votre compte.',
    open_bookings_one: 'Vous avez 1 réservation non terminée ou non payée',
    open_bookings_other: 'Vous avez {{count}} réservations non terminées ou non payées',
    open_bookings_text:
      'Avant de supprimer votre compte, annulez vos réservations ou attendez leur fin, et réglez tout montant dû.',
    view_bookings: 'Voir mes réservations',
    balance: 'Solde du portefeuille : {{amount}}',
    balance_text: 'Dépensez ou retirez d’abord cette somme. Elle sera perdue si vous supprimez votre compte.',
    view_wallet: 'Voir mon portefeuille',
    balance_remaining:
      'Il reste de l’argent dans votre portefeuille. Retirez-le, ou cochez la case pour confirmer que vous y renoncez.',
    forfeit_balance: 'Je renonce à l’argent de mon portefeuille.',
    password_hint: 'Saisissez votre mot de passe pour confirmer votre identité.',
    send_code: 'M’envoyer un code de confirmation',
    keep: 'Garder mon compte',
    confirm: 'Supprimer mon compte',
  },
  notifications: {
    title: 'Notifications',
    lead: 'Ce qui est arrivé à vos commandes au cours des 90 derniers jours.',
    empty: 'Aucune notification',
    empty_text: 'Les nouvelles de vos commandes apparaissent ici.',
    pages: 'Pages de notifications',
    new: 'Nouveau',
  },
}
