/** The sandbox is polled as often as a stand-in may be: most of what a journey waits for is the next poll. */
export const QUICK_POLLS = { POLL_SECONDS: '2' }

/** Two weeks have four days of a weekend, and charts and usual waits need three. The default of four weeks costs twice the processor time. */
export const SHORT_PAST = { PAST_DAYS: '14' }

/** How long the partitions of a killed process stand still: most of what a suite of kills waits for. */
export const KAFKA_SESSION_TIMEOUT_SECONDS = '4'
