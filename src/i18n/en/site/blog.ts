/** The blog and its posts. Apart from `content`, of which every page needs the links. */
export const blog = {
  failed: 'Failed to load the blog page. Please try again.',
  post_failed: 'Failed to load the blog post. Please try again.',
  unknown: 'There’s no post at this address.',
  all: 'All posts',
  all_tags: 'All topics',
  topics: 'Topics',
  minutes_one: '{{count}} min read',
  minutes_other: '{{count}} min read',
  feed: 'Subscribe by RSS',
  around: 'Park nearby',
  around_text: 'Prices are the total for your times, including fees and tax.',
  more: 'More to read',
  none: 'No posts on this topic yet.',
} as const
