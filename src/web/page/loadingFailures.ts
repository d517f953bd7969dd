const loadingErrorPatterns = [
  /dynamically imported module/i,
  /importing a module script failed/i,
  /unable to preload css/i,
  /loading (css )?chunk/i,
  /failed to load module script/i,
]

/** Whether code or styles failed to load. Some browsers cache the failure, so that only a reload helps. */
export function isLoadingFailure(error: unknown): boolean {
  return (
    error instanceof Error &&
    (error.name === 'ChunkLoadError' || loadingErrorPatterns.some((sign) => sign.test(error.message)))
  )
}
