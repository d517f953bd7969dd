/** One route: our components find their page by the address themselves. */
export default [{ path: '*', file: 'page.tsx' }]
