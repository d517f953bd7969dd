/** The button of a message to devices with offers and news. */
export const news_push = { stop: 'Stop these messages' }
