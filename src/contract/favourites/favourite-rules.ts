/** At most this many favourites of an account, and on a device. */
export const maxFavourites = 100
