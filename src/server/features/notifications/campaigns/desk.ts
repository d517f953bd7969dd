import { sql } from 'kysely'
import { campaignList } from '#contract/notifications/campaigns.ts'
import type { Language } from '#contract/places/places.ts'
import { audienceZone } from '#server/features/lists/audience-zone.ts'
import { served } from '#server/features/lists/served.ts'
import type { ListSource } from '#server/features/lists/source.ts'
import { hasWords } from '#server/features/lists/words.ts'

const campaignSource = ({ language }: { language: Language }): ListSource<typeof campaignList> => ({
  from: sql`push_campaigns p left join countries c on c.id = p.country_id left join lateral (
    select count(*) filter (where r.state = 'sent') as sent, count(r.clicked_at) as clicked
    from push_campaign_recipients r where r.campaign_id = p.id) t on true`,
  id: sql<string>`p.id`,
  columns: {
    title: language === 'fr' ? sql`p.title_fr` : sql`p.title`,
    send_at: sql`p.send_at`,
    country: sql`c.code`,
    recipients: sql`p.recipients`,
    sent: sql`t.sent::int`,
    clicked: sql`t.clicked::int`,
    timezone: audienceZone(sql`c.code`),
  },
  filters: { country: (code) => sql<boolean>`c.code = ${code}` },
  state: sql<string>`p.status`,
  search: (text) => ({ matches: hasWords([sql`p.title`, sql`p.title_fr`], text) }),
  scope: 'everywhere',
})

export const campaignsDesk = [served(campaignList, campaignSource)]
