import type { reminders as english } from '#i18n/en/reminders.ts'
import type { Shape } from '#i18n/shape.ts'

export const reminders: Shape<typeof english> = {
  subject: '{{plate}} : échéance {{when}} ({{paper}})',
  subject_more: '{{plate}} : échéance {{when}} ({{paper}}), et d’autres',
  title: 'Un document de votre véhicule arrive à échéance',
  intro: 'Vous nous avez donné ces dates pour que nous vous prévenions à temps.',
  renew: 'Renouveler les documents',
  renewed: 'Déjà renouvelé ? Indiquez la nouvelle date dans votre profil : {{url}}',
}
