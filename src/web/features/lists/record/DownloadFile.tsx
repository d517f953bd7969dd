import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { CallError } from '#web/api/call.ts'
import { download } from '#web/api/download.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { useReauth } from '../Reauth.tsx'

interface DownloadFileProps {
  call: Parameters<typeof download>[0]
  id: string
  /** The name under which it is saved. */
  name: string
  text: string
  label: string
}

/** A file of a record: what it is, and the button that saves it. */
export function DownloadFile({ call, id, name, text, label }: DownloadFileProps) {
  const { t } = useTranslation()
  const { attempt, dialog } = useReauth()
  const [failure, setFailure] = useState<string>()
  const save = async () => {
    setFailure(undefined)
    try {
      await attempt(() => download(call, { id }, name))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.code === 'reauth_required') return
      setFailure(describeFailure(t, error))
    }
  }
  return (
    <div className="grid justify-items-start gap-3">
      <p className="max-w-prose text-ink-2">{text}</p>
      <Button size="md" onClick={save}>
        <FileDown aria-hidden="true" className="size-4.5" />
        {label}
      </Button>
      {failure !== undefined && (
        <p role="alert" className="font-semibold text-bad">
          {failure}
        </p>
      )}
      {dialog}
    </div>
  )
}
