/** What is true of alerts for each visitor, with or without any, where a page cannot be shown and nothing can be asked. */
export const ALERTS_APART = 'Alerts are sent without this page.'
