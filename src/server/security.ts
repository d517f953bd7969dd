import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'

/** Security headers for every answer. Hosts of a map from elsewhere are named in MAP_ORIGINS. */
export async function useSecurityHeaders(app: FastifyInstance, config: Config): Promise<void> {
  const map = mapOrigins(config)
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        scriptSrc: ["'self'"],
        // Base UI and the map place elements by style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        fontSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...map],
        connectSrc: ["'self'", ...map],
        workerSrc: ["'self'", 'blob:'],
        manifestSrc: ["'self'"],
      },
    },
    // A local server is reached by http; the balancer in front of production says https.
    strictTransportSecurity: config.production,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
  app.addHook('onSend', async (_request, reply) => {
    reply.header('permissions-policy', 'geolocation=(self), camera=(self), microphone=(), payment=()')
  })
}

function mapOrigins({ MAP_STYLE_URL, MAP_ORIGINS }: Config): string[] {
  const style = MAP_STYLE_URL.startsWith('/') ? [] : [new URL(MAP_STYLE_URL).origin]
  return [...style, ...(MAP_ORIGINS?.split(/[\s,]+/).filter(Boolean) ?? [])]
}
