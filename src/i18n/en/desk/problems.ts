/** Reports of services that were not done as sold: their list and record. */
export const problemLists = {
  prepared_replies: {
    title: 'Prepared replies',
    description: 'What your branches often answer customers, ready to be inserted with one press.',
    search: 'Name or text',
    create: 'New prepared reply',
    empty: 'Prepare the answers that you often write to customers.',
    columns: { name: 'Name', branch: 'Branch', text: 'Text' },
    filters: { branch: 'Branch' },
  },
  order_problems: {
    title: 'Problem reports',
    description: 'Services that customers say weren’t done as sold. Without an answer in time, they’re refunded.',
    search: 'Order number or email',
    empty: 'Reports appear here once customers say that a service wasn’t done as sold.',
    columns: {
      order_number: 'Order',
      status: 'Status',
      item: 'Service',
      branch: 'Branch',
      customer: 'Customer',
      answer_by: 'Answer by',
      refunded: 'Refunded',
      reported_at: 'Reported',
      timezone: 'Time zone',
    },
    filters: { branch: 'Branch', order: 'Order', reported: 'Reported' },
    states: { open: 'Open', refunded: 'Refunded', refused: 'Not refunded', not_answered: 'Refunded, no answer' },
  },
} as const

export const problemRecords = {
  prepared_replies: {
    fields: { branch_id: 'Branch', name: 'Name', text: 'Text (English)', text_fr: 'Text (French)' },
    hints: { name: 'Shown on the button. Customers don’t see it.' },
    done: { create: 'The reply is ready for use.', remove: 'The reply is deleted.' },
  },
  order_problems: {
    fields: {
      text: 'What the customer says',
      answer: 'Your answer',
      refundable: 'To be refunded',
      decided_at: 'Decided',
    },
    hints: { answer: 'The customer gets it by email.' },
    actions: { refund: 'Refund', refuse: 'Don’t refund' },
    effects: {
      refund:
        'Everything that’s left of this item is refunded to the customer’s wallet right away. This can’t be undone.',
      refuse: 'The customer gets an email with your answer. This can’t be undone.',
    },
    done: { refund: 'Refunded to the customer’s wallet.', refuse: 'Answer sent.' },
    tabs: { photo: 'Photo' },
  },
} as const

export const problemWords = { problem_states: problemLists.order_problems.states } as const
