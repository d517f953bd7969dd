import { areaOf } from '#contract/lists/list-facts.ts'
import type { DeskScreen } from '#contract/lists/screens.ts'
import { setSingleKeys, useSingleKeys } from '#web/features/lists/shortcutSetting.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'

/** The list of the shortcuts, where they can be turned off. */
export function ShortcutList({ screens, onClose }: { screens: readonly DeskScreen[]; onClose: () => void }) {
  const { t, translateKey } = useDeskWords()
  const isOn = useSingleKeys()
  const rows: [string, string][] = [
    ['Ctrl K', t('desk.shortcuts.palette')],
    ['/', t('desk.shortcuts.search')],
    ['j  k  ↓  ↑', t('desk.shortcuts.move')],
    ['Enter', t('desk.shortcuts.open')],
    ['x  Shift X', t('desk.shortcuts.select')],
    ['[  ]', t('desk.shortcuts.pages')],
    ['n', t('desk.shortcuts.create')],
    ['e', t('desk.shortcuts.edit')],
    ['Ctrl S', t('desk.shortcuts.save')],
    ['Esc', t('desk.shortcuts.close')],
    ...screens.flatMap(({ name, letter }): [string, string][] =>
      letter === undefined
        ? []
        : [[`g ${letter}`, t('desk.shortcuts.go', { name: translateKey(`desk.lists.${areaOf(name)}.title`) })]],
    ),
    ...(screens.some(({ name }) => name === 'documents')
      ? [['q', t('desk.shortcuts.queue')] satisfies [string, string]]
      : []),
    ['?', t('desk.shortcuts.help')],
  ]
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('desk.shortcuts.title')}
      closeLabel={t('desk.close')}
      footer={
        <Button variant="outline" size="md" onClick={() => setSingleKeys(!isOn)}>
          {t(isOn ? 'desk.shortcuts.off' : 'desk.shortcuts.on')}
        </Button>
      }
    >
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-2">
        {rows.map(([keys, label]) => (
          <div key={keys} className="contents">
            <dt>
              <kbd className="rounded border border-line px-1.5 py-0.5 text-sm whitespace-pre">{keys}</kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
