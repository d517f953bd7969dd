import { startCluster, type Cluster } from './cluster.ts'
import { startProduction, type Production } from './production.ts'
import { launchServer, type RunningServer, startBalancer, waitForServer } from './servers.ts'

/** Two servers behind a balancer, on three databases behind another one. */
export interface Pair {
  cluster: Cluster
  production: Production
  /** In their order; one that was killed is replaced. */
  servers: RunningServer[]
  restartBalancer: () => void
  /** Kills a server and starts it again on its port. */
  replaceServer: (at: number) => Promise<void>
  close: () => Promise<void>
}

export async function startPair(): Promise<Pair> {
  const cluster = await startCluster()
  try {
    const production = await startProduction({ database_url: cluster.url })
    const settings = { RATE_LIMITS: 'off', TRUST_PROXY: '1', OVERLOAD_MS: '0' }
    const close = async () => {
      await production.close()
      cluster.close()
    }
    try {
      const servers: RunningServer[] = []
      for (let n = 0; n < 2; n += 1) {
        servers.push(await launchServer(production, settings))
        await waitForServer(servers[n]!)
      }
      const { restart } = startBalancer(production, servers, production.port)
      const replaceServer = async (at: number) => {
        await servers[at]!.stop('SIGKILL')
        servers[at] = await launchServer(production, settings, servers[at]!.port)
        await waitForServer(servers[at])
      }
      return { cluster, production, servers, restartBalancer: restart, replaceServer, close }
    } catch (error) {
      await close()
      throw error
    }
  } catch (error) {
    cluster.close()
    throw error
  }
}
