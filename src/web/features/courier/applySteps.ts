import type { CourierDay, CourierStep, CourierTask } from '#contract/deliveries/courier.ts'

/** A delivery as the courier sees it: with what was done here and is not sent yet. */
export interface ShownTask extends CourierTask {
  /** Whether steps of it wait to be sent. */
  isWaiting: boolean
}

export interface ShownDay extends Omit<CourierDay, 'mine'> {
  mine: ShownTask[]
}

/** Returns a day as it is once the steps that wait are sent, in their order. */
export function applySteps(day: CourierDay, steps: readonly CourierStep[]): ShownDay {
  const shown: ShownDay = { ...day, mine: day.mine.map((task) => ({ ...task, isWaiting: false })) }
  for (const step of steps) applyStep(shown, step)
  return shown
}

function applyStep(day: ShownDay, { kind, delivery_id, at }: CourierStep): void {
  const index = day.mine.findIndex(({ id }) => id === delivery_id)
  const task = day.mine[index]
  if (task === undefined) return
  if (kind === 'handed_over' || kind === 'brought_back') {
    const { id, order_number, token, timezone, area, branch } = task
    day.mine = day.mine.filter((other) => other !== task)
    day.done = [
      { id, order_number, token, branch: branch.name, timezone, state: kind, ended_at: at, area },
      ...day.done,
    ]
    return
  }
  const changed: Partial<CourierTask> =
    kind === 'at_branch'
      ? { at_branch_at: at }
      : kind === 'arrived'
        ? { arrived_at: at }
        : { state: 'picked_up', picked_up_at: at }
  day.mine = day.mine.with(index, { ...task, ...changed, isWaiting: true })
}
