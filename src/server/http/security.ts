import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import { firebaseOf } from '#server/providers/identity/create-identity.ts'
import type { PaymentForm } from '#server/providers/payments/provider.ts'
import { startScriptSource } from '#server/rendering/start-script.ts'

const jsonPolicy = "default-src 'none'; frame-ancestors 'none'"

/** Adds security headers to every response. External map hosts come from MAP_ORIGINS. */
export async function useSecurityHeaders(
  app: FastifyInstance,
  config: Config,
  ipLookups: readonly string[] = [],
  stripeForm?: PaymentForm,
): Promise<void> {
  const form = formOrigins(config, stripeForm)
  // The forms ask the browser for saved cards, Apple Pay and Google Pay. They may open on any page, without a new load.
  const payers = form.payment.map((origin) => ` "${origin}"`).join('')
  const payment = payers === '' ? '()' : `(self${payers})`
  const headers = Object.entries({
    ...(await helmetHeaders(config, ipLookups, form)),
    'permissions-policy': `geolocation=(self), camera=(self), microphone=(), payment=${payment}`,
  })
  // JSON loads nothing, so that the policy for pages would only add to every answer.
  const forJson = headers.flatMap(([name, value]): [string, string][] =>
    name === 'permissions-policy' ? [] : [[name, name === 'content-security-policy' ? jsonPolicy : value]],
  )
  app.addHook('onRequest', ({ routeOptions }, reply, done) => {
    for (const [name, value] of routeOptions.config.is_json === true ? forJson : headers) reply.header(name, value)
    done()
  })
}

/** Reads the headers from Helmet once: it would rebuild the same ones for every response, which is slow. */
async function helmetHeaders(
  config: Config,
  ipLookups: readonly string[],
  form: FormOrigins,
): Promise<Record<string, string>> {
  const map = mapOrigins(config)
  const login = loginOrigins(config)
  const hasLogin = firebaseOf(config) !== undefined
  const reports = config.SENTRY_DSN === undefined ? [] : [config.SENTRY_DSN]
  const helmetApp = Fastify()
  await helmetApp.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        scriptSrc: ["'self'", ...login.script, ...form.script, startScriptSource],
        // Base UI and the map position elements with style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        fontSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...map, ...form.image],
        connectSrc: [
          "'self'",
          ...map,
          ...login.connect,
          ...form.connect,
          ...originsOf(ipLookups),
          ...originsOf(reports),
        ],
        frameSrc: ["'self'", ...login.frame, ...form.frame],
        workerSrc: ["'self'", 'blob:'],
        manifestSrc: ["'self'"],
      },
    },
    // Local servers use HTTP; production is behind a load balancer with HTTPS.
    strictTransportSecurity: config.production,
    crossOriginEmbedderPolicy: false,
    // The Google or Apple login popup must be able to message the page that opened it.
    crossOriginOpenerPolicy: { policy: hasLogin ? 'same-origin-allow-popups' : 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
  let headers = {}
  helmetApp.get('/', async (_request, reply) => {
    headers = reply.raw.getHeaders()
  })
  await helmetApp.inject('/')
  await helmetApp.close()
  return headers
}

const originsOf = (addresses: readonly string[]): string[] => [
  ...new Set(addresses.map((address) => new URL(address).origin)),
]

type FormOrigins = Record<'script' | 'frame' | 'connect' | 'image' | 'payment', readonly string[]>
const noForm: FormOrigins = { script: [], frame: [], connect: [], image: [], payment: [] }

const paystackOrigins: FormOrigins = {
  ...noForm,
  script: ['https://js.paystack.co'],
  frame: ['https://checkout.paystack.com'],
  payment: ['https://checkout.paystack.com'],
}
/** As Stripe lists them for Stripe.js and its Payment Element, with Google Pay. */
const stripeOrigins: FormOrigins = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
  image: ['https://*.stripe.com'],
  payment: ['https://js.stripe.com', 'https://pay.google.com'],
}

/** What the providers' forms in our pages need. The stand-in's script talks to its own origin and opens no frame. */
function formOrigins({ paystack_form }: Config, stripeForm: PaymentForm | undefined): FormOrigins {
  const origin = stripeForm && new URL(stripeForm.script_url).origin
  const standIn = origin === undefined ? noForm : { ...noForm, script: [origin], connect: [origin] }
  const stripe = origin === stripeOrigins.script[0] ? stripeOrigins : standIn
  const paystack = paystack_form ? paystackOrigins : noForm
  const both = (of: keyof FormOrigins) => [...paystack[of], ...stripe[of]]
  return {
    script: both('script'),
    frame: both('frame'),
    connect: both('connect'),
    image: both('image'),
    payment: both('payment'),
  }
}

function mapOrigins(config: Config): string[] {
  return [
    ...originsOf(Object.values(config.hosted_map ?? {}).filter((address) => URL.canParse(address))),
    ...(config.MAP_ORIGINS?.split(/[\s,]+/).filter(Boolean) ?? []),
  ]
}

/** Origins of the Google and Apple login; none when it is not configured or is simulated from our own origin. */
function loginOrigins(config: Config): { script: string[]; connect: string[]; frame: string[] } {
  const firebase = firebaseOf(config)
  if (firebase === undefined || firebase.simulated) return { script: [], connect: [], frame: [] }
  return {
    script: ['https://apis.google.com'],
    connect: [
      'https://identitytoolkit.googleapis.com',
      'https://securetoken.googleapis.com',
      'https://apis.google.com',
    ],
    // The frame comes from our own origin, except on a local server without HTTPS, which Firebase's library requires.
    frame: config.production ? [] : [`https://${firebase.auth_domain}`],
  }
}
