import { pushPayload, type PushPayload } from '@walkon/contracts/http/push'

/** The data that a click needs. Only a push that could be read has a token. */
export type NotificationData = { url: string; token?: string }

/** TypeScript's own options leave out what not every browser has. */
type ShownOptions = NotificationOptions & {
  actions: { action: PushPayload['actions'][number]; title: string }[]
  renotify: boolean
  timestamp?: number
  data: NotificationData
}

/** The page of all alerts, for any push. */
export const ALERTS_PAGE = '/manage-alerts'

const ACTION_TITLES = { done: 'Done', snooze: 'Snooze 30 min' }
const LOOK = { icon: '/icon-192.png', badge: '/badge-96.png', lang: 'en-US' }

/**
 * Builds the notification. A push must always show one: browsers take the permission away from a site whose pushes stay silent. So a
 * payload that cannot be read, also that of a later version, becomes a plain notification.
 */
export function toNotification(text: string | undefined): { title: string; options: ShownOptions } {
  const payload = read(text)
  if (!payload) return plainNotification('You have a new alert. Tap to see it.')
  const { title, body, tag, url, token, actions, sentAt } = payload
  return {
    title,
    options: {
      ...LOOK,
      body,
      tag,
      // A second sending replaces the first without another sound.
      renotify: false,
      timestamp: Date.parse(sentAt),
      actions: actions.map((action) => ({ action, title: ACTION_TITLES[action] })),
      data: { url, token },
    },
  }
}

/** It opens the page of all alerts. Several are shown as one. */
export function plainNotification(body: string): { title: string; options: ShownOptions } {
  const data = { url: ALERTS_PAGE }
  return { title: 'Walkon', options: { ...LOOK, body, tag: 'walkon', renotify: false, actions: [], data } }
}

function read(text: string | undefined): PushPayload | undefined {
  try {
    return pushPayload.parse(JSON.parse(text ?? ''))
  } catch {
    return undefined
  }
}
