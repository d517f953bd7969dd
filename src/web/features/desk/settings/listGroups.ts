/** The groups of settings that are lists of records, with screens of their own in the menu. */
export const listGroups = ['currencies', 'taxes'] as const

export const isListGroup = (id: string): boolean => (listGroups as readonly string[]).includes(id)
