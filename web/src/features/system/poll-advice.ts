/** A destination without watchers is read every five minutes; docs/operations.md has the limit and the advice. */
export const MOST_POLL_AGE_SECONDS = 900
export const POLL_ADVICE =
  'Look whether park-data runs, and whether the feed answers: feed_requests_total says how its requests end.'
