/** The way to a point, by car, in the map apps that drivers use. Opens the app where it is installed. */
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
