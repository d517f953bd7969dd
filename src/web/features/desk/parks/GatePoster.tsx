import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { download } from '#web/api/download.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'

/** The poster with the code that drivers scan at the gate. */
export function GatePoster({ id, park_code }: { id: string; park_code: string }) {
  const { t } = useDeskWords()
  const save = useMutation({
    mutationFn: () => download('GET /api/v1/admin/parks/{id}/gate-poster.pdf', { id }, `${park_code}.pdf`),
  })
  return (
    <Card as="section" padding="lg" className="grid justify-items-start gap-3">
      <h2 className="text-lg">{t('desk.parks.gate.title')}</h2>
      <p className="max-w-prose text-ink-2">{t('desk.parks.gate.text')}</p>
      <Button variant="outline" size="md" busy={save.isPending} onClick={() => save.mutate()}>
        <Download aria-hidden="true" className="size-5" />
        {t('desk.parks.gate.download')}
      </Button>
      {save.isError && <Notice tone="error">{t('desk.parks.gate.failed')}</Notice>}
    </Card>
  )
}
