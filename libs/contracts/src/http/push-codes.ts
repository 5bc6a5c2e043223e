/** Codes of web push. */
export const PUSH_CODES = {
  'device-not-found': {
    status: 404,
    owner: 'notifier',
    title: 'No such device',
    explanation: 'No device has this id or endpoint, or it belongs to another address.',
  },
  'too-many-devices': {
    status: 409,
    owner: 'notifier',
    title: 'Too many devices',
    explanation: 'The address has as many devices as it may; one of them has to be removed first.',
  },
  'push-endpoint-refused': {
    status: 422,
    owner: 'notifier',
    title: 'Push endpoint refused',
    explanation: 'The endpoint is not an address of a push service that is known.',
  },
  'push-reply-ended': {
    status: 410,
    owner: 'notifier',
    title: 'Reply came too late',
    explanation:
      'The notification is older than a day, was not of an alert, or is not ours; nothing was changed. Alerts can be managed on their page.',
  },
} as const
