/* Reloads of a page whose code failed to load, which the page's code and the script in its HTML count together. */

/** Key in the tab's storage; removed once a page is shown. */
export const retriesKey = 'page_retries'
/** Number of automatic reloads (specification). */
export const autoRetries = 2
/** Delay of an automatic reload after the failure (specification). */
export const retryAfter_ms = 500
