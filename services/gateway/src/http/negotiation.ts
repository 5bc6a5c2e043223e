/** Content negotiation: the encodings that a client accepts and the tags that it has, as in RFC 9110. */

/** The encoding that the client prefers, by its weights; of equal ones the first given. `identity` where it accepts none of them. */
export function chooseEncoding<Name extends string>(
  accepted: string | undefined,
  offered: readonly Name[],
): Name | 'identity' {
  const weights = new Map((accepted ?? '').split(',').map(toWeight))
  const any = weights.get('*') ?? 0
  const named = offered.map((name) => ({ name, weight: weights.get(name) ?? any }))
  const best = named.reduce<{ name: Name | 'identity'; weight: number }>(
    (chosen, each) => (each.weight > chosen.weight ? each : chosen),
    { name: 'identity', weight: 0 },
  )
  // Without a weight of its own, `identity` is accepted and not preferred.
  return best.weight >= (weights.get('identity') ?? 0) ? best.name : 'identity'
}

function toWeight(item: string): [name: string, weight: number] {
  const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase())
  const weight = parameters.find((parameter) => /^q\s*=/.test(parameter))?.split('=')[1]
  return [name, weight === undefined ? 1 : Number(weight) || 0]
}

/** True if the client has the body with this tag: a list or `*`, weakly compared. A proxy that compresses makes a tag weak. */
export function hasAlready(ifNoneMatch: string | undefined, etag: string | null): boolean {
  if (!ifNoneMatch || !etag) return false
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag))
}

const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
