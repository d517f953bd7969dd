/** Seeds the database that every server of a browser test run starts from: `node scripts/fill-journeys.ts FOLDER`. */
import { seedDatabase } from '#test/e2e/kit/seed.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('node scripts/fill-journeys.ts FOLDER')
await seedDatabase(folder)
