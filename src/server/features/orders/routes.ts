import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { messagesRoutes } from './messages/routes.ts'
import { phoneOrdersRoutes } from './phone/routes.ts'
import { problemsRoutes } from './problems/routes.ts'
import { staffOrdersRoutes } from './staff/routes.ts'

export function ordersRoutes(app: FastifyInstance, deps: Deps): void {
  staffOrdersRoutes(app, deps)
  phoneOrdersRoutes(app, deps)
  problemsRoutes(app, deps)
  messagesRoutes(app, deps)
}
