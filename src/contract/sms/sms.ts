import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'

const received = z.object({ received: z.literal(true) })

export const receiveTwilioReport = endpoint({
  name: 'receiveTwilioReport',
  method: 'POST',
  path: '/api/v1/webhooks/twilio',
  summary: 'Receives what became of a text message from Twilio; verifies its signature',
  tag: 'webhooks',
  auth: 'none',
  status: 200,
  answer: received,
})

/** Africa's Talking signs nothing: the address holds a secret. */
export const receiveAfricasTalkingReport = endpoint({
  name: 'receiveAfricasTalkingReport',
  method: 'POST',
  path: '/api/v1/webhooks/africastalking/{token}',
  summary: "Receives what became of a text message from Africa's Talking; the address holds our secret",
  tag: 'webhooks',
  auth: 'none',
  status: 200,
  params: z.strictObject({ token: z.string().check(z.maxLength(200)) }),
  answer: received,
})

/** Twilio sends the replies to our messages here, where the number's settings name the address; `STOP` ends them. */
export const receiveTwilioReply = endpoint({
  name: 'receiveTwilioReply',
  method: 'POST',
  path: '/api/v1/webhooks/twilio/replies',
  summary: 'Receives a reply to a text message from Twilio; verifies its signature',
  tag: 'webhooks',
  auth: 'none',
  status: 204,
})

export const receiveAfricasTalkingReply = endpoint({
  name: 'receiveAfricasTalkingReply',
  method: 'POST',
  path: '/api/v1/webhooks/africastalking/{token}/replies',
  summary:
    "Receives a reply to a text message, or that somebody opted out, from Africa's Talking; the address holds our secret",
  tag: 'webhooks',
  auth: 'none',
  status: 204,
  params: z.strictObject({ token: z.string().check(z.maxLength(200)) }),
})
