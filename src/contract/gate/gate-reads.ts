import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Uuid, line } from '#contract/fields.ts'

/* Number plate cameras at the gate: what they send, and their keys in the desk (decision 49). */

/** Whose format a camera sends. */
export const cameraSources = ['plate_recognizer', 'rekor', 'verkada', 'axis', '2n', 'hikvision'] as const
export type CameraSource = (typeof cameraSources)[number]

export const cameraDirections = ['in', 'out', 'both'] as const

/** Why the gate stays closed, or why a read that opens it changes nothing. */
export const readReasons = ['unreadable', 'unknown', 'ambiguous', 'early', 'expired', 'no_list'] as const
export type ReadReason = (typeof readReasons)[number]

/** How a plate was matched: as read, by another reading that the camera offers, or but for one look-alike letter. */
export const plateMatches = ['plate', 'candidate', 'similar'] as const

export const sendGateReads = endpoint({
  name: 'sendGateReads',
  method: 'POST',
  path: '/api/v1/gate/reads',
  summary:
    'Takes what a number plate camera read, in the format of its maker (JSON, XML or multipart), and says whether to open. The camera’s key is the bearer token, the password of basic authorization, or `key` in the address',
  tag: 'guard',
  auth: 'none',
  in_read_only: true,
  status: 200,
  query: z.strictObject({ key: z.optional(line(1, 100)) }),
  answer: z.object({
    /** Whether one of the cars may pass. */
    open: z.boolean(),
    reads: z.array(
      z.object({
        read_id: z.string(),
        plate: z.string(),
        direction: z.enum(['in', 'out', 'unknown']),
        open: z.boolean(),
        reason: z.nullable(z.enum(readReasons)),
      }),
    ),
  }),
})

export const ParkCameras = z.object({
  /** Newest first. */
  items: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      source: z.enum(cameraSources),
      direction: z.enum(cameraDirections),
      created_at: z.string(),
      last_seen_at: z.nullable(z.string()),
      revoked_at: z.nullable(z.string()),
    }),
  ),
  /** The last reads at the car park, newest first. */
  reads: z.array(
    z.object({
      id: z.string(),
      camera: z.string(),
      at: z.string(),
      plate: z.string(),
      open: z.boolean(),
      reason: z.nullable(z.enum(readReasons)),
      matched_by: z.nullable(z.enum(plateMatches)),
      booking_code: z.nullable(z.string()),
    }),
  ),
})
export type ParkCameras = z.infer<typeof ParkCameras>

const cameras = { tag: 'desk', status: 200, params: z.strictObject({ id: Uuid }), answer: ParkCameras } as const

export const listCameras = endpoint({
  ...cameras,
  name: 'listCameras',
  method: 'GET',
  path: '/api/v1/admin/parks/{id}/cameras',
  summary: 'Lists the number plate cameras of a car park, and what they read last',
  auth: 'guards.view',
})

export const addCamera = endpoint({
  ...cameras,
  name: 'addCamera',
  method: 'POST',
  path: '/api/v1/admin/parks/{id}/cameras',
  summary: 'Adds a number plate camera to a car park; its key is returned this once',
  auth: 'guards.update',
  status: 201,
  body: z.strictObject({ name: line(1, 60), source: z.enum(cameraSources), direction: z.enum(cameraDirections) }),
  answer: z.object({ key: z.string(), cameras: ParkCameras }),
})

export const revokeCamera = endpoint({
  ...cameras,
  name: 'revokeCamera',
  method: 'POST',
  path: '/api/v1/admin/parks/{id}/cameras/{camera_id}/revoke',
  summary: 'Revokes the key of a camera: its reads are refused from then on',
  auth: 'guards.update',
  params: z.strictObject({ id: Uuid, camera_id: Uuid }),
})
