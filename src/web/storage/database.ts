/*
 * What the apps of guards and couriers keep on a phone, in a database for each person. Keys never leave it: they are stored
 * as keys that cannot be exported.
 */

export interface Database<StoreName extends string> {
  get: (store: StoreName, key: string | number) => Promise<unknown>
  getAll: (store: StoreName) => Promise<unknown[]>
  /** Puts and deletes all of it or nothing; a value of undefined deletes. */
  write: (changes: readonly [store: StoreName, key: string | number, value: unknown][]) => Promise<void>
  /** Deletes everything. */
  clear: () => Promise<void>
  close: () => void
}

const settle = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error!))
  })

const finish = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('aborted')))
  })

function connect(name: string, stores: readonly string[]): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1)
  request.addEventListener('upgradeneeded', () => {
    for (const store of stores) request.result.createObjectStore(store)
  })
  return settle(request)
}

/** Opens a database with these stores. Rejects in browsers without one, such as private windows of some. */
export async function openDatabase<StoreName extends string>(
  name: string,
  names: StoreName[],
): Promise<Database<StoreName>> {
  let database = await connect(name, names)
  /** Browsers close a connection by themselves, such as when the phone was asleep: it is opened again. */
  const begin = async (
    stores: StoreName | StoreName[],
    mode: IDBTransactionMode = 'readonly',
  ): Promise<IDBTransaction> => {
    // On the disk before the next entry counts on it.
    const options = { durability: 'strict' } as const
    try {
      return database.transaction(stores, mode, options)
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error
      database = await connect(name, names)
      return database.transaction(stores, mode, options)
    }
  }
  return {
    get: async (store, key) => settle((await begin(store)).objectStore(store).get(key)),
    getAll: async (store) => settle((await begin(store)).objectStore(store).getAll()),
    write: async (changes) => {
      const transaction = await begin(names, 'readwrite')
      for (const [name, key, value] of changes) {
        const store = transaction.objectStore(name)
        if (value === undefined) store.delete(key)
        else store.put(value, key)
      }
      return finish(transaction)
    },
    clear: async () => {
      const transaction = await begin(names, 'readwrite')
      for (const name of names) transaction.objectStore(name).clear()
      return finish(transaction)
    },
    close: () => database.close(),
  }
}
