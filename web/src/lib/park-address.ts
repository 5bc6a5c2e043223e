import { feedId } from '@walkon/contracts/values'

/** The park that an address names. Null without one, and for text that is no park's id, which no service answers for. */
export function readParkId(params: URLSearchParams): string | null {
  const { data } = feedId.safeParse(params.get('park'))
  return data ?? null
}
