import packageJson from '../../package.json' with { type: 'json' }

/** The version of this release (`CHANGELOG.md`). */
export const version: string = packageJson.version
