/** What Chromium says of the network; other browsers say nothing. */
type Connection = { saveData?: boolean; effectiveType?: string }

const SLOW = ['slow-2g', '2g', '3g']

/** Whether the visitor pays for data or has little signal: only what the visit itself needs is fetched then. */
export function isSparing(navigator: object): boolean {
  const { connection } = navigator as { connection?: Connection }
  return connection?.saveData === true || SLOW.includes(connection?.effectiveType ?? '')
}
