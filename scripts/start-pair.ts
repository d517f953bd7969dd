/** Starts what runs in production, on free ports of this machine, until Ctrl-C. `ops/ha/start`. */
import { once } from 'node:events'
import { startPair } from './trial/pair.ts'

const { cluster, production, servers, close } = await startPair()
console.info(`${cluster.versions}; the leader is ${(await cluster.findLeader()).name}`)
for (const { name, host, port, restapi_port } of cluster.members)
  console.info(`${name} is at ${host}:${port}, its Patroni at http://${host}:${restapi_port}/cluster`)
console.info(
  `The servers are at ${servers.map(({ address }) => address).join(' and ')}, the site at ${production.base}`,
)
console.info(`What they write is in ${cluster.folder}. Ctrl-C ends everything.`)
await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
await close()
