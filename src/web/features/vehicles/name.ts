import type { Vehicle } from '#contract/vehicles/vehicles.ts'

/** The vehicle's name, else its make, else its plate. */
export const vehicleName = ({ nickname, make, model, plate }: Vehicle): string =>
  nickname ?? ([make, model].filter(Boolean).join(' ') || plate)

/** An example of a plate in the country. */
export const plateForms: Record<Vehicle['country_code'], string> = {
  NG: 'LSR-482-KJ',
  CA: 'BKTR 482',
  SN: 'AA-482-KJ',
  US: '7KJR482',
}
