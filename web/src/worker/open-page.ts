import { ALERTS_PAGE } from './notification.ts'

/**
 * Shows a page of ours: in a tab that shows it already, else in an open tab, else in a new one. An address of another site is never
 * opened.
 */
export async function openPage(clients: Clients, path: string, origin: string): Promise<void> {
  const asked = URL.canParse(path, origin) ? new URL(path, origin) : null
  const { href } = asked?.origin === origin ? asked : new URL(ALERTS_PAGE, origin)
  const tabs = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const tab = tabs.find(({ url }) => url === href) ?? tabs.find(isBoard) ?? tabs[0]
  if (!tab || !(await show(tab, href))) await clients.openWindow(href)
}

/** A tab of a board is the first that may change: nothing can be half filled in there. */
const isBoard = ({ url }: WindowClient) => new URL(url).pathname === '/live-wait-times'

/** The focus first, because a browser allows it for a moment after the click only. */
async function show(tab: WindowClient, href: string): Promise<boolean> {
  await tab.focus().catch(() => undefined)
  if (tab.url === href) return true
  // A tab that was opened before this service worker cannot be led elsewhere.
  const shown = await tab.navigate(href).catch(() => null)
  return shown !== null
}
