import type { report_mails as english } from '#i18n/en/emails/report_mails.ts'

export const report_mails: typeof english = {
  report: {
    subject: '{{report}} : {{days}}',
    title: '{{report}} : {{days}}',
    intro: 'Voici les totaux du rapport.',
    nothing: 'Il n’y a rien à signaler pour cette période.',
    open: 'Ouvrir le rapport et enregistrer son fichier',
    why: 'Un collègue a programmé cet e-mail. Pour ne plus le recevoir, adressez-vous à lui ou ouvrez le rapport et choisissez « Envoyer par e-mail ».',
  },
}
