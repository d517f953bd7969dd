export interface Target {
  lat: number
  lng: number
}

/** The driver's own map apps, each with an address that starts the way to a point by car. */
export const mapApps = [
  {
    name: 'Google Maps',
    href: ({ lat, lng }: Target) => `https://www.google.com/maps/dir/?api=1&destination=${lat},${lng}`,
  },
  { name: 'Apple Maps', href: ({ lat, lng }: Target) => `https://maps.apple.com/?daddr=${lat},${lng}&dirflg=d` },
  {
    name: 'OpenStreetMap',
    href: ({ lat, lng }: Target) => `https://www.openstreetmap.org/directions?to=${lat}%2C${lng}`,
  },
] as const
