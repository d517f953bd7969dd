import { builtinEnvironments, type Environment } from 'vitest/runtime'

/** happy-dom, with modules transformed as for Node, because tests also start servers. */
const environment: Environment = { ...builtinEnvironments['happy-dom'], name: 'page', viteEnvironment: 'ssr' }
export default environment
