import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AnnouncementPlace, OwnAnnouncement } from '#contract/content/own-announcements.ts'
import { minute_ms } from '#contract/time.ts'
import { call } from '#web/api/call.ts'
import { storeAnswer } from '#web/api/storeAnswer.ts'
import { useTranslation } from '#web/page/translation.ts'
import { AnnouncementBar } from '#web/ui/AnnouncementBar.tsx'

/** How often the desk and the guards' app ask for new ones. */
const refresh_ms = 5 * minute_ms
/** So many stand above a screen; the others follow once one is dismissed. */
const most = 3

interface OwnAnnouncementsProps {
  place: AnnouncementPlace
  label: string
  closeLabel: string
}

/** What is announced to staff and partners in the desk, or to guards in their app. What a person dismisses is gone on all their devices. */
export function OwnAnnouncements({ place, label, closeLabel }: OwnAnnouncementsProps) {
  const { language } = useTranslation()
  const client = useQueryClient()
  const queryKey = ['own_announcements', place]
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call('GET /api/v1/announcements', { query: { place }, signal }),
    refetchInterval: refresh_ms,
    staleTime: refresh_ms,
  })
  const dismiss = useMutation({
    mutationFn: ({ id, version }: OwnAnnouncement) =>
      call('POST /api/v1/announcements/{id}/dismiss', { params: { id }, body: { version } }),
    onMutate: ({ id }) =>
      storeAnswer<typeof data>(client, queryKey, (shown) =>
        shown === undefined ? shown : { items: shown.items.filter((each) => each.id !== id) },
      ),
    // One that could not be dismissed comes back.
    onError: () => client.invalidateQueries({ queryKey }),
  })
  if (data === undefined || data.items.length === 0) return null
  return (
    <section aria-label={label}>
      {data.items.slice(0, most).map((announcement) => (
        <AnnouncementBar
          key={announcement.id}
          severity={announcement.severity}
          link={announcement.link}
          closeLabel={closeLabel}
          onClose={() => dismiss.mutate(announcement)}
        >
          {language === 'fr' ? announcement.text_fr : announcement.text_en}
        </AnnouncementBar>
      ))}
    </section>
  )
}
