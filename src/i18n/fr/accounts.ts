import type { accounts as english } from '#i18n/en/accounts.ts'
import type { Shape } from '#i18n/shape.ts'

export const accounts: Shape<typeof english> = {
  registered: 'Consultez votre messagerie : nous avons écrit à {{email}}.',
  resent: 'Si cette adresse attend d’être confirmée, un nouveau code vient de lui être envoyé.',
  erasure_code: 'Un code pour effacer votre compte est en route.',
  forgotten:
    'Si un compte existe pour cette adresse, un code pour choisir un nouveau mot de passe vient de lui être envoyé.',
}
