/** A reporter for Vitest that writes what each file took into the JSON file named by `TEST_TIMES`. */
import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'
import { type FileTime, kindOf } from './test-times.ts'

export default class TimesReporter implements Reporter {
  readonly #times: FileTime[] = []

  onTestModuleEnd(module: TestModule): void {
    const { prepareDuration, environmentSetupDuration, setupDuration, collectDuration, duration } = module.diagnostic()
    const milliseconds = prepareDuration + environmentSetupDuration + setupDuration + collectDuration + duration
    this.#times.push({
      kind: kindOf(module.project.name),
      file: module.relativeModuleId,
      seconds: milliseconds / 1_000,
    })
  }

  onTestRunEnd(): void {
    const target = process.env['TEST_TIMES']
    if (target !== undefined) writeFileSync(target, JSON.stringify(this.#times))
  }
}
