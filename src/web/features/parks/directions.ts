/** Driving directions to a point in common map apps, which open if installed. */
export const directionsTo = ({ lat, lng }: { lat: number; lng: number }) =>
  [
    {
      name: 'Google Maps',
      href: `https://www.google.com/maps/dir/?api=1&travelmode=driving&destination=${lat},${lng}`,
    },
    { name: 'Apple Maps', href: `https://maps.apple.com/?dirflg=d&daddr=${lat},${lng}` },
    {
      name: 'OpenStreetMap',
      href: `https://www.openstreetmap.org/directions?engine=fossgis_osrm_car&route=%3B${lat}%2C${lng}`,
    },
  ] as const

/** Walking directions to a point, from where the phone is, in the same apps. */
export const walkTo = ({ lat, lng }: { lat: number; lng: number }) =>
  [
    {
      name: 'Google Maps',
      href: `https://www.google.com/maps/dir/?api=1&travelmode=walking&destination=${lat},${lng}`,
    },
    { name: 'Apple Maps', href: `https://maps.apple.com/?dirflg=w&daddr=${lat},${lng}` },
    {
      name: 'OpenStreetMap',
      href: `https://www.openstreetmap.org/directions?engine=fossgis_osrm_foot&route=%3B${lat}%2C${lng}`,
    },
  ] as const

/** Walking directions between two points in the same apps. */
export const walkFrom = (from: { lat: number; lng: number }, to: { lat: number; lng: number }) =>
  [
    {
      name: 'Google Maps',
      href: `https://www.google.com/maps/dir/?api=1&travelmode=walking&origin=${from.lat},${from.lng}&destination=${to.lat},${to.lng}`,
    },
    {
      name: 'Apple Maps',
      href: `https://maps.apple.com/?dirflg=w&saddr=${from.lat},${from.lng}&daddr=${to.lat},${to.lng}`,
    },
    {
      name: 'OpenStreetMap',
      href: `https://www.openstreetmap.org/directions?engine=fossgis_osrm_foot&route=${from.lat}%2C${from.lng}%3B${to.lat}%2C${to.lng}`,
    },
  ] as const
