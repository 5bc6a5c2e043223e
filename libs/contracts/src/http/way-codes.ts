/** Codes of the ways that alerts go. */
export const WAY_CODES = {
  'address-suppressed': {
    status: 409,
    owner: 'notifier',
    title: 'Address suppressed',
    explanation:
      'No alert is sent to the address: it unsubscribed, mail to it came back, or its owner reported one as spam. `GET /ways` says which.',
  },
  'no-confirmed-number': {
    status: 409,
    owner: 'notifier',
    title: 'No confirmed number',
    explanation:
      "No number may be texted about the caller's alerts: none has answered YES, or it has stopped.",
  },
  'no-number-waiting': {
    status: 409,
    owner: 'notifier',
    title: 'No number waits',
    explanation: "No number of the caller's orders waits for its YES.",
  },
  'text-not-sent': {
    status: 409,
    owner: 'notifier',
    title: 'Text not sent',
    explanation:
      'Texts are off, the country of the number is not served, or the texts of the day are used up.',
  },
  'nothing-to-resume': {
    status: 409,
    owner: 'notifier',
    title: 'Nothing to resume',
    explanation:
      'The address has not unsubscribed. Mail that came back is sent again once its owner opens the link of a letter; a report of spam is for support.',
  },
} as const
