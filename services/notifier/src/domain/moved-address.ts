/** A change of an account's address. */
export type Change = { email: string; changedAt: string }

/** An address, and since when it was the visitor's. */
export type NewAddress = { email: string; since: Date }

/**
 * Follows an address through the changes after it was named. A message about a subscription whose owner has moved is for the address of
 * that move. `changesOf` gives the changes away from an address, the oldest first. Null where nothing has changed.
 */
export function followChanges(
  named: NewAddress,
  ofSubscription: Change | undefined,
  changesOf: (email: string) => Change[],
): NewAddress | null {
  let current = named
  if (ofSubscription && ofSubscription.email !== named.email) current = follow(current, ofSubscription)
  for (;;) {
    const { email, since } = current
    const next = changesOf(email).find(({ changedAt }) => isAfter(changedAt, since, current !== named))
    if (!next) break
    current = follow(current, next)
  }
  return current.email === named.email ? null : current
}

const follow = ({ since }: NewAddress, { email, changedAt }: Change): NewAddress => ({
  email,
  since: new Date(Math.max(since.getTime(), Date.parse(changedAt))),
})

/** True if the change came after. A statement of the same instant is older than the change; an address that a change gave is not. */
const isAfter = (changedAt: string, since: Date, strictly: boolean) =>
  strictly ? Date.parse(changedAt) > since.getTime() : Date.parse(changedAt) >= since.getTime()
