/** Whether the HTML contains a table, which may need more width than prose. */
export const hasTable = (html: string): boolean => html.includes('class="prose-table"')
