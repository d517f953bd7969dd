import { monitorEventLoopDelay } from 'node:perf_hooks'

/*
 * Loaded into a server by `hostile.ts`: answers with the longest block of its event loop since the last question, in ms: as
 * the clock shows it, and in processor time of the thread, which other load on the machine does not lengthen.
 */

const histogram = monitorEventLoopDelay({ resolution: 1 })
histogram.enable()
let last = process.threadCpuUsage()
let longest_us = 0
function measure(): void {
  const { user, system } = process.threadCpuUsage(last)
  last = process.threadCpuUsage()
  longest_us = Math.max(longest_us, user + system)
}
setInterval(measure, 1).unref()

process.on('message', () => {
  // One turn later, so that the block that has just ended counts.
  setTimeout(() => {
    measure()
    process.send!({ clock_ms: histogram.max / 1_000_000, processor_ms: longest_us / 1_000 })
    histogram.reset()
    longest_us = 0
  }, 5)
})
