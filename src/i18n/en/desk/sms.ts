/** Text messages: what they are sent with, and those that were sent. */
export const smsLists = {
  sms_gateway: {
    title: 'SMS Gateway',
    description:
      'What text messages to each country are sent with, and what they cost today. Keys stay on the server and are not changed here.',
    search: 'Country',
    empty: 'No countries get text messages.',
    columns: {
      country: 'Country',
      provider: 'Provider',
      sender: 'Sender',
      mode: 'Mode',
      daily_maximum: 'Daily maximum',
      cost_today: 'Cost today',
      sent_today: 'Sent today',
      failed_today: 'Failed today',
      last_response: 'Last response',
      last_response_at: 'Last response at',
    },
    filters: { provider: 'Provider' },
    states: { active: 'Active', inactive: 'Inactive' },
  },
  sms_messages: {
    title: 'Text messages',
    description: 'Text messages of the last 30 days. Nobody can read their contents.',
    search: 'Full number, with +',
    empty: 'Text messages appear here as soon as one is written.',
    columns: {
      created_at: 'Written',
      to_number: 'To',
      kind: 'About',
      state: 'State',
      reason: 'Reason',
      provider: 'Provider',
      parts: 'Parts',
      cost: 'Cost',
    },
    filters: { country: 'Country', created: 'Written' },
    states: {
      waiting: 'Waiting',
      sending: 'Sending',
      sent: 'Sent',
      delivered: 'Delivered',
      failed: 'Failed',
      refused: 'Not sent',
      expired: 'Expired',
      lost: 'Unknown',
    },
  },
} as const

export const smsRecords = {
  sms_gateway: {
    states: { active: 'Active', inactive: 'Inactive' },
    fields: {
      secret: 'Key',
      price: 'Price per message part',
      part_price: 'Price per message part',
      currency: 'Currency',
      is_active: 'Active',
    },
    hints: {
      sender: 'A name, number or short code that is registered with the provider, or a messaging service of Twilio.',
      is_active: 'Without it, nobody in this country gets text messages or codes.',
      price: 'Counted until the provider says what a message cost.',
      daily_maximum: 'Once a day’s messages cost this much, no more are sent until midnight UTC.',
    },
    actions: { test: 'Send me a test message' },
    tabs: { sms_messages: 'Text messages' },
    done: {
      update: 'Saved. The next message follows it.',
      test: 'The test message is on its way. Its result appears below within a minute.',
    },
  },
} as const

export const smsWords = {
  sms_providers: { africastalking: 'Africa’s Talking', twilio: 'Twilio' },
  code_channels: { both: 'Email or text message', email: 'Email', sms: 'Text message' },
  gateway_modes: { live: 'Live', sandbox: 'Sandbox', none: 'No key' },
  sms_kinds: { code: 'Code', test: 'Test', booking: 'Booking', order: 'Order' },
  sms_states: {
    waiting: 'Waiting',
    sending: 'Sending',
    sent: 'Sent',
    delivered: 'Delivered',
    failed: 'Failed',
    refused: 'Not sent',
    expired: 'Expired',
    lost: 'Unknown',
  },
} as const
