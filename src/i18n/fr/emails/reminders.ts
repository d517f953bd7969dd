import type { reminders as english } from '#i18n/en/emails/reminders.ts'
import type { Shape } from '#i18n/shape.ts'

export const reminders: Shape<typeof english> = {
  subject: '{{plate}} : échéance {{when}} ({{paper}})',
  subject_more: '{{plate}} : {{paper}} et d’autres documents arrivent à échéance ({{when}})',
  title: 'Les documents de votre véhicule arrivent à échéance',
  intro: 'Vous avez enregistré ces dates pour que nous vous prévenions à temps.',
  renew: 'Renouveler les documents',
  renew_for: 'Renouveler les documents de {{plate}}',
  renewed: 'Déjà renouvelé ? Mettez la date à jour dans votre profil : {{url}}',
}
