import openapiTS, { astToString } from 'openapi-typescript'

/** The TypeScript source of an API's types, from its OpenAPI description as JSON. */
export const generateTypes = async (description: string): Promise<string> => astToString(await openapiTS(description))
