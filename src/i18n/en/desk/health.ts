/** Mails, messages of payment providers, jobs and compared days. */
export const healthLists = {
  mails: {
    title: 'Emails',
    description: 'Emails that wait, were sent, or were given up after a day. Nobody can read their contents.',
    search: 'Address or subject',
    empty: 'Emails appear here as soon as one is written.',
    columns: {
      subject: 'Subject',
      to_address: 'To',
      state: 'State',
      created_at: 'Written',
      sent_at: 'Sent',
      attempts: 'Attempts',
      next_attempt_at: 'Next attempt',
      last_error: 'Last error',
    },
    filters: { to_address: 'To', error: 'With an error', created: 'Written' },
    states: { waiting: 'Waiting', sent: 'Sent', given_up: 'Given up' },
  },
  webhooks: {
    title: 'Webhooks',
    description: 'Messages of payment providers to us, and whether they were processed.',
    search: 'Event, reference or provider reference',
    empty: 'Messages of payment providers appear here.',
    columns: {
      event_type: 'Event',
      provider: 'Provider',
      reference: 'Reference',
      provider_reference: 'Provider reference',
      state: 'State',
      received_at: 'Received',
      processed_at: 'Processed',
      attempts: 'Attempts',
      last_error: 'Last error',
    },
    filters: { provider: 'Provider', received: 'Received' },
    states: { waiting: 'Waiting', processed: 'Processed', failed: 'Failed' },
  },
  jobs: {
    title: 'Jobs',
    description: 'What runs by itself: how often, when it last finished, and whether it failed.',
    search: 'Name',
    empty: 'Jobs appear here a minute after the server has started.',
    columns: {
      name: 'Job',
      state: 'State',
      every_s: 'Every (seconds)',
      finished_at: 'Last run',
      duration_ms: 'Took (ms)',
      failed_at: 'Last failure',
      last_error: 'Error',
    },
    filters: {},
    states: { running: 'Running', failed: 'Failed', late: 'Late' },
  },
  reconciliations: {
    title: 'Compared days',
    description: 'Days whose payments were compared with the provider’s own list, and what differed.',
    search: 'Provider',
    empty: 'Days appear here once they have been compared.',
    columns: {
      day: 'Day',
      provider: 'Provider',
      listed: 'Payments',
      differences: 'Discrepancies',
      started_at: 'Started',
      finished_at: 'Finished',
    },
    filters: { provider: 'Provider', unfinished: 'Unfinished' },
  },
} as const

export const healthWords = {
  delivery_states: { waiting: 'Waiting', sent: 'Sent', given_up: 'Given up' },
  webhook_states: { waiting: 'Waiting', processed: 'Processed', failed: 'Failed' },
  job_states: { running: 'Running', failed: 'Failed', late: 'Late' },
} as const

export const healthRecords = {
  mails: { actions: { retry: 'Send now' }, done: { retry: 'The email will be sent within seconds.' } },
  webhooks: { actions: { retry: 'Process again' }, done: { retry: 'The message will be processed within seconds.' } },
} as const
