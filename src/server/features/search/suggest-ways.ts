/** Of each way to answer so many parks are looked at again, in the index and in the database. */
export const mostOfEachWay = 6
