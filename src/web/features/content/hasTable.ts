/** Whether there is a table in a text: it may be wider than its words. */
export const hasTable = (html: string): boolean => html.includes('class="prose-table"')
