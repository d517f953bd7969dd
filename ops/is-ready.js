// The health check of a container: ends with 0 while the server should get requests.
const answer = await fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/health/ready`).catch(() => undefined)
process.exitCode = answer?.ok ? 0 : 1
