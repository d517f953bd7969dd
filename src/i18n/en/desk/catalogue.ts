/** The desk's lists and records of what is sold, with taxes and currencies. */
export const catalogueLists = {
  item_categories: {
    title: 'Item Categories',
    description: 'Groups of what branches sell, in the order in which customers see them.',
    search: 'Name or address',
    empty: 'Categories appear here once you create them.',
    create: 'New category',
    columns: {
      name: 'Name',
      picture: 'Picture',
      slug: 'Address on the site',
      work_group: 'Work',
      items: 'Items',
      position: 'Position',
      is_example: 'Example',
      created_at: 'Created',
    },
    filters: { work_group: 'Work' },
    states: { active: 'Active', inactive: 'Inactive' },
  },
  item_attributes: {
    title: 'Item Attributes',
    description:
      'What the variations of an item differ in, such as size or vehicle class, with the values to choose from.',
    search: 'Name or code',
    empty: 'Attributes appear here once you create them.',
    create: 'New attribute',
    columns: {
      name: 'Name',
      code: 'Code',
      values: 'Values',
      items: 'Items',
      is_vehicle_class: 'Vehicle class',
      created_at: 'Created',
    },
    filters: {},
  },
  taxes: {
    title: 'Taxes',
    description: 'Tax rates on what branches sell, by place and class, with their sources and the days they are valid.',
    search: 'Code, name or state',
    empty: 'No tax rates yet. A branch can’t be activated without a rate for what it sells.',
    create: 'New tax rate',
    columns: {
      code: 'Code',
      name: 'Name',
      class: 'Class',
      country: 'Country',
      state: 'State or province',
      city: 'City',
      type: 'Type',
      percent: 'Rate (%)',
      amount: 'Amount for each unit',
      valid_from: 'Valid from',
      valid_to: 'Last day',
      source: 'Source',
      source_date: 'Looked up on',
      is_example: 'Example',
    },
    filters: { country: 'Country', class: 'Class', example: 'Example' },
    states: { current: 'Current', coming: 'Upcoming', over: 'Over' },
  },
} as const

export const catalogueRecords = {
  item_categories: {
    fields: {
      name: 'Name (English)',
      name_fr: 'Name (French)',
      description: 'Description (English)',
      description_fr: 'Description (French)',
      status: 'Status',
    },
    hints: {
      work_group: 'What does the work for these items and can be fully booked.',
      slug: 'Part of the address below /marketplace, such as wash. It can’t be changed later.',
    },
    actions: { activate: 'Activate', deactivate: 'Deactivate', up: 'Move up', down: 'Move down' },
    done: {
      activate: 'The category is active.',
      deactivate: 'The category is inactive. Customers no longer see its items.',
      up: 'Moved up.',
      down: 'Moved down.',
      create: 'The category is created. Activate it to show it.',
      remove: 'The category is deleted.',
    },
  },
  item_attributes: {
    fields: {
      name: 'Name (English)',
      name_fr: 'Name (French)',
      value_codes: 'Codes of the values',
      value_names: 'Values (English)',
      value_names_fr: 'Values (French)',
    },
    hints: {
      code: 'A short name for exports, such as size. It can’t be changed later.',
      value_codes: 'One on each line, in the order customers see, such as small.',
      value_names: 'One on each line, in the order of the codes.',
      value_names_fr: 'One on each line, in the order of the codes.',
    },
    done: { remove: 'The attribute is deleted.' },
  },
  taxes: {
    fields: {
      country_code: 'Country',
      name: 'Name (English)',
      name_fr: 'Name (French)',
      status: 'Status',
      rate: 'Rate',
    },
    hints: {
      code: 'A short name that stays the same when the rate changes, such as vat or hst.',
      state: 'Its name, or its code such as ON. Leave it empty for a tax of the whole country.',
      city: 'Leave it empty unless the tax is the city’s own.',
      rate: 'A percentage such as 7.5, or an amount for each unit sold in the country’s currency.',
      valid_to: 'Leave it empty if the rate is valid until further notice.',
      source: 'Where the rate is published: a law, a notice or a web address.',
    },
    actions: { change: 'Replace the rate', end: 'Set the last day' },
    effects: {
      change: 'This rate ends the day before the new one begins. Orders that were placed keep their taxes.',
      end: 'From the next day on, branches there no longer show what has no other rate.',
      remove: 'The rate is not valid yet. No order has used it.',
    },
    done: {
      change: 'The new rate is entered.',
      end: 'The last day is set.',
      create: 'The tax rate is entered.',
      remove: 'The tax rate is deleted.',
    },
  },
} as const

export const catalogueWords = {
  tax_classes: { standard: 'Standard', food: 'Food', service: 'Service', exempt: 'Exempt' },
  tax_kinds: { percentage: 'Percentage', fixed: 'Fixed amount' },
} as const
