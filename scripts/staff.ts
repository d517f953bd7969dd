/** `npm run staff -- EMAIL ROLE`: sets the role of an account. */
import { runRoleCommand } from '#server/features/accounts/role-command.ts'

const result = await runRoleCommand(process.argv.slice(2), process.env)
if (result.exit_code === 0) console.info(result.output)
else console.error(result.error)
process.exitCode = result.exit_code
