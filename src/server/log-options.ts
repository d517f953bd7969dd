/** Fields of database errors that quote rows and parameters: personal data, chassis and engine numbers are in no log. */
const quoted = ['detail', 'where', 'query', 'params', 'parameters', 'internalQuery', 'hint']

/** What every log leaves out. */
export const logOptions = {
  redact: { paths: quoted.map((name) => `err.${name}`), censor: '•••' },
} as const
