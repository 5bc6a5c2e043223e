/** The sandbox is polled as often as a stand-in may be: most of what a journey waits for is the next poll. */
export const QUICK_POLLS = { POLL_SECONDS: '2' }
