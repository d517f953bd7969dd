/** Messages of staff to devices (push campaigns). */
export const campaignLists = {
  push_notifications: {
    title: 'Push Notifications',
    description: 'Messages to the devices of customers who agreed to offers and news.',
    search: 'Title',
    empty: 'Messages to devices appear here once you create them.',
    create: 'New message',
    columns: {
      title: 'Title',
      send_at: 'Time',
      country: 'Country',
      recipients: 'Recipients',
      sent: 'Sent',
      clicked: 'Opened',
      timezone: 'Time zone',
    },
    filters: { country: 'Country' },
    states: { draft: 'Draft', scheduled: 'Scheduled', sending: 'Being sent', sent: 'Sent', cancelled: 'Cancelled' },
  },
}

export const campaignWords = {
  campaign_roles: { customers: 'Customers', staff: 'Staff', everyone: 'Customers and staff' },
  campaign_activities: { booking: 'Booked parking', order: 'Placed an order', any: 'Booked or ordered' },
}

export const campaignRecords = {
  push_notifications: {
    states: { draft: 'Draft', scheduled: 'Scheduled', sending: 'Being sent', sent: 'Sent', cancelled: 'Cancelled' },
    fields: {
      title: 'Title (English)',
      title_fr: 'Title (French)',
      text: 'Text (English)',
      text_fr: 'Text (French)',
      link: 'Page',
      role: 'To',
      country_code: 'Country',
      city: 'City',
      branch: 'Branch',
      branch_id: 'Branch',
      activity: 'Last activity',
      within_days: 'Within days',
      status: 'Status',
      waiting: 'Waiting',
      skipped: 'Not sent',
      gone: 'Devices gone',
      failed: 'Devices not reached',
      started_at: 'Began',
      ended_at: 'Ended',
    },
    tabs: { preview: 'Preview' },
    preview: {
      reach_one: '{{count}} person gets this message.',
      reach_other: '{{count}} people get this message.',
      rules:
        'Only people who agreed to offers and news and turned notifications on. At most one message a day, and none at night where they are.',
    },
    hints: {
      link: 'A page such as /marketplace. Leave it empty for the home page.',
      country_code: 'Leave it empty for every country.',
      city: 'People who have parked or ordered there.',
      branch_id: 'People who have ordered there.',
      activity: 'With the number of days; leave both empty for everybody.',
      send_at: 'Sent slowly from this time. People whose night it is get it in the morning.',
    },
    actions: { schedule: 'Schedule', cancel: 'Cancel' },
    effects: {
      schedule: 'It’s sent at its time to everybody who belongs to the audience then.',
      cancel: 'People who haven’t got it yet won’t get it.',
      remove: 'The draft is deleted.',
    },
    done: {
      create: 'The draft is created. Check it and the number of recipients, then schedule it.',
      update: 'The message is changed. Schedule it to send it.',
      schedule: 'The message is scheduled.',
      cancel: 'The message is cancelled.',
      remove: 'The draft is deleted.',
    },
  },
}
