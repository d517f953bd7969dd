/** What we use of the package, whose types on npm describe an older version. */
declare module 'open-location-code' {
  export class OpenLocationCode {
    isValid(code: string): boolean
    isFull(code: string): boolean
    /** Throws unless the code is full. */
    decode(code: string): { latitudeCenter: number; longitudeCenter: number }
    /** Returns the full code nearest to a position in degrees. */
    recoverNearest(shortCode: string, lat: number, lng: number): string
  }
}
