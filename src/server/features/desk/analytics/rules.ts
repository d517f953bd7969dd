import {
  analyticsFunnels,
  countedDevices,
  type AnalyticsStep,
  type AnalyticsStepCount,
  type CountedDevice,
} from '#contract/desk/analytics.ts'

export interface StepCount {
  step: AnalyticsStep
  device: CountedDevice
  count: number
}

/** How many of the step before, in percent with one decimal; null where nobody took it. */
export const calculatePercent = (count: number, before: number): number | null =>
  before === 0 ? null : Math.round((1_000 * count) / before) / 10

/** The sums of the steps that `shows` names, in their order, each with its share of the one before. */
export function sumSteps(counts: readonly StepCount[], shows: (step: AnalyticsStep) => boolean): AnalyticsStepCount[] {
  return Object.values(analyticsFunnels).flatMap((funnel: readonly AnalyticsStep[]) => {
    let before: number | undefined
    return funnel.filter(shows).map((step) => {
      const own = counts.filter((count) => count.step === step)
      const sum = (of: readonly StepCount[]) => of.reduce((total, { count }) => total + count, 0)
      const devices = Object.fromEntries(
        countedDevices.map((device) => [device, sum(own.filter((candidate) => candidate.device === device))]),
      ) as Record<CountedDevice, number>
      const count = sum(own)
      const percent = before === undefined ? null : calculatePercent(count, before)
      before = count
      return { step, count, percent, devices }
    })
  })
}
