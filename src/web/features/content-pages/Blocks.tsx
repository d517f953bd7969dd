import { Download } from 'lucide-react'
import type { ComponentType } from 'react'
import type { ContentBlock, ContentItem, ContentSlot } from '#contract/content/content.ts'
import type { LeadKind } from '#contract/leads/leads.ts'
import { settings } from '#contract/settings/settings.ts'
import { Earnings } from '#web/features/calculators/Earnings.tsx'
import { ChargersMap } from '#web/features/chargers/ChargersMap.tsx'
import { Cards, Figures, Questions, Steps } from '#web/features/content/Groups.tsx'
import { hasTable } from '#web/features/content/hasTable.ts'
import { Html } from '#web/features/content/Html.tsx'
import { Picture } from '#web/features/content/Picture.tsx'
import { DocumentsSlot } from '#web/features/documents/DocumentsSlot.tsx'
import { LeadForm } from '#web/features/leads/LeadForm.tsx'
import { useInstall } from '#web/page/installPrompt.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Services } from './Services.tsx'

interface BlocksProps {
  blocks: readonly ContentBlock[]
  items: readonly ContentItem[]
}

export function Blocks({ blocks, items }: BlocksProps) {
  return (
    <div className="@container grid grid-cols-1 gap-6">
      {blocks.map((block, index) => (
        <Block key={index} block={block} items={items} />
      ))}
    </div>
  )
}

const groups = { steps: Steps, cards: Cards, figures: Figures, questions: Questions }

function Block({ block, items }: { block: ContentBlock; items: BlocksProps['items'] }) {
  if ('items' in block) {
    const Group = groups[block.kind]
    return <Group items={block.items} />
  }
  switch (block.kind) {
    case 'slot': {
      const Slot = slots[block.name]
      return <Slot options={block.options} items={items} />
    }
    case 'picture':
      return (
        <div className="grid items-center gap-x-14 gap-y-5 lg:grid-cols-2">
          <Picture name={block.name} tile className="lg:order-2" />
          <Html html={block.html} className="max-w-prose" />
        </div>
      )
    case 'call':
      return (
        <div className="bay-hero rounded-2xl px-5 py-8 on-night sm:px-9 lg:py-11">
          <Html html={block.html} className="prose-night prose-call max-w-2xl" />
        </div>
      )
    default:
      return (
        <Html
          html={block.html}
          className={cx(
            hasTable(block.html) ? 'prose-wide max-w-5xl' : 'max-w-3xl',
            block.kind === 'note' && 'rounded-lg border-l-4 border-kerb bg-sunk px-4 py-3.5 sm:px-5',
          )}
        />
      )
  }
}

interface SlotProps {
  /** The text after the slot's name: `kind=demo`. */
  options: Readonly<Record<string, string>>
  /** Pages below this one. */
  items: readonly ContentItem[]
}

/** Interactive parts of content pages, placed by `::: slot NAME` in the text. */
const slots: Readonly<Record<ContentSlot, ComponentType<SlotProps>>> = {
  lead: ({ options }) => <LeadForm kind={options['kind'] as LeadKind} />,
  services: Services,
  earnings: ({ options }) => <Earnings kind={options['kind'] as 'space' | 'charger'} />,
  chargers: ChargersMap,
  install: InstallApp,
  documents: DocumentsSlot,
}

/** The ways to install the app that this browser and the settings have; nothing if they have none. */
function InstallApp() {
  const { t } = useTranslation()
  const install = useInstall()
  const { ios, android } = settings().app
  if (install === undefined && ios === null && android === null) return null
  return (
    <p className="flex flex-wrap gap-2.5">
      {install && (
        <Button onClick={install}>
          <Download aria-hidden="true" className="size-5" />
          {t('content_pages.install', { brand: settings().company.name })}
        </Button>
      )}
      {ios && (
        <ButtonLink href={ios} variant="outline">
          {t('shell.footer.app_store')}
        </ButtonLink>
      )}
      {android && (
        <ButtonLink href={android} variant="outline">
          {t('shell.footer.google_play')}
        </ButtonLink>
      )}
    </p>
  )
}
