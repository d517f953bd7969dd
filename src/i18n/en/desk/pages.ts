/** The desk's list of content pages and their editor. */
export const pageLists = {
  pages: {
    title: 'Pages',
    description:
      'The texts of content pages, services and blog posts, where they come from and what is wrong with them.',
    search: 'Title or address',
    empty: 'There are no content pages.',
    columns: {
      title: 'Title',
      address: 'Address',
      kind: 'Type',
      source: 'Text from',
      words_en: 'English (words)',
      words_fr: 'French (words)',
      changed_at: 'Changed',
      wrong: 'First mistake',
      mistakes: 'Mistakes',
      has_draft: 'Draft',
      drafted_at: 'Draft saved',
      draft_mistakes: 'Mistakes in the draft',
      file_changed: 'File is newer',
      title_en: 'English title',
      title_fr: 'French title',
    },
    filters: {
      kind: 'Type',
      draft: 'Has a draft',
      wrong: 'Has mistakes',
      file_changed: 'File is newer',
      changed: 'Changed',
    },
    states: { file: 'From the file', desk: 'Edited in the desk' },
  },
}

export const pageWords = {
  page_kinds: { page: 'Page', service: 'Service', post: 'Blog post' },
  page_sources: { file: 'File', desk: 'Desk' },
}

export const pageRecords = {
  pages: {
    states: { file: 'From the file', desk: 'Edited in the desk' },
    fields: {
      published: 'Published version',
      wrong: 'Mistakes',
      draft_en: 'Characters of the English draft',
      draft_fr: 'Characters of the French draft',
    },
    actions: { discard: 'Discard draft', revert: 'Revert to the file' },
    effects: {
      discard: 'The draft is deleted in both languages. Readers keep seeing what is published.',
      revert: 'Readers see the text of the file again, in both languages. Published versions and the draft are kept.',
    },
    done: { discard: 'The draft is discarded.', revert: 'Readers see the text of the file again.' },
    tabs: { text: 'Text', versions: 'Versions' },
    panel: {
      draft: 'You’re editing a draft, saved {{when}}. Readers don’t see it yet.',
      from_file: 'Readers see the text of the file. Your changes become a draft.',
      from_desk: 'Readers see version {{number}}. Your changes become a draft.',
      file_changed: 'The file has changed since this version was published. Check whether the text is still right.',
      read_only: 'You can read this text, but not change it.',
      text: 'Text in {{language}}',
      languages: { en: 'English', fr: 'French' },
      position: 'Line {{line}} of {{lines}}',
      save: 'Save draft',
      saved: 'Draft saved.',
      publish: 'Publish',
      publish_unsaved: 'Save and publish',
      published: 'Published. Readers see it now.',
      open_page: 'Open the page',
      mistakes_one: '{{count}} mistake',
      mistakes_other: '{{count}} mistakes',
      no_mistakes: 'No mistakes',
      mistake: 'Line {{line}}: {{message}}',
      mistakes_block: 'A text with mistakes in either language can be saved, but not published.',
      changed_text:
        'It was saved, published or reverted while you were writing. If you keep your changes, your text replaces theirs in each language in which you have written something.',
      text_changes: 'What changed in the {{language}} text',
      blank_lines: 'Only blank lines.',
      preview: 'Preview',
      preview_text: 'As readers see the page. Links and forms don’t work here.',
      no_preview: 'The preview appears once the details at the top of the text have no mistakes.',
      help: 'How to write a text',
      help_head:
        'The lines between the two “---” are the page’s details: title, description (50 to 170 characters), picture, lead.',
      help_sections:
        '“## Title” followed by an anchor in braces begins a section. Both languages use the same anchors.',
      help_parts:
        'Parts begin with “:::” and their kind (steps, cards, figures, questions, note, call) and end with “:::”.',
      help_values:
        'Values of our rules are filled in by their names in double braces. Never type such a number yourself.',
      version: 'Version {{number}}',
      versions: 'Published versions',
      no_versions: 'Texts that you publish are kept here. The file is always there to go back to.',
      published_at: 'Published',
      person: 'Published by',
      shown: 'Shown to readers',
      opened: 'Text of version {{number}}',
      restore: 'Bring back as a draft',
      restored: 'Version {{number}} is a draft now. Readers don’t see it until you publish it.',
    },
  },
} as const
