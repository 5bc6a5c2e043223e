/** Chromium's report of the network; other browsers have none. */
type Connection = { saveData?: boolean; effectiveType?: string }

const SLOW = ['slow-2g', '2g', '3g']

/** True if the visitor pays for data or has little signal: only the visit's own needs are fetched then. */
export function isSparing(navigator: object): boolean {
  const { connection } = navigator as { connection?: Connection }
  return connection?.saveData === true || SLOW.includes(connection?.effectiveType ?? '')
}
