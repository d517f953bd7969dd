import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { joinWords, pickForLists, pickRest } from '#i18n/desk-parts.ts'
import { desk as en } from '#i18n/en/desk.ts'
import { desk as fr } from '#i18n/fr/desk.ts'

/** The files of the web that come with this one, because one imports the next without waiting. */
function collectImports(file: string, found: Set<string> = new Set()): Set<string> {
  if (found.has(file) || !existsSync(file)) return found
  found.add(file)
  for (const [, specifier] of readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?!type )[^;]*?from '([^']+)'/gm))
    if (specifier!.startsWith('.')) collectImports(normalize(join(dirname(file), specifier!)), found)
    else if (specifier!.startsWith('#web/')) collectImports(`src/${specifier!.slice(1)}`, found)
  return found
}

test.each([
  'desk/DeskPage.tsx',
  'desk/DemoDesk.tsx',
  'desk/Palette.tsx',
  'lists/ReauthDialog.tsx',
  'desk/ShortcutList.tsx',
  'lists/list/ViewDialogs.tsx',
])('%s, which lists may show, uses no sentence that lists do without', (file) => {
  const files = [...collectImports(`src/web/features/${file}`)]
  expect(files.length).toBeGreaterThan(1)
  const areas = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/['"`]desk\.(\w+)/g)].map(([, area]) => `${file}: ${area}`),
  )
  const isLate = (area: string) => area in pickRest(en) && !(area in pickForLists(en))
  expect(areas.filter((area) => isLate(area.split(': ')[1]!))).toEqual([])
  const words = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/['"`]desk\.words\.(\w+)/g)].map(([, words]) => words!),
  )
  expect(words.filter((name) => name in (pickRest(en)['words'] as object))).toEqual([])
})

test('the sentences of lists and the rest are the sentences of the desk', () => {
  for (const desk of [en, fr]) expect(joinWords(pickForLists(desk), pickRest(desk))).toEqual(desk)
})
