import { ConfigError } from '#server/config.ts'

const first = 3

/**
 * The descriptor of the socket that systemd passes to a service with a socket unit (sd_listen_fds(3)), undefined without
 * one. It belongs to this process alone: those that it starts do not see the variables. Throws ConfigError where there are
 * several: connections to the others would wait for ever.
 */
export function takeSocket(environment: Record<string, string | undefined>): number | undefined {
  const { LISTEN_PID: pid, LISTEN_FDS: count } = environment
  for (const name of ['LISTEN_PID', 'LISTEN_FDS', 'LISTEN_FDNAMES']) delete environment[name]
  if (pid !== String(process.pid) || !(Number(count) >= 1)) return undefined
  if (Number(count) > 1)
    throw new ConfigError(
      `LISTEN_FDS: the socket unit has ${count} addresses, and a server serves one. Leave one ListenStream= in it`,
    )
  return first
}
