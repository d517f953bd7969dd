/** The desk's lists and records of operators. */
export const partnerLists = {
  partners: {
    title: 'Partners',
    description: 'Operators with their contacts, their car parks and what is owed for their bookings.',
    search: 'Name, email or car park code',
    empty: 'Partners appear here once you create them or a claim is approved.',
    create: 'New partner',
    columns: {
      name: 'Name',
      country: 'Country',
      email: 'Email',
      phone: 'Phone',
      website: 'Website',
      parks: 'Car parks',
      people: 'People',
      is_example: 'Example',
      created_at: 'Created',
    },
    filters: { country: 'Country', example: 'Example' },
    states: { active: 'Active', inactive: 'Inactive' },
  },
  owed: {
    title: 'Earned by car park',
    description:
      'What each car park’s bookings have earned since its operator’s last statement, after refunds and without fees and taxes.',
    search: 'Car park, code or partner',
    empty: 'Amounts appear here once drivers pay for bookings.',
    columns: {
      park: 'Car park',
      park_code: 'Code',
      partner: 'Partner',
      country: 'Country',
      bookings: 'Bookings',
      owed: 'Owed',
      is_example: 'Example',
      last_at: 'Last entry',
    },
    filters: { partner: 'Partner', country: 'Country' },
  },
  park_claims: {
    title: 'Claims',
    description: 'People who say they run a car park. Check who they are before you approve a claim.',
    search: 'Email, company, car park or code',
    empty: 'Claims appear here as soon as operators send them.',
    columns: {
      park: 'Car park',
      city: 'City',
      country: 'Country',
      company: 'Company',
      email: 'Email',
      phone: 'Phone',
      proof: 'Proof',
      created_at: 'Claimed',
      decided_at: 'Decided',
    },
    filters: { country: 'Country', park: 'Car park', created: 'Claimed' },
    states: { open: 'Open', approved: 'Approved', refused: 'Refused', withdrawn: 'Withdrawn' },
  },
  park_listings: {
    title: 'Listings',
    description: 'Spaces and EV chargers that operators offer. Drivers see them once you approve them.',
    search: 'Email, company, name or city',
    empty: 'Listings appear here as soon as operators send them.',
    columns: {
      name: 'Name',
      kind: 'Type',
      city: 'City',
      country: 'Country',
      company: 'Company',
      email: 'Email',
      capacity: 'Spaces',
      created_at: 'Sent',
      decided_at: 'Decided',
    },
    filters: { kind: 'Type', country: 'Country', created: 'Sent' },
    states: { open: 'Open', approved: 'Approved', refused: 'Refused', withdrawn: 'Withdrawn' },
  },
} as const

export const partnerWords = {
  claim_proofs: { code: 'Emailed code', staff: 'Checked by staff' },
  listing_kinds: { space: 'Space', charger: 'EV charger' },
  place_kinds: {
    driveway: 'Private driveway',
    garage: 'Garage',
    surface: 'Open-air',
    underground: 'Underground',
    street: 'Street parking',
  },
  connectors: {
    type2: 'Type 2',
    type1: 'Type 1 (J1772)',
    ccs: 'CCS',
    nacs: 'NACS',
    chademo: 'CHAdeMO',
    socket: 'Household socket',
  },
  charge_units: { kwh: 'Per kWh', hour: 'Per hour' },
} as const

const request = {
  states: { open: 'Open', approved: 'Approved', refused: 'Refused', withdrawn: 'Withdrawn' },
  fields: {
    state: 'Status',
    message: 'Message',
    phone: 'Phone',
    partner: 'Partner',
    reason: 'Reason',
  },
  hints: { reason: 'We email it to the operator, so write it to them.' },
  actions: { approve: 'Approve', refuse: 'Refuse' },
} as const

export const partnerRecords = {
  partners: {
    states: { active: 'Active', inactive: 'Inactive' },
    fields: { status: 'Status', country_code: 'Country', changed_at: 'Changed', park: 'Car park' },
    hints: { park: 'Its code, its address on our site or its ID.' },
    actions: {
      add_park: 'Add a car park',
      remove_park: 'Remove a car park',
      activate: 'Activate',
      deactivate: 'Deactivate',
    },
    done: {
      add_park: 'The partner now runs this car park.',
      remove_park: 'The partner no longer runs this car park.',
      activate: 'The partner is active.',
      deactivate: 'The partner is inactive.',
    },
  },
  park_claims: {
    ...request,
    fields: {
      ...request.fields,
      contact: 'Contact of the car park',
      park_code: 'Code',
      has_contact: 'Has a published contact',
      rivals: 'Other open claims',
    },
    hints: {
      ...request.hints,
      contact: 'Find it on the operator’s own site or sign, never in the claim. We email the code there.',
    },
    actions: { ...request.actions, send_code: 'Send a code' },
    done: {
      send_code: 'The code is on its way to the car park’s contact.',
      approve: 'The car park belongs to the operator now. We’ve emailed them.',
      refuse: 'The claim is refused. We’ve emailed the reason.',
    },
    effects: {
      approve: 'The operator gets the car park and a role in the desk for it. Only approve if you know who they are.',
    },
  },
  park_listings: {
    ...request,
    fields: {
      ...request.fields,
      place_kind: 'Kind of place',
      address: 'Address',
      position: 'Position',
      nearby: 'Car parks at this place',
      price_hour: 'Price per hour',
      day_cap: 'Daily maximum',
      connector: 'Connector',
      power_kw: 'Power (kW)',
      chargers: 'Chargers',
      price: 'Price of charging',
      price_unit: 'Charged',
    },
    done: {
      approve: 'The listing is on the site. We’ve emailed the operator.',
      refuse: 'The listing is refused. We’ve emailed the reason.',
    },
    effects: { approve: 'Drivers can find it at once, and book a space at its price.' },
  },
} as const
