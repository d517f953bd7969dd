/** Fills the database that all products of a run of the journeys begin with: `node scripts/fill-journeys.ts FOLDER`. */
import { seedDatabase } from '#test/e2e/seed.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('node scripts/fill-journeys.ts FOLDER')
await seedDatabase(folder)
