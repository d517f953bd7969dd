import { useQuery } from '@tanstack/react-query'
import { Bookmark } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '#web/api/call.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { lazyDialog } from '#web/page/lazyPart.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { ToolMenu } from '../ToolMenu.tsx'
import { useDeskWords } from '../words.ts'

const SaveDialog = lazyDialog(async () => (await import('./ViewDialogs.tsx')).SaveDialog)
const ManageDialog = lazyDialog(async () => (await import('./ViewDialogs.tsx')).ManageDialog)

/** A list as it was saved: opened, saved, shared and deleted. */
export function SavedViews({ list }: { list: string }) {
  const { t } = useDeskWords()
  const navigate = useNavigate()
  const { data: profile } = useProfile()
  const [dialog, setDialog] = useState<'save' | 'manage'>()
  const may = profile?.permissions.includes('views.save') === true
  const { data } = useQuery({
    queryKey: ['desk', 'views', list],
    queryFn: ({ signal }) => call('GET /api/v1/admin/views', { query: { list }, signal }),
    enabled: may,
  })
  if (!may) return null
  const views = data?.items ?? []
  const close = () => setDialog(undefined)
  return (
    <>
      <ToolMenu
        trigger={
          <Button variant="outline" size="md">
            <Bookmark aria-hidden="true" className="size-4.5" />
            {t('desk.views.title')}
          </Button>
        }
        groups={[
          ...(views.length === 0
            ? []
            : [
                {
                  entries: views.map(({ name, query }) => ({
                    label: name,
                    onSelect: () => void navigate(`${paths.desk(list)}${query === '' ? '' : `?${query}`}`),
                  })),
                },
              ]),
          {
            entries: [
              { label: t('desk.views.save'), onSelect: () => setDialog('save') },
              ...(views.some(({ is_own }) => is_own)
                ? [{ label: t('desk.views.manage'), onSelect: () => setDialog('manage') }]
                : []),
            ],
          },
        ]}
      />
      <Suspense>
        {dialog === 'save' && <SaveDialog list={list} onClose={close} />}
        {dialog === 'manage' && <ManageDialog list={list} views={views} onClose={close} />}
      </Suspense>
    </>
  )
}
