/** A sentence about alerts that is true for each visitor, with or without any, if a page cannot be shown and nothing can be asked. */
export const ALERTS_APART = 'Alerts are sent without this page.'
