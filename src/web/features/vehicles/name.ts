import type { Vehicle } from '#contract/vehicles.ts'

/** As its driver calls it, else as it was made, else by its plate. */
export const vehicleName = ({ nickname, make, model, plate }: Vehicle): string =>
  nickname ?? ([make, model].filter(Boolean).join(' ') || plate)

/** A plate as most are in the country. */
export const plateForms: Record<Vehicle['country_code'], string> = {
  NG: 'LSR-482-KJ',
  CA: 'BKTR 482',
  SN: 'AA-482-KJ',
  US: '7KJR482',
}
