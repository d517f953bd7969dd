import type { profile as english } from '#i18n/en/profile.ts'
import type { Shape } from '#i18n/shape.ts'

export const profile: Shape<typeof english> = {
  title: 'Votre profil',
  lead: 'Qui vous êtes pour nous, et comment nous vous parlons.',
  person: 'Vous',
  email: 'Adresse e-mail',
  email_hint: 'Elle vous sert à vous connecter, et nos e-mails y arrivent.',
  first_name: 'Prénom',
  last_name: 'Nom',
  phone: 'Téléphone',
  region: 'Pays et langue',
  country: 'Pays',
  country_hint:
    'Votre portefeuille est tenu dans la monnaie de ce pays. Ce que vous avez dans d’autres monnaies reste à vous.',
  language: 'Langue',
  language_hint: 'Celle de ces pages sur cet appareil, et celle de nos e-mails.',
  save: 'Enregistrer',
  saved: 'Enregistré.',
  failed: 'Votre profil n’a pas pu être chargé',
}
