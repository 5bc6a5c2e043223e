/** The protected header of a link's token (RFC 7516) says this beside the algorithm. It is authenticated, and names neither address nor park. */
export type LinkScope = { opens: 'park' }

/** True for a token that opens the alerts of one park alone: the services refuse it for all else of the address (`opens-one-park`). */
export function opensOnePark(token: string): boolean {
  const [header = ''] = token.split('.')
  try {
    const parsed: unknown = JSON.parse(atob(header.replaceAll('-', '+').replaceAll('_', '/')))
    return typeof parsed === 'object' && parsed !== null && 'opens' in parsed && parsed.opens === 'park'
  } catch {
    return false
  }
}
