export const park = {} as const
