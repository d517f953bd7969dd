import type { report_mails as english } from '#i18n/en/emails/report_mails.ts'

export const report_mails: typeof english = {
  report: {
    subject: '{{report}} : {{days}}',
    title: '{{report}} : {{days}}',
    intro: 'Voici les totaux du rapport.',
    nothing: 'Il n’y a rien à signaler pour cette période.',
    attached: 'Le fichier avec toutes les lignes est joint.',
    too_large: 'Le fichier est trop volumineux pour un e-mail. Ouvrez le rapport pour l’enregistrer.',
    open: 'Ouvrir le rapport',
    why: 'Un collègue a programmé cet e-mail. Pour ne plus le recevoir, adressez-vous à lui ou ouvrez le rapport et choisissez « Envoyer par e-mail ».',
  },
}
