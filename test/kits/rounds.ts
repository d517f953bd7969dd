/** How many times the usual number of generated cases are tried: 1, or what `TEST_ROUNDS` says, as each night. */
export const rounds = Number(process.env['TEST_ROUNDS'] ?? 1)
