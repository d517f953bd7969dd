import { common } from './common.ts'
import { home } from './home.ts'
import { places } from './places.ts'
import { search } from './search.ts'
import { shell } from './shell.ts'
import { content } from './site/content.ts'

/** What the home page says at first, so that it need not wait for the whole; all other pages come with `web.ts`. */
export const first = { common, content, home, places, search, shell }
