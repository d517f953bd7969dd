import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'
import { pattern } from '#test/e2e/kit/catalogue.ts'
import { buildFormWorld, forms, type FormCase, type FormWorld, type Step } from '#test/kits/form-walk.ts'
import { base, openPage } from '#test/kits/pages/page-kit.tsx'
import { inTurn } from '#test/kits/rounds.ts'
import { errorMark } from './Field.tsx'

/*
 * What forms say that are submitted without anything in them, a quarter of all in each run. That the first wrong field is in view, and the button
 * near, needs a browser: test/e2e/empty-forms.spec.ts.
 */

let world: FormWorld
beforeAll(async () => {
  world = await buildFormWorld(base)
})

const all = Object.entries(forms)
test.each(inTurn(all, Math.ceil(all.length / 4))())(
  '%s',
  async (_name, { form: component, path, by, country, steps = [], first }) => {
    const address = typeof path === 'string' ? path : path(world)
    const user = await openPage(address, {
      ...(by !== undefined && { token: world[by].token }),
      country: country ?? 'CA',
    })
    for (const step of typeof steps === 'function' ? steps(world) : steps) await take(user, step)
    const form = await findForm(first)
    expect(nameComponent(form)).toBe(component.split(' ')[1])
    await clear(user, form)
    await user.click(buttonOf(form)!)
    await waitFor(() => {
      const shown = [...form.querySelectorAll<HTMLElement>(`[${errorMark}]`)]
      expect(shown.length).toBeGreaterThan(0)
      for (const error of shown) {
        expect(error.textContent, error.id).not.toBe('')
        const field = form.querySelector(`[aria-describedby~="${error.id}"]`)
        expect(field?.getAttribute('aria-invalid'), `${error.textContent} ${error.id}`).toBe('true')
      }
      expect((document.activeElement as HTMLInputElement).name).toBe(first)
    })
  },
)

async function take(user: UserEvent, step: Step): Promise<void> {
  if ('press' in step) {
    const name = typeof step.press === 'string' ? new RegExp(`^${pattern(step.press).source}`) : step.press
    const button = await waitFor(() => {
      const found = [
        ...screen.queryAllByRole('button', { name }),
        ...screen.queryAllByRole('radio', { name }),
        ...[...document.querySelectorAll('summary')].filter(({ textContent }) => name.test(textContent)),
      ]
      expect(found.length, String(name)).toBeGreaterThan(0)
      expect(found[0]!.getAttribute('aria-disabled')).toBeNull()
      return found[0]!
    })
    await user.click(button)
  } else if ('type' in step) await user.type((await screen.findAllByLabelText(labelled(step.type)))[0]!, step.text)
  else await user.click((await screen.findAllByRole('checkbox', { name: labelled(step.check) }))[0]!)
}

/** A label that begins so; links in it stand between tags. */
const labelled = (label: string) => new RegExp(`^${pattern(label.replaceAll(/<[^>]*>/g, '')).source}`)

/** The form with a field, once it can be sent. */
const findForm = (field: FormCase['first']): Promise<HTMLFormElement> =>
  waitFor(() => {
    const form = [...document.forms].find((candidate) => candidate.querySelector(`[name="${field}"]`) !== null)
    expect(form && buttonOf(form)?.getAttribute('aria-disabled'), field).toBeNull()
    return form!
  })

interface Fiber {
  type: unknown
  return: Fiber | null
  _debugOwner?: { type?: { name?: string } }
}

/**
 * The name of the component that renders a form, which React keeps while it is developed with. It is found from a part of the
 * form, because this DOM hides what is stored at forms and selects.
 */
function nameComponent(form: HTMLFormElement): string | undefined {
  const isFiber = (name: string) => name.startsWith('__reactFiber$')
  const part = [...form.querySelectorAll('input, label, legend, p')].find((field) => Object.keys(field).some(isFiber))!
  const key = Object.keys(part).find(isFiber)!
  let fiber = (part as unknown as Record<string, Fiber | null>)[key] ?? null
  while (fiber !== null && fiber.type !== 'form') fiber = fiber.return
  return fiber?._debugOwner?.type?.name
}

const buttonOf = (form: HTMLFormElement) =>
  form.querySelector<HTMLButtonElement>('button[type=submit]') ??
  document.querySelector<HTMLButtonElement>(`button[form="${form.id}"]`)

/** Empties what is filled in. */
async function clear(user: UserEvent, form: HTMLFormElement): Promise<void> {
  const typed = 'input:not([type=radio], [type=checkbox], [type=hidden], [type=file]), textarea'
  for (const field of form.querySelectorAll<HTMLInputElement>(typed))
    if (field.value !== '' && !field.disabled && !field.readOnly) await user.clear(field)
}
