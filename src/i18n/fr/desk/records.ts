export const records = {
  invitations: {
    fields: { scope: 'Valable pour', language: 'Langue de l’e-mail' },
    states: { waiting: 'En attente', accepted: 'Acceptée', expired: 'Expirée', withdrawn: 'Retirée' },
    actions: { resend: 'Renvoyer', withdraw: 'Retirer' },
    done: { resend: 'Un nouveau lien est en route. Le précédent ne fonctionne plus.', withdraw: 'Invitation retirée.' },
    effects: { withdraw: 'Le lien ne fonctionnera plus. Vous pourrez inviter cette personne de nouveau.' },
  },
} as const
