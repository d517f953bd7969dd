import { sql } from 'kysely'
import { pagePath } from '#contract/pages.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import type { Deps } from '#server/deps.ts'
import { whileAny, type Due } from '#server/jobs.ts'
import { accountLocale } from '#server/output/translate.ts'
import { type NotificationTopic, type Params, describeNotification } from '../notifications.ts'
import type { PushMessage } from './send.ts'
import { findSubscriptions, pushTo } from './subscriptions.ts'

interface Message {
  user_id: string
  topic: NotificationTopic
  params: Params
  created_at: Date
  country_code: CountryCode
}

const batchSize = 100
/** After four hours, news of an order is of no use to a phone that was off. */
const useful_s = 4 * 3_600

/**
 * Sends what is waiting to the browsers of its readers, in the order in which it happened. Rows are deleted before they are
 * sent: several processes send each once, and one that is killed meanwhile loses what mails and the account's list have too. Returns their number.
 */
export async function sendPushMessages(deps: Deps): Promise<number> {
  for (let count = 0; ;) {
    const messages = await claimMessages(deps)
    if (messages.length > 0) await sendMessages(deps, messages)
    count += messages.length
    if (messages.length < batchSize) return count
  }
}

export const messagesDue: Due = (_deps, now) => whileAny(sql`select from push_messages`, now)

async function claimMessages({ db }: Deps): Promise<Message[]> {
  const { rows } = await sql<Message & { id: string }>`
    with claimed as (
      delete from push_messages where id in (
        select id from push_messages order by created_at, id limit ${batchSize} for update skip locked)
      returning id, user_id, topic, params, created_at)
    select m.*, c.code as country_code from claimed m join users u on u.id = m.user_id join countries c on c.id = u.country_id
    order by m.created_at, m.id`.execute(db)
  return rows
}

async function sendMessages(deps: Deps, messages: readonly Message[]): Promise<void> {
  const browsers = await findSubscriptions(
    deps,
    messages.map(({ user_id }) => user_id),
  )
  await Promise.all(
    browsers.map(async (browser) => {
      for (const message of messages) {
        const left_s = useful_s - Math.floor((deps.clock().getTime() - message.created_at.getTime()) / 1_000)
        if (message.user_id === browser.user_id && left_s > 0)
          await pushTo(deps, browser, writeMessage(message, browser.language), left_s)
      }
    }),
  )
}

function writeMessage({ topic, params, country_code }: Message, language: Language): PushMessage {
  const { title, text } = describeNotification(topic, params, accountLocale(language, country_code))
  const order = pagePath('order', { order: params.number })
  const isOfCourier = topic.startsWith('delivery_')
  return {
    title,
    body: text,
    url: isOfCourier
      ? pagePath('courier')
      : topic === 'pay_link' || topic === 'substitute_offered'
        ? `${order}/pay`
        : order,
    tag: `${isOfCourier ? 'delivery' : 'order'}-${params.number}`,
  }
}
