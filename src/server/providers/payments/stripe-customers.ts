import type Stripe from 'stripe'
import * as z from 'zod/mini'
import type { CustomerDesk } from './provider.ts'
import { inOurWords, providerError } from './stripe-objects.ts'
import { understood } from './wire.ts'

const Customer = z.object({ id: z.string().check(z.startsWith('cus_')) })
const CustomerSession = z.object({ client_secret: z.string() })

/** Customers at Stripe. They carry our account's id and no name or address. */
export const createCustomers = (stripe: () => Stripe): CustomerDesk => ({
  async create(user_id) {
    const made = stripe().customers.create({ metadata: { user: user_id } }, { idempotencyKey: `customer-${user_id}` })
    return understood('stripe', Customer, await inOurWords(made)).id
  },

  // The payer decides in the form whether a card is saved, sees the saved ones, and can remove them.
  async startSession(customer) {
    const started = stripe().customerSessions.create({
      customer,
      components: {
        payment_element: {
          enabled: true,
          features: {
            payment_method_redisplay: 'enabled',
            payment_method_save: 'enabled',
            payment_method_save_usage: 'on_session',
            payment_method_remove: 'enabled',
          },
        },
      },
    })
    return understood('stripe', CustomerSession, await inOurWords(started)).client_secret
  },

  async remove(customer_id) {
    try {
      await stripe().customers.del(customer_id)
    } catch (error) {
      const problem = providerError(error)
      if (problem.code !== 'resource_missing') throw problem
    }
  },
})
