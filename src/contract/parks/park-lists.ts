export const parkKinds = ['surface', 'garage', 'underground', 'street', 'driveway', 'unknown'] as const

export const amenities = [
  'covered',
  'ev',
  'accessible',
  'cctv',
  'guard',
  'lighting',
  'valet',
  'shuttle',
  'wash',
  'in_and_out',
  'open_24h',
] as const

export const parkSorts = ['best', 'price', 'distance', 'rating'] as const

/** Minimum widths of accessible bays that can be filtered by: a car with its door open, and room for a wheelchair. */
export const bayWidths_cm = [330, 360] as const

/** Page sizes of the directory. */
export const browseSizes = { parks: 20, places: 60 } as const

/** The classes of vehicles that have spaces of their own. */
export const vehicleClasses = ['car', 'motorcycle', 'large'] as const
export type VehicleClass = (typeof vehicleClasses)[number]
