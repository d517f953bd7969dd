import type { accounts as english } from '#i18n/en/account/accounts.ts'
import type { Shape } from '#i18n/shape.ts'

export const accounts: Shape<typeof english> = {
  limits: 'Limites',
  no_role: 'Aucun rôle',
  colleague: 'Un collègue',
  registered: 'Consultez votre messagerie : nous avons envoyé un e-mail à {{email}}.',
  resent: 'Si cette adresse reste à confirmer, nous venons de lui envoyer un nouveau code.',
  email_login: 'Nous avons envoyé un code à six chiffres à {{email}}.',
  confirmation_code: 'Nous vous avons envoyé un code par e-mail.',
  erasure_code: 'Nous vous avons envoyé par e-mail un code pour supprimer votre compte.',
  forgotten:
    'Si un compte existe pour cette adresse, nous venons de lui envoyer un code pour choisir un nouveau mot de passe.',
}
