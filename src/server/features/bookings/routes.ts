import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'

export function bookingsRoutes(_app: FastifyInstance, _deps: Deps): void {}
