import { common } from './common.ts'
import { content } from './content.ts'
import { home } from './home.ts'
import { places } from './places.ts'
import { search } from './search.ts'
import { shell } from './shell.ts'

/** What the home page says at first, so that it need not wait for the whole; all other pages come with `web.ts`. */
export const first = { common, content, home, places, search, shell }
