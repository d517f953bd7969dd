import { installPeer, loadPeer } from './packages.ts'

/*
 * A process of the Vendure shop: `populate` makes its tables and writes the shop that `SHOP` describes, `server` and
 * `worker` are what a shop runs. Its configuration is that of a new project, without e-mail, files and dashboard.
 */

/** What the shop sells, and how many customers it has. */
export interface VendureShop {
  database: { host: string; port: number; database: string }
  port: number
  customers: number
  /** A file in the format of its import. */
  items_csv: string
}

/** What this needs of Vendure's types, which are not installed here. */
interface App {
  get: (token: unknown) => Record<string, (...given: unknown[]) => Promise<never>>
  close: () => Promise<void>
}
interface Vendure {
  bootstrap: (config: object) => Promise<App>
  bootstrapWorker: (config: object) => Promise<{ app: App; startJobQueue: () => Promise<unknown> }>
  DefaultJobQueuePlugin: { init: (options: object) => unknown }
  DefaultSearchPlugin: { init: (options: object) => unknown }
  DefaultSchedulerPlugin: { init: (options: object) => unknown }
  DefaultLogger: new (options: object) => unknown
  LogLevel: { Error: number }
  dummyPaymentHandler: { code: string }
  CustomerService: unknown
  SessionService: unknown
  UserService: unknown
  RequestContextService: unknown
}
type Populate = (open: () => Promise<App>, initial: object, csv: string) => Promise<App>

const folder = installPeer('vendure')
const vendure = loadPeer<Vendure>(folder, '@vendure/core')
const shop = JSON.parse(process.env['SHOP']!) as VendureShop
const role = process.argv[2]

const config = {
  apiOptions: { port: shop.port, adminApiPath: 'admin-api', shopApiPath: 'shop-api' },
  authOptions: {
    tokenMethod: ['bearer', 'cookie'],
    cookieOptions: { secret: 'bench' },
    superadminCredentials: { identifier: 'bench', password: 'only-on-this-machine' },
  },
  dbConnectionOptions: {
    type: 'postgres',
    ...shop.database,
    username: 'postgres',
    synchronize: role === 'populate',
    logging: false,
  },
  logger: new vendure.DefaultLogger({ level: vendure.LogLevel.Error }),
  paymentOptions: { paymentMethodHandlers: [vendure.dummyPaymentHandler] },
  customFields: {},
  plugins: [
    vendure.DefaultSchedulerPlugin.init({}),
    vendure.DefaultJobQueuePlugin.init({ useDatabaseForBuffer: true }),
    vendure.DefaultSearchPlugin.init({ bufferUpdates: false, indexStockStatus: true }),
  ],
}

const initial = {
  defaultLanguage: 'en',
  defaultZone: 'Americas',
  countries: [{ name: 'Canada', code: 'CA', zone: 'Americas' }],
  taxRates: [{ name: 'Standard', percentage: 13 }],
  shippingMethods: [{ name: 'Flat', price: 500 }],
  paymentMethods: [
    {
      name: 'At once',
      handler: { code: vendure.dummyPaymentHandler.code, arguments: [{ name: 'automaticSettle', value: 'true' }] },
    },
  ],
  collections: [],
}

/** Writes the shop and customers who are signed in with the tokens `bench-0` and so on. */
async function populate(): Promise<void> {
  const { populate: write } = loadPeer<{ populate: Populate }>(folder, '@vendure/core/cli')
  const app = await write(() => vendure.bootstrap(config), initial, shop.items_csv)
  const context = await app.get(vendure.RequestContextService)['create']!({ apiType: 'admin' })
  for (let n = 0; n < shop.customers; n += 1) {
    const { user }: { user: { id: string } } = await app.get(vendure.CustomerService)['create']!(context, {
      emailAddress: `bench-${n}@example.com`,
      firstName: 'Ada',
      lastName: 'Bench',
    })
    const loaded = await app.get(vendure.UserService)['getUserById']!(context, user.id)
    await app.get(vendure.SessionService)['createNewAuthenticatedSession']!(context, loaded, 'native', `bench-${n}`)
  }
  await app.close()
}

if (role === 'populate') {
  await populate()
  process.exit(0)
}
if (role === 'server') await vendure.bootstrap(config)
else await (await vendure.bootstrapWorker(config)).startJobQueue()
console.info('ready')
