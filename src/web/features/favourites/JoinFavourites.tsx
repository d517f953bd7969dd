import { useFavourites } from './api.ts'

/** Moves the favourites of this device to the account that has logged in on it. */
export default function JoinFavourites(): null {
  useFavourites()
  return null
}
