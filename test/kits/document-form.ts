import type { DocumentForm } from '#contract/documents/document-form.ts'

/** A complete form of a private saloon in Lagos, for a licence, insurance and road worthiness. */
export const completeForm: DocumentForm = {
  state: 'LA',
  plate: 'KJA-123AA',
  category: 'saloon',
  use: 'private',
  make: 'Toyota',
  model: 'Corolla',
  year: 2015,
  colour: 'Silver',
  engine_cc: 1_800,
  chassis_number: 'JTDBR32E720123456',
  engine_number: '1ZZ-1234567',
  owner_name: 'Amaka Obi',
  owner_address: '12 Allen Avenue, Ikeja, Lagos',
  owner_phone: '+2348031234567',
  owner_email: 'amaka@example.com',
  held: [],
  documents: [
    { kind: 'vehicle_licence', term_months: 12 },
    { kind: 'road_worthiness', term_months: null },
    { kind: 'third_party_insurance', term_months: null },
  ],
  handover: 'delivery',
  delivery_address: '12 Allen Avenue, Ikeja, Lagos',
}
